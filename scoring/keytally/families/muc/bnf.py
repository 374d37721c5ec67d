"""BNF files of template tasks: their content, parser, rules and language."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from keytally.families.contract import Language, Role
from keytally.findings.finding import Edit, Finding, Message, Related, TypedRule
from keytally.findings.spelling import Speller, short_text, spelling_hint
from keytally.findings.table import templates
from keytally.findings.table.templates import BNF_REPEATED, BNF_REPEATED_CLASS, POINTER_CIRCLE

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


class ElementKind(Enum):
    """The kind of an element of a slot's definition."""

    STRING = "string"
    WORD = "word"
    SET = "set"
    POINTER = "pointer"


class BnfElement(NamedTuple):
    """An element of a choice: a label such as `"NAME"`, an unquoted word, a set, or a pointer.

    `name` is the label, the word, the class that is pointed to, or the name of a set (empty for a set that is
    written out). `values` are the values of a set, as written.
    """

    kind: ElementKind
    name: str = ""
    values: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Return whether any string is valid: labels, unquoted words and unknown sets impose no
        restriction.
        """
        return self.kind in (ElementKind.STRING, ElementKind.WORD) or (
            self.kind is ElementKind.SET and not self.values
        )


class Cardinality(NamedTuple):
    """The minimum and maximum number of fills that a slot accepts; `most` is None if there is no maximum."""

    least: int
    most: int | None

    def __str__(self) -> str:
        return CARDINALITY_WORDS.get((self.least, self.most), "any number of fills")


CARDINALITIES = {
    "^": Cardinality(1, 1),
    "-": Cardinality(0, 1),
    "*": Cardinality(0, None),
    "+": Cardinality(1, None),
}
"""The cardinality of each mark in the notation."""

CARDINALITY_WORDS = {
    (1, 1): "exactly one fill",
    (0, 1): "at most one fill",
    (0, None): "any number of fills",
    (1, None): "at least one fill",
}

Choice = tuple[BnfElement, ...]
"""A sequence of elements that together form one fill."""


class _BnfSlotFields(NamedTuple):
    name: str
    choices: tuple[Choice, ...]
    cardinality: Cardinality
    written: str = ""


class BnfSlot(_BnfSlotFields):
    """A slot with its name, its possible fills, and its cardinality; `written` is its definition on one
    line.
    """

    @cached_property
    def elements(self) -> tuple[BnfElement, ...]:
        """Return the elements of all choices."""
        return tuple(element for choice in self.choices for element in choice)

    @cached_property
    def pointers(self) -> tuple[str, ...]:
        """Return the names of the classes that fills may point to, as written in the BNF."""
        return tuple(element.name for element in self.elements if element.kind is ElementKind.POINTER)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Return the values of the sets that form a fill on their own."""
        alone = (choice[0] for choice in self.choices if len(choice) == 1)
        return tuple(value for element in alone for value in element.values)

    @cached_property
    def takes_text(self) -> bool:
        """Return whether any string is a valid fill."""
        return any(all(element.is_text for element in choice) for choice in self.choices)

    @cached_property
    def kind(self) -> str:
        """Return the slot's kind in a configuration: `pointer`, `set` or `string`."""
        if self.pointers:
            return "pointer"
        sets = [len(choice) == 1 and choice[0].kind is ElementKind.SET for choice in self.choices]
        return "set" if sets and all(sets) else "string"


class _BnfClassFields(NamedTuple):
    name: str
    slots: tuple[BnfSlot, ...]


class BnfClass(_BnfClassFields):
    """A class with its slots in order."""

    def slot(self, name: str) -> BnfSlot | None:
        """Return the slot with that name, ignoring case, or None."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, BnfSlot]:
        """Return the slots by lower-case name; the first of duplicates is used."""
        return {slot.name.lower(): slot for slot in reversed(self.slots)}


class _BnfFields(NamedTuple):
    classes: tuple[BnfClass, ...] = ()
    sets: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Bnf(_BnfFields):
    """The classes of a task in order, and the named sets; if a definition is repeated, the first is used."""

    def of_class(self, name: str) -> BnfClass | None:
        """Return the class with that name, ignoring case, or None."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, BnfClass]:
        """Return the classes by lower-case name; the first of duplicates is used."""
        return {each.name.lower(): each for each in reversed(self.classes)}

    def targets(self, slot: BnfSlot) -> tuple[str, ...] | None:
        """Return the lower-case names of the classes that a slot may point to; None if any class is possible.

        A pointer to something that is not a class, such as `<scenario-specific-object>`, allows any class.
        """
        names = tuple(name.lower() for name in slot.pointers)
        return names if all(self.of_class(name) for name in names) else None


class BnfPiece(NamedTuple):
    """A piece of the text and its kind, as named in the grammar; the pieces cover the text without gaps."""

    kind: str
    start: int
    end: int


class BnfDefinition(NamedTuple):
    """The definition of a class, a slot or a named set, with its header and the pieces of its body.

    `owner` is the class of a slot, and empty otherwise; `kind` is `class`, `slot` or `set`.
    """

    kind: str
    name: str
    owner: str
    start: int
    end: int
    body: Sequence[BnfPiece]


class BnfUnit:
    """A complete BNF file; positions are code points from its start."""

    __slots__ = ("bnf", "definitions", "findings", "pieces", "text")

    def __init__(
        self,
        text: str,
        pieces: Sequence[BnfPiece],
        definitions: Sequence[BnfDefinition],
        bnf: Bnf,
        findings: Sequence[Finding] = (),
    ) -> None:
        self.text = text
        self.pieces = pieces
        self.definitions = definitions
        self.bnf = bnf
        self.findings = findings

    @property
    def document(self) -> str | None:
        """Return None, because a BNF is not scored."""
        return None


_Pointers = Iterator[tuple[BnfSlot, BnfClass]]


class Circle(NamedTuple):
    """A cycle of classes in which each points to the next; the last points to the first in `slot`."""

    classes: list[BnfClass]
    slot: BnfSlot


def pointer_circles(bnf: Bnf) -> Iterator[Circle]:
    """Yield one cycle for each pointer that closes a cycle in a depth-first search in BNF order.

    Removing these pointers would remove all cycles.
    """
    named = {each.name.lower(): each for each in reversed(bnf.classes)}
    done: set[str] = set()
    for each in bnf.classes:
        if each.name.lower() not in done:
            yield from _closed_from(each, named, done)


def _closed_from(first: BnfClass, named: Mapping[str, BnfClass], done: set[str]) -> Iterator[Circle]:
    """Yield the cycles that a search from `first` finds; `done` collects the finished classes.

    The path is an explicit stack, because it may be as long as the number of classes.
    """
    path, waiting = [first], [_pointers(first, named)]
    depths = {first.name.lower(): 0}
    while path:
        slot, target = next(waiting[-1], (None, None))
        if slot is None or target is None:
            waiting.pop()
            left = path.pop().name.lower()
            del depths[left]
            done.add(left)
        elif (name := target.name.lower()) in depths:
            yield Circle(path[depths[name] :], slot)
        elif name not in done:
            depths[name] = len(path)
            path.append(target)
            waiting.append(_pointers(target, named))


def _pointers(each: BnfClass, named: Mapping[str, BnfClass]) -> _Pointers:
    """Yield (slot, target class) pairs for the slots of a class that point to defined classes.

    Slots that may point to any object are omitted.
    """
    for slot in each.slots:
        names = dict.fromkeys(name.lower() for name in slot.pointers)
        if all(name in named for name in names):
            yield from ((slot, named[name]) for name in names)


_PACKAGE = "keytally.families.muc"
_COMMENTS = re.compile(r"/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\s+|(?:(?!/\*)\S)+")
_NAME = re.compile(r"[^<>\s:=]+")
LONGEST_TEXT = 400_000
"""The maximum length, in characters, of a text that is parsed; real BNFs are shorter."""


def parse_bnf(text: str) -> tuple[list[BnfPiece], list[BnfDefinition]]:
    """Return the pieces of any text and the definitions in it, in order."""
    if len(text) > LONGEST_TEXT:
        return [BnfPiece("UNREAD", 0, len(text))], []
    tree = _grammar().parse(text)
    found = [_piece(token) for token in tree.scan_values(lambda value: True)]
    return list(_covering(text, found)), list(_definitions(tree))


@cache
def _grammar() -> "Lark":
    from lark import Lark  # noqa: PLC0415 - lark takes longer to load than most commands to run

    return Lark.open_from_package(_PACKAGE, "bnf.lark", [""], parser="lalr", lexer="basic")


def _piece(token: "Token") -> BnfPiece:
    start = token.start_pos or 0
    return BnfPiece(token.type, start, start + len(token))


def _covering(text: str, found: Sequence[BnfPiece]) -> Iterator[BnfPiece]:
    """Yield the pieces, with the comments and whitespace between them as pieces of their own."""
    cursor = 0
    for piece in [*found, BnfPiece("END", len(text), len(text))]:
        for match in _COMMENTS.finditer(text, cursor, piece.start):
            kind = "COMMENT" if match.group().startswith("/*") else "BLANK"
            yield BnfPiece(kind, *match.span())
        if piece.kind != "END":
            yield piece
        cursor = piece.end


def _definitions(tree: "Tree[Token]") -> Iterator[BnfDefinition]:
    owner = ""
    for child in tree.children:
        if isinstance(child, str):
            piece = _piece(child)
            yield BnfDefinition("stray", "", "", piece.start, piece.end, (piece,))
        elif child.data == "class":
            definition = _definition("class", child, "")
            yield definition
            owner = definition.name
            for slot in child.find_data("slot"):
                yield _definition("slot", slot, owner)
        else:
            kind = "set" if child.data == "named_set" else "slot"
            yield _definition(kind, child, owner if kind == "slot" else "")


def _definition(kind: str, tree: "Tree[Token]", owner: str) -> BnfDefinition:
    head, *rest = (child for child in tree.children if isinstance(child, str))
    name, place = _NAME.search(head), _piece(head)
    return BnfDefinition(
        kind, name.group() if name else "", owner, place.start, place.end, [_piece(token) for token in rest]
    )


_Message = Message[templates.BnfSyntax] | TypedRule[templates.BnfSyntax]

_BLANKS = re.compile(r"\s+")
_GAP = re.compile(r"[^\S\r\n]*")
_ANY_NUMBER = Cardinality(0, None)
_REFUSED = frozenset({"UNCLOSED", "STRAY"})
"""Kinds of pieces that have their own finding and may have absorbed the text after them."""

_OPENERS = {"{": "}", '"': '"', "<": ">"}


class BnfResolver:
    """Converts the definitions of a text to a BNF; `findings` contains the errors in the definitions."""

    def __init__(self, text: str, definitions: Sequence[BnfDefinition]) -> None:
        self._text = text
        self._definitions = definitions
        self._speller = Speller()
        self._sets: dict[str, tuple[str, ...]] = {}
        self._set_names: list[str] = []
        self.findings: list[Finding] = []

    def bnf(self) -> Bnf:
        """Return the BNF that the definitions describe; if a definition is repeated, the first is used."""
        for definition in self._definitions:
            if definition.kind == "set" and definition.name.lower() not in self._sets:
                self._sets[definition.name.lower()] = tuple(self._members(definition))
                self._set_names.append(definition.name)
        classes: dict[str, list[BnfDefinition]] = {}
        names: dict[str, str] = {}
        for definition in self._definitions:
            if definition.kind == "class":
                self._refuse(definition.body, templates.BNF_NO_SLOT)
                names.setdefault(definition.name.lower(), definition.name)
            elif definition.kind == "slot" and definition.owner:
                classes.setdefault(definition.owner.lower(), []).append(definition)
            elif definition.kind == "slot":
                self._problem(definition.start, definition.end, templates.BNF_OUTSIDE)
        strays = (definition.body for definition in self._definitions if definition.kind == "stray")
        self._together(chain.from_iterable(strays), templates.BNF_OUTSIDE)
        found = tuple(BnfClass(names[key], self._slots(classes.get(key, ()))) for key in names)
        return Bnf(found, tuple((name, self._sets[name.lower()]) for name in self._set_names))

    def _slots(self, definitions: Sequence[BnfDefinition]) -> tuple[BnfSlot, ...]:
        slots: dict[str, BnfSlot] = {}
        for definition in definitions:
            slot = self._slot(definition)
            slots.setdefault(slot.name.lower(), slot)
        return tuple(slots.values())

    def _slot(self, definition: BnfDefinition) -> BnfSlot:
        choices: list[list[BnfElement]] = [[]]
        marks: list[BnfPiece] = []
        for piece in definition.body:
            if piece.kind == "BAR":
                choices.append([])
            elif piece.kind == "CARDINALITY":
                marks.append(piece)
            elif piece.kind not in _REFUSED:
                choices[-1] += self._element(piece)
        refused = [piece for piece in definition.body if piece.kind in _REFUSED]
        self._refuse(refused, templates.BNF_SYNTAX)
        if refused:
            pass
        elif not any(choices):
            self._problem(definition.start, definition.end, templates.BNF_NO_DEFINITION)
        elif not marks:
            self._problem(definition.start, definition.end, templates.BNF_NO_CARDINALITY)
        end = definition.body[-1].end if definition.body else definition.end
        written = single_spaced(self._text[definition.start : end])
        return BnfSlot(
            definition.name,
            tuple(tuple(choice) for choice in choices if choice),
            self._cardinality(marks),
            written,
        )

    def _cardinality(self, marks: Sequence[BnfPiece]) -> Cardinality:
        """Return the cardinality that covers all of the given marks; without marks, any number of fills is
        accepted.
        """
        given = [CARDINALITIES[self._text[mark.start : mark.end]] for mark in marks]
        if not given:
            return _ANY_NUMBER
        most = [each.most for each in given]
        highest = None if None in most else max(each for each in most if each is not None)
        return Cardinality(min(each.least for each in given), highest)

    def _element(self, piece: BnfPiece) -> Iterator[BnfElement]:
        written = self._text[piece.start : piece.end]
        if piece.kind == "STRING":
            yield BnfElement(ElementKind.STRING, written[1:-1].strip())
        elif piece.kind == "WORD":
            yield BnfElement(ElementKind.WORD, written)
        elif piece.kind == "POINTER":
            yield BnfElement(ElementKind.POINTER, written[1:-1].strip())
        elif piece.kind == "SET":
            yield BnfElement(ElementKind.SET, "", tuple(self._values(piece, 1)))
        else:
            name = written[2:-2].strip()
            yield BnfElement(ElementKind.SET, name, self._named(piece, name))

    def _named(self, piece: BnfPiece, name: str) -> tuple[str, ...]:
        values = self._sets.get(name.lower())
        if values is None:
            nearest = self._speller.nearest(name, self._set_names)
            inner = self._text[piece.start : piece.end]
            first = piece.start + len(inner) - len(inner[2:].lstrip())
            edits = (Edit(first, first + len(name), nearest),) if nearest else ()
            self.findings.append(
                templates.UNDEFINED_SET.finding(
                    first,
                    first + len(name),
                    {"name": short_text(name), "hint": spelling_hint(nearest), "nearest": nearest or ""},
                    edits,
                )
            )
        return values or ()

    def _members(self, definition: BnfDefinition) -> Iterator[str]:
        """Yield the values of a named set."""
        sets = [piece for piece in definition.body if piece.kind == "SET"]
        others = [piece for piece in definition.body if piece.kind not in ("SET", "BAR")]
        self._refuse(others, templates.BNF_NO_SET)
        if not sets and not others:
            self._problem(definition.start, definition.end, templates.BNF_NO_LIST)
        for piece in sets:
            yield from self._values(piece, 1)

    def _values(self, piece: BnfPiece, brackets: int) -> Iterator[str]:
        start = piece.start + brackets
        for value in self._text[start : piece.end - brackets].split(","):
            plain = single_spaced(value).strip("\"'")
            if plain:
                yield plain
            else:
                self._empty_value(start, start + len(value) or piece.end)
            start += len(value) + 1

    def _refuse(self, pieces: Sequence[BnfPiece], why: _Message) -> None:
        for is_unclosed, run in groupby(pieces, key=lambda piece: piece.kind == "UNCLOSED"):
            if is_unclosed:
                for _, start, end in run:
                    closer = _OPENERS[self._text[start]]
                    arguments = templates.BnfUnclosed(written=self._written(start, end), closer=closer)
                    self.findings.append(templates.BNF_UNCLOSED.finding(start, end, arguments))
            else:
                self._together(run, why)

    def _together(self, pieces: Iterable[BnfPiece], why: _Message) -> None:
        """Add a finding for each run of pieces that are separated only by whitespace on the same line."""
        for run in self._runs(pieces):
            self._problem(run[0].start, run[-1].end, why)

    def _runs(self, pieces: Iterable[BnfPiece]) -> Iterator[list[BnfPiece]]:
        run: list[BnfPiece] = []
        for piece in pieces:
            if run and _GAP.fullmatch(self._text, run[-1].end, piece.start) is None:
                yield run
                run = []
            run.append(piece)
        if run:
            yield run

    def _problem(self, start: int, end: int, message: _Message) -> None:
        self.findings.append(message.finding(start, end, {"written": self._written(start, end)}))

    def _empty_value(self, start: int, end: int) -> None:
        quotes = f"{self._written(start, end)} ".lstrip()
        self.findings.append(templates.BNF_EMPTY_VALUE.finding(start, end, {"quotes": quotes}))

    def _written(self, start: int, end: int) -> str:
        return short_text(single_spaced(self._text[start:end]))


def single_spaced(text: str) -> str:
    """Return a text with each run of whitespace replaced by one space."""
    return _BLANKS.sub(" ", text).strip()


MOST_SHOWN = 5
"""The maximum number of classes in a cycle that a finding names."""


def circle_findings(text: str, definitions: Sequence[BnfDefinition], bnf: Bnf) -> Iterator[Finding]:
    """Yield a finding at each pointer that closes a cycle."""
    bodies: dict[tuple[str, str], Sequence[BnfPiece]] = {}
    for definition in definitions:
        if definition.kind == "slot":
            bodies.setdefault((definition.owner.lower(), definition.name.lower()), definition.body)
    for circle in pointer_circles(bnf):
        last, slot = circle.classes[-1], circle.slot
        target = circle.classes[0].name.lower()
        for kind, start, end in bodies.get((last.name.lower(), slot.name.lower()), ()):
            if kind == "POINTER" and text[start + 1 : end - 1].strip().lower() == target:
                yield POINTER_CIRCLE.finding(start, end, {"circle": _in_words(circle)})
                break


def _in_words(circle: Circle) -> str:
    names = [short_text(each.name) for each in circle.classes[:MOST_SHOWN]]
    rest = ["…"] if len(circle.classes) > MOST_SHOWN else []
    return " → ".join([*names, *rest, names[0]])


def repetition_findings(unit: BnfUnit) -> Iterator[Finding]:
    """Yield a finding at each repeated definition of a class, slot or set, related to the first
    definition.
    """
    seen: dict[tuple[str, str, str], BnfDefinition] = {}
    for definition in unit.definitions:
        key = definition.kind, definition.owner.lower(), definition.name.lower()
        first = seen.setdefault(key, definition)
        if first is not definition and definition.kind != "stray":
            related = Related(unit, first.start, first.end, "the first definition")
            message = BNF_REPEATED_CLASS if definition.kind == "class" else BNF_REPEATED
            written = short_text(single_spaced(unit.text[definition.start : definition.end]))
            yield message.finding(definition.start, definition.end, {"written": written}, related=(related,))


class _BnfLanguageFields(NamedTuple):
    name: str = "muc-bnf"
    lookahead: int = 1


class BnfLanguage(_BnfLanguageFields, Language):
    """The language `muc-bnf`. A BNF has no unit boundaries: after any edit, the whole file is parsed
    again.
    """

    __slots__ = ()

    def boundaries(self, text: str) -> list[int]:
        """Return no boundaries, because the meaning of a definition depends on the other definitions."""
        return []

    def read(self, text: str) -> BnfUnit:
        """Parse a text as a BNF file; never fails."""
        return read_bnf(text)


def bnf_language(role: Role) -> BnfLanguage:
    """Return the language of BNF files, which is the same for every role."""
    return BnfLanguage()


def read_bnf(text: str) -> BnfUnit:
    """Parse a text as a BNF file and collect its findings; never fails."""
    pieces, definitions = parse_bnf(text)
    resolver = BnfResolver(text, definitions)
    bnf = resolver.bnf()
    findings: list[Finding] = []
    unit = BnfUnit(text, pieces, definitions, bnf, findings)
    found = [*repetition_findings(unit), *resolver.findings, *circle_findings(text, definitions, bnf)]
    findings += sorted(found, key=lambda finding: (finding.start, finding.end))
    return unit


@lru_cache(maxsize=8)
def bnf_of(text: str) -> Bnf:
    """Return the content of a BNF, as far as it can be parsed."""
    return read_bnf(text).bnf


class UnreadBnf(Bnf):
    """The content of a BNF, parsed only when a rule needs it; scoring with a configuration does not."""

    text: str

    def __init__(self, text: str) -> None:
        self.__dict__["text"] = text

    @cached_property
    def classes(self) -> tuple[BnfClass, ...]:
        """Return the classes in order."""
        return bnf_of(self.text).classes

    @cached_property
    def sets(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the named sets."""
        return bnf_of(self.text).sets

    def __eq__(self, other: object) -> bool:
        """Return whether the content is the same; equal texts have the same content."""
        if not isinstance(other, UnreadBnf):
            return NotImplemented
        return self.text == other.text or bnf_of(self.text) == bnf_of(other.text)

    def __hash__(self) -> int:
        """Return a constant, because computing a hash would require parsing."""
        return hash(UnreadBnf)
