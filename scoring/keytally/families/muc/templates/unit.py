"""Units of template files: the declared syntax, the tree of records, and its parser."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.families.muc.bnf import Bnf
from keytally.families.muc.model import Configuration
from keytally.families.muc.templates.scanner import (
    BLANKS,
    FILLS,
    Header,
    Identity,
    TemplateToken,
    TemplateTokenKind,
    compound_names,
    header_at,
    inner_slots,
    scan_template,
)
from keytally.findings.finding import Finding
from keytally.text.positions import BLANK_LINE, Span

OPTIONAL_VALUES = ("OPT", "OPTIONAL")
STATUS_SLOT = "obj_status"


class _DeclaredClassFields(NamedTuple):
    name: str
    slots: tuple[tuple[str, str], ...]
    targets: tuple[tuple[str, str], ...] = ()


class DeclaredClass(_DeclaredClassFields):
    """A class that a configuration declares, with its slots and their kinds, all in lower case.

    `targets` contains the pointer slots for which the configuration names the target class.
    """

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """Return the kinds of the slots by name; the first of duplicates is used."""
        return dict(reversed(self.slots))

    def kind(self, slot: str) -> str | None:
        """Return `set`, `string` or `pointer`; None if the class does not have the slot."""
        return self.kinds.get(slot)

    def target(self, slot: str) -> str | None:
        """Return the class that a slot points to; None if the configuration does not name it."""
        return next((target for name, target in self.targets if name == slot), None)


class _TemplateSyntaxFields(NamedTuple):
    classes: tuple[DeclaredClass, ...] | None = None
    status: str = STATUS_SLOT
    bnf: Bnf | None = None


class TemplateSyntax(_TemplateSyntaxFields):
    """The parsing and checking rules for template files of a task.

    `classes` is None if there is no configuration that declares classes. `status` is the lower-case name of
    the slot that makes an object optional. `bnf` is the BNF of the task, if known.
    """

    @classmethod
    def of(cls, configuration: Configuration | None, bnf: Bnf | None = None) -> "TemplateSyntax":
        """Return the syntax for a configuration and a BNF; without either, no class and no slot is known."""
        if configuration is None:
            return cls(bnf=bnf)
        classes = tuple(
            DeclaredClass(
                definition.name,
                tuple((slot.name, slot.kind) for slot in configuration.slots_of(definition.name)),
                tuple(
                    (slot.name, slot.target.lower())
                    for slot in configuration.slots_of(definition.name)
                    if slot.target
                ),
            )
            for definition in configuration.classes
        )
        given = {name.lower() for name in configuration.given}
        status = configuration.optional_status_slot if "optional_status_slot" in given else STATUS_SLOT
        return cls(classes, status.lower(), bnf)

    def declared(self, class_name: str) -> DeclaredClass | None:
        """Return the declared class with that name, ignoring case, or None."""
        return self._by_name.get(class_name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, DeclaredClass]:
        """Return the declared classes by name; the first of duplicates is used."""
        return {each.name: each for each in reversed(self.classes or ())}

    def knows_class(self, name: str) -> bool:
        """Return whether the configuration (if any) and the BNF (if any) declare a class."""
        declared = self.classes is None or self.declared(name) is not None
        return declared and (self.bnf is None or self.bnf.of_class(name) is not None)

    def knows_slot(self, class_name: str, slot: str) -> bool:
        """Return whether the configuration (if any) and the BNF (if any) declare a slot of a class.

        The status slot is always known.
        """
        if slot == self.status:
            return True
        declared = self.declared(class_name)
        if self.classes is not None and (declared is None or declared.kind(slot) is None):
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        return self.bnf is None or (defined is not None and defined.slot(slot) is not None)

    @cached_property
    def class_names(self) -> tuple[str, ...]:
        """Return the upper-case names of all known classes."""
        return tuple(name.upper() for name in self._slots)

    def slot_names(self, class_name: str) -> tuple[str, ...]:
        """Return the upper-case names of a class's slots."""
        return tuple(name.upper() for name in self._slots.get(class_name.lower(), ()))

    def slot_place(self, class_name: str, slot: str) -> int:
        """Return the position of a slot within its class, from the BNF, otherwise from the configuration."""
        known = self._slot_places.get(class_name)
        if known is None:
            known = self._slot_places[class_name] = self._places_in(class_name)
        return known.get(slot, len(known))

    @cached_property
    def _slot_places(self) -> dict[str, Mapping[str, int]]:
        """Return the positions of slots by class, for the classes requested so far."""
        return {}

    def _places_in(self, class_name: str) -> Mapping[str, int]:
        owner = self.bnf.of_class(class_name) if self.bnf else None
        defined = [slot.name.lower() for slot in owner.slots] if owner else []
        names = dict.fromkeys((*defined, *map(str.lower, self.slot_names(class_name))))
        return {name: place for place, name in enumerate(names)}

    def takes_pointers(self, class_name: str, slot: str) -> bool:
        """Return whether a slot may contain pointers; this is assumed unless the configuration or the BNF
        excludes it.
        """
        declared = self.declared(class_name)
        if declared and (kind := declared.kind(slot)) is not None and kind != "pointer":
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        known = defined.slot(slot) if defined else None
        return known is None or bool(known.pointers)

    @cached_property
    def compound_classes(self) -> tuple[str, ...]:
        """Return the class names that contain a hyphen, longest first."""
        return compound_names(self._slots)

    @cached_property
    def all_slots(self) -> frozenset[str]:
        """Return the lower-case names of all known slots, including the status slot."""
        return self._own_slots | {self.status}

    @cached_property
    def inner_slot(self) -> re.Pattern[str]:
        """Return a pattern for a slot's name in the middle of a line."""
        return inner_slots(self._own_slots)

    @cached_property
    def _own_slots(self) -> frozenset[str]:
        """Return the lower-case names of the slots of all known classes."""
        return frozenset(name for slots in self._slots.values() for name in slots)

    @cached_property
    def _slots(self) -> Mapping[str, tuple[str, ...]]:
        """Return the slots of all known classes by class, in lower case."""
        slots = {each.name: tuple(name for name, _ in each.slots) for each in self.classes or ()}
        for each in self.bnf.classes if self.bnf and self.classes is None else ():
            slots[each.name.lower()] = tuple(slot.name.lower() for slot in each.slots)
        return slots


T = TypeVar("T")


class Link(NamedTuple):
    """Link information: the range of a fill in a texts file, in code points (`last` is exclusive)."""

    first: int
    last: int
    texts: str
    start: int
    end: int


class SingleFill(NamedTuple):
    """A fill as written; `text` excludes the quotes, `start` and `end` include them."""

    kind: TemplateTokenKind
    text: str
    start: int
    end: int
    link: Link | None = None


class Pointer(NamedTuple):
    """A fill that points to an object: its range, and the object's name."""

    identity: Identity
    start: int
    end: int


class Alternative:
    """A multi-fill; `slash` is the position of the slash before it, or None for the first alternative."""

    __slots__ = ("fills", "slash")

    def __init__(
        self,
        fills: list[SingleFill] | None = None,
        slash: int | None = None,
    ) -> None:
        self.fills: list[SingleFill] = [] if fills is None else fills
        self.slash = slash


class SlotEntry:
    """A slot as written: its name (`start` and `end` exclude the colon) and its fills.

    `name` is in lower case. `slash` is the position of the slash that makes the slot optional. `passed_over`
    is the end of the slot's text if it has not been parsed; the fills are then unknown.
    """

    __slots__ = ("alternatives", "end", "name", "passed_over", "slash", "start")

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        name: str,
        start: int,
        end: int,
        alternatives: list[Alternative],
        slash: int | None = None,
        passed_over: int = 0,
    ) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.alternatives = alternatives
        self.slash = slash
        self.passed_over = passed_over

    @property
    def fills(self) -> Sequence[SingleFill]:
        """Return the fills of all alternatives in order."""
        if self.passed_over:
            return ()
        if len(self.alternatives) == 1:
            return self.alternatives[0].fills
        return [fill for alternative in self.alternatives for fill in alternative.fills]


class Record:
    """An object as written: its header, its slots in order, and its fills outside any slot.

    `header` is None for the text before the first header of a file. `end` is the end of the record's last
    token.
    """

    __slots__ = ("end", "header", "slots", "stray")

    def __init__(self, header: Header | None, end: int = 0) -> None:
        self.header = header
        self.slots: list[SlotEntry] = []
        self.stray: list[SingleFill] = []
        self.end = end

    @property
    def start(self) -> int:
        """Return the start of the header, or of the unit."""
        return self.header.start if self.header else 0

    def slot(self, name: str) -> SlotEntry | None:
        """Return the first slot with that name (in lower case), or None."""
        return next((slot for slot in self.slots if slot.name == name), None)


class Tree(NamedTuple):
    """The syntax tree of a unit's text.

    `records` contains the record at the start of the unit, and any record with a header that is not on its
    own line; `loose` is the text before the first header. `tokens` cover everything except whitespace and
    line ends; `odd` contains the lines that are not plain (see
    `keytally.families.muc.templates.scanner.Scan`).
    """

    tokens: Sequence[TemplateToken]
    odd: Sequence[tuple[int, int]]
    records: Sequence[Record]
    loose: Record | None = None


Name = tuple[str, str, str]
"""The value that equal identification strings share (see `keytally.families.muc.templates.scanner`)."""


class Judgement(NamedTuple):
    """The result of checking a unit: its findings, its names, and the names that it points to.

    `names` contains the names in complete headers of its document, in order; `vague` contains the classes of
    other headers; `pointed` contains the names in pointers.
    """

    findings: Sequence[Finding]
    names: Sequence[Name]
    vague: frozenset[str]
    pointed: frozenset[Name]


class Reader(Protocol):
    """Parses and checks units."""

    def tree(self, text: str) -> Tree:
        """Return the syntax tree of a text; never fails."""
        ...

    def judgement(self, unit: "TemplateUnit") -> Judgement:
        """Return the findings for a unit alone."""
        ...

    def pointers(self, unit: "TemplateUnit") -> Sequence[Pointer]:
        """Return the fills of a unit that should name an object of its document."""
        ...


class TemplateUnit:
    """A record with the text after it, or the text before the first record.

    Positions are code points from the start of the unit. `document` is the document number in the header, or
    None if there is none. Everything else is computed from the text on first use. `may_lose` is set once this
    process has scored the unit: it is true if scoring may have skipped a part.
    """

    __slots__ = ("_judgement", "_kept", "_reader", "_tree", "document", "may_lose", "text")

    def __init__(self, text: str, document: str | None, reader: Reader) -> None:
        self.text = text
        self.document = document
        self.may_lose = document is None
        self._reader = reader
        self._tree: Tree | None = None
        self._judgement: Judgement | None = None
        self._kept: tuple[Any, Sequence[Finding]] | None = None

    @property
    def tree(self) -> Tree:
        """Return the syntax tree of the text."""
        if self._tree is None:
            self._tree = self._reader.tree(self.text)
        return self._tree

    def passing_tree(self) -> Tree:
        """Return the tree without caching it, because a run over large files cannot keep all trees in
        memory.
        """
        return self._tree or self._reader.tree(self.text)

    def passing(self, tree: Callable[[str], Tree]) -> "TemplateUnit":
        """Return a unit that keeps its tree while in use: this unit itself, or a copy with the given
        `tree`.
        """
        if self._tree is not None:
            return self
        twin = TemplateUnit(self.text, self.document, self._reader)
        twin._tree = tree(self.text)
        return twin

    @property
    def tokens(self) -> Sequence[TemplateToken]:
        """Return the tokens in order."""
        return self.tree.tokens

    @property
    def odd(self) -> Sequence[tuple[int, int]]:
        """Return the lines that are not plain, as ranges of `tokens`."""
        return self.tree.odd

    @property
    def records(self) -> Sequence[Record]:
        """Return the records in order; there are several only if a header is not on its own line."""
        return self.tree.records

    @property
    def loose(self) -> Record | None:
        """Return the text before the first header, if any."""
        return self.tree.loose

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings for the unit alone."""
        return self.judgement.findings

    @property
    def pointers(self) -> Sequence[Pointer]:
        """Return the fills that should name an object of the document."""
        return self._reader.pointers(self)

    @property
    def judgement(self) -> Judgement:
        """Return the findings and names of the unit."""
        if self._judgement is None:
            self._judgement = self._reader.judgement(self)
        return self._judgement

    def kept(self, cause: T, find: Callable[["TemplateUnit", T], Sequence[Finding]]) -> Sequence[Finding]:
        """Return the result of `find` for the unit, cached until `cause` changes."""
        if self._kept is None or self._kept[0] != cause:
            self._kept = cause, find(self, cause)
        return self._kept[1]

    @property
    def record(self) -> Record | None:
        """Return the record at the start of the unit; None before the first record of a file."""
        return _first(self.tree)

    @property
    def headers(self) -> Sequence[Header]:
        """Return the headers of the records that belong to the unit's document."""
        records = records_of_document(self.passing_tree().records, self.document)
        return [record.header for record in records if record.header]

    def scored_records(self) -> Iterator[Record]:
        """Yield the records that belong to the unit's document."""
        return records_of_document(self.records, self.document)

    def stretches(self) -> Iterator[tuple[TemplateTokenKind | None, Span]]:
        """Yield the tokens of the unit in order, with None for whitespace; they cover its text."""
        cursor = 0
        for kind, start, end in self.tokens:
            if cursor < start:
                yield None, Span(cursor, start)
            yield kind, Span(start, end)
            cursor = end
        if cursor < len(self.text):
            yield None, Span(cursor, len(self.text))


def document_of(tree: Tree) -> str | None:
    """Return the document number in the header at the start of a unit; None if there is none."""
    record = _first(tree)
    return record.header.identity.document or None if record and record.header else None


def records_of_document(records: Sequence[Record], document: str | None) -> Iterator[Record]:
    """Yield the records of a unit that belong to a document."""
    for record in records:
        if record.header and record.header.identity.document == document:
            yield record


def _first(tree: Tree) -> Record | None:
    return tree.records[0] if tree.records and tree.loose is None else None


_THREE_PIECES = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")
_BETWEEN_LINES = BLANKS + "\r\n"
_COUNT = 9
"""The maximum number of digits that are read as an offset; no file is longer."""


def read_tree(text: str, syntax: TemplateSyntax, passed_over: Sequence[SlotEntry] = ()) -> Tree:
    """Return the tree of one unit; never fails.

    The slots in `passed_over` are added as given, without tokens. These slots must follow a header without
    findings, and be followed only by a slot.
    """
    builder = _Builder(text, syntax)
    start = builder.sound_header() if passed_over else 0
    for slot in passed_over:
        if start < slot.start and (written := text[start : slot.start].rstrip(_BETWEEN_LINES)):
            builder.read(start, start + len(written))
        builder.pass_over(slot)
        start = slot.passed_over
    if start < len(text):
        builder.read(start, len(text))
    return builder.tree()


# Fills are the most frequent objects; this takes half the time of calling the class.
_single_fill = partial(tuple.__new__, SingleFill)


class _Builder:
    """Builds the tree of one unit."""

    __slots__ = (
        "_compound",
        "_fills",
        "_inner_slot",
        "_odd",
        "_record",
        "_records",
        "_slot",
        "_text",
        "_tokens",
    )

    def __init__(self, text: str, syntax: TemplateSyntax) -> None:
        self._text = text
        self._tokens: list[TemplateToken] = []
        self._odd: list[tuple[int, int]] = []
        self._inner_slot = syntax.inner_slot
        self._compound = syntax.compound_classes
        self._record = Record(None)
        self._records = [self._record]
        self._slot: SlotEntry | None = None
        self._fills = self._record.stray

    def read(self, first: int, last: int) -> None:
        """Add the lines from `first` to `last`."""
        tokens, odd = scan_template(self._text, self._inner_slot, first, last)
        before = len(self._tokens)
        self._tokens += tokens
        if odd:
            self._odd += [(before + start, before + end) for start, end in odd]
        slot, fills = TemplateTokenKind.SLOT, FILLS
        for index, (kind, start, end) in enumerate(tokens, before):
            if kind in fills:
                self.fill(index, kind, start, end)
            elif kind is slot:
                self.slot(start, end)
            elif kind is TemplateTokenKind.LINK:
                self.link(start, end)
            elif kind is TemplateTokenKind.SLASH:
                self.slash(start)
            elif kind is TemplateTokenKind.HEADER:
                self.header(start, end)

    def sound_header(self) -> int:
        """Add the well-formed header at the start of the text, and return its end."""
        text = self._text
        closing = text.index(">")
        end = text.index(":=", closing) + 2
        self._tokens.append(TemplateToken(TemplateTokenKind.HEADER, 0, end))
        self._begin(Header(0, end, Identity(*text[1:closing].split("-", 2))))
        return end

    def pass_over(self, slot: SlotEntry) -> None:
        """Add a slot without parsing it."""
        self._record.slots.append(slot)
        self._record.end = slot.passed_over

    def tree(self) -> Tree:
        """Return the tree, once all tokens have been added."""
        loose, *records = self._records
        has_loose = loose.slots or loose.stray or not records
        return Tree(self._tokens, self._odd, records, loose if has_loose else None)

    def header(self, start: int, end: int) -> None:
        """Begin a record."""
        self._begin(header_at(self._text, start, end, self._compound))

    def _begin(self, header: Header) -> None:
        self._record = Record(header, end=header.end)
        self._records.append(self._record)
        self._slot, self._fills = None, self._record.stray

    def slot(self, start: int, end: int) -> None:
        """Begin a slot."""
        first = Alternative([])
        slot = SlotEntry(self._text[start : end - 1].lower(), start, end - 1, [first])
        self._slot, self._fills = slot, first.fills
        self._record.slots.append(slot)
        self._record.end = end

    def slash(self, start: int) -> None:
        """Read a slash, which separates alternatives, or makes the slot optional if it precedes the first
        fill.
        """
        slot = self._slot
        self._record.end = start + 1
        if slot is None:
            return
        if slot.slash is None and len(slot.alternatives) == 1 and not self._fills:
            slot.slash = start
            return
        alternative = Alternative(slash=start)
        slot.alternatives.append(alternative)
        self._fills = alternative.fills

    def fill(self, index: int, kind: TemplateTokenKind, start: int, end: int) -> None:
        """Add a fill."""
        text = self._text
        if kind is TemplateTokenKind.POINTER and self._is_header(index):
            self._tokens[index] = TemplateToken(TemplateTokenKind.HEADER, start, end)
            self.header(start, end)
            return
        if kind is TemplateTokenKind.QUOTED:
            content = text[start + 1 : end - 1]
        else:
            content = text[start + 1 : end] if kind is TemplateTokenKind.UNCLOSED else text[start:end]
        self._fills.append(_single_fill((kind, content, start, end, None)))
        self._record.end = end

    def link(self, start: int, end: int) -> None:
        """Add the link from the previous fill to the texts."""
        first, last, texts = self._text[start + 2 : end].split("#", 2)
        self._record.end = end
        if self._fills and len(first) <= _COUNT and len(last) <= _COUNT:
            link = Link(int(first), int(last), texts, start, end)
            self._fills[-1] = self._fills[-1]._replace(link=link)

    def _is_header(self, index: int) -> bool:
        """Return whether an identification string is a header that lacks its `:=`.

        It must be alone on its line in column 1 and followed by a slot, and must not continue a list of
        pointers.
        """
        if index + 1 >= len(self._tokens) or self._tokens[index + 1].kind is not TemplateTokenKind.SLOT:
            return False
        text, start, end = self._text, self._tokens[index].start, self._tokens[index].end
        if text[start - 1 : start] not in ("\n", "\r", "") or not _THREE_PIECES.fullmatch(text, start, end):
            return False
        if not set("\r\n").intersection(text[end : self._tokens[index + 1].start]):
            return False
        before = self._tokens[index - 1] if index else None
        if before is None or BLANK_LINE.search(text, before.end, start):
            return True
        return bool(self._fills) and before.kind not in (TemplateTokenKind.POINTER, TemplateTokenKind.SLASH)
