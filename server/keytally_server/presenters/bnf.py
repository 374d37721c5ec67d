"""The presenter of task BNFs."""

import re
from collections.abc import Iterable, Iterator, Sequence

from keytally.families.muc.bnf import CARDINALITIES, Bnf, BnfClass, BnfDefinition, BnfSlot, BnfUnit
from keytally.families.muc.bnf_configurations import slot_in_words
from keytally.findings.finding import Edit
from keytally.text.positions import Span
from keytally.text.rendering import markdown_code, markdown_prose, quantity
from keytally_server.answers import (
    Completion,
    CompletionKind,
    Hover,
    Name,
    SemanticToken,
    Symbol,
    SymbolKind,
    TokenType,
)
from keytally_server.cursor import CursorLine, line_around
from keytally_server.presenters.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name

_POINTER = re.compile(r"<([^<>\s]*)\Z")
_NAMED_SET = re.compile(r"\{\{\s*([^{}\s,]*)\Z")
_DEFINED = re.compile(r"[ \t]+[^\W\d][\w-]*:[ \t]*\S.*?([ \t]*)\Z")
_WHOLE = re.compile(r"[}>\"\w][ \t]*\Z")
_OPEN = re.compile(r"[{<][^}>]*\Z|\"[^\"]*\Z")
_REST_OF_POINTER = re.compile(r"[^<>\s]*>?")
_REST_OF_SET = re.compile(r"[^{}\s,]*(?:\s*\}\})?")


def bnf_completions(unit: BnfUnit, place: int) -> Iterator[Completion]:
    """Yield the completions at a position of a BNF."""
    if any(piece.kind == "COMMENT" and piece.start < place < piece.end for piece in unit.pieces):
        return
    line = line_around(unit.text, place)
    before = line.before
    if match := _POINTER.search(before):
        if before[: match.start()].strip():
            yield from _classes(unit, place - len(match[1]) - 1, place)
    elif match := _NAMED_SET.search(before):
        yield from _sets(unit, place - len(match.group()), place)
    elif (match := _DEFINED.match(before)) and _takes_mark(line):
        yield from _marks(place, has_blank=bool(match[1]) or not before[-1:].isalnum())


def _classes(unit: BnfUnit, start: int, place: int) -> Iterator[Completion]:
    rest = _REST_OF_POINTER.match(unit.text, place)
    for each in unit.bnf.classes:
        name = f"<{each.name}>"
        yield Completion(name, CompletionKind.CLASS, name, start, rest.end() if rest else place)


def _sets(unit: BnfUnit, start: int, place: int) -> Iterator[Completion]:
    rest = _REST_OF_SET.match(unit.text, place)
    for name, values in unit.bnf.sets:
        text = f"{{{{{name}}}}}"
        end = rest.end() if rest else place
        yield Completion(text, CompletionKind.VALUE, text, start, end, detail=", ".join(values))


def _takes_mark(line: CursorLine) -> bool:
    """Return whether a slot's definition on a line is complete except for its cardinality."""
    is_whole = _WHOLE.search(line.before) and not _OPEN.search(_without_whole(line.before))
    return bool(is_whole) and not line.behind.strip()


def _without_whole(before: str) -> str:
    return re.sub(r"\{[^{}]*\}|<[^<>]*>|\"[^\"]*\"", "", before)


def _marks(place: int, *, has_blank: bool) -> Iterator[Completion]:
    for mark, cardinality in CARDINALITIES.items():
        text = mark if has_blank else f" {mark}"
        yield Completion(mark, CompletionKind.MARK, text, place, place, detail=str(cardinality))


def definition_named(unit: BnfUnit, name: Name) -> tuple[int, int] | None:
    """Return the range of the name of a class, a named set, or a slot of a class; the first of several, or
    None.
    """
    wanted = tuple(part.lower() for part in name)
    found = next((definition for definition in unit.definitions if _name(definition) == wanted), None)
    if found is None:
        return None
    start = unit.text.find(found.name, found.start, found.end)
    return start, start + len(found.name)


def _name(definition: BnfDefinition) -> Name:
    own = definition.name.lower()
    return (definition.owner.lower(), own) if definition.kind == "slot" else (own,)


_KINDS = {"class": SymbolKind.CLASS, "slot": SymbolKind.SLOT, "set": SymbolKind.SET}


def bnf_symbols(unit: BnfUnit) -> Iterator[Symbol]:
    """Yield a symbol for each class and named set; slots before the first class or set are omitted."""
    for definition, slots in _groups(unit.definitions):
        children = tuple(_symbol(unit, slot, ()) for slot in slots)
        yield _symbol(unit, definition, children)


def definition_stretches(unit: BnfUnit) -> Iterator[tuple[int, int]]:
    """Yield the ranges of classes with their slots, and of sets."""
    for definition, slots in _groups(unit.definitions):
        yield definition.start, _end(slots[-1] if slots else definition)


def definition_selection_ranges(unit: BnfUnit) -> Iterator[tuple[int, int]]:
    """Yield the range of each definition, then the ranges of classes with their slots."""
    yield from ((definition.start, _end(definition)) for definition in unit.definitions)
    yield from definition_stretches(unit)


def _groups(definitions: Sequence[BnfDefinition]) -> Iterator[tuple[BnfDefinition, list[BnfDefinition]]]:
    """Yield each class with the slots after it, and each set; a slot after a set no longer belongs to a
    class.
    """
    groups: list[tuple[BnfDefinition, list[BnfDefinition]]] = []
    for definition in definitions:
        if definition.kind in ("class", "set"):
            groups.append((definition, []))
        elif definition.kind == "slot" and groups:
            groups[-1][1].append(definition)
    return iter(groups)


def _symbol(unit: BnfUnit, definition: BnfDefinition, children: tuple[Symbol, ...]) -> Symbol:
    end = _end(definition)
    head = unit.text.find(definition.name, definition.start, definition.end)
    written = " ".join(unit.text[definition.end : end].split())
    return Symbol(
        definition.name or "(no name)",
        outline_name(written),
        _KINDS[definition.kind],
        definition.start,
        max([end, *(child.end for child in children)]),
        head,
        head + len(definition.name),
        children,
    )


def _end(definition: BnfDefinition) -> int:
    return definition.body[-1].end if definition.body else definition.end


def definition_hover(unit: BnfUnit, offset: int, place: int) -> Hover | None:
    """Return the meaning of the definition around a position; None between definitions."""
    definition = next(
        (each for each in unit.definitions if each.start <= place <= _definition_end(each)), None
    )
    text = _meaning(unit.bnf, definition) if definition else None
    if definition is None or text is None:
        return None
    return Hover(text, offset + definition.start, offset + _definition_end(definition))


def about_slot(bnf: Bnf, slot: BnfSlot) -> str:
    """Return a slot's line in the BNF, and its meaning."""
    return f"{markdown_code(slot.written)}  \n{markdown_prose(slot_in_words(bnf, slot))}"


def _meaning(bnf: Bnf, definition: BnfDefinition) -> str | None:
    if definition.kind == "set":
        values = next((values for name, values in bnf.sets if name == definition.name), ())
        return (
            f"the set {markdown_code(definition.name)}: one of {', '.join(map(markdown_code, values))}"
            if values
            else None
        )
    owner = bnf.of_class(definition.owner if definition.kind == "slot" else definition.name)
    if owner is None:
        return None
    if definition.kind == "class":
        return _about_class(bnf, owner)
    slot = owner.slot(definition.name)
    return about_slot(bnf, slot) if slot else None


def _about_class(bnf: Bnf, owner: BnfClass) -> str:
    """Return the number of slots of a class, and the slots that point to it."""
    pointing = [
        f"{markdown_code(each.name)}.{markdown_code(slot.name)}"
        for each in bnf.classes
        for slot in each.slots
        if owner.name.lower() in map(str.lower, slot.pointers)
    ]
    meaning = f"the class {markdown_code(owner.name)}: {quantity(len(owner.slots), 'slot')}"
    return f"{meaning}  \npointed to by {', '.join(pointing)}" if pointing else meaning


def _definition_end(definition: BnfDefinition) -> int:
    return definition.body[-1].end if definition.body else definition.end


_UNSIGNED = re.compile(r"<[^\s<>\"']+>\Z")
_BROKEN = re.compile(r"<[^\s<>\"']+>([ \t]*(?::==|::=|:|=))\Z")


def sign_edits(before: str, behind: str, offset: int) -> list[Edit]:
    """Return the edits that turn a line into a header.

    `before` and `behind` are the text of the line before and after the cursor at `offset`.
    """
    if behind.strip():
        return []
    if _UNSIGNED.match(before):
        return [Edit(offset, offset, " :=")]
    broken = _BROKEN.match(before)
    return [Edit(offset - len(broken[1]), offset, " :=")] if broken else []


def after_typing_in_bnf(at: UnitAt, typed: str) -> list[Edit]:
    """Return the edits that result from typing a character directly before a position."""
    line = line_around(at.unit.text, at.place)
    return sign_edits(line.before, line.behind, at.offset + at.place) if typed != "\n" else []


_BODY = {
    "COMMENT": TokenType.COMMENT,
    "SET": TokenType.KEYWORD,
    "NAMED_SET": TokenType.MACRO,
    "STRING": TokenType.STRING,
    "WORD": TokenType.STRING,
    "POINTER": TokenType.TYPE,
    "BAR": TokenType.OPERATOR,
    "CARDINALITY": TokenType.OPERATOR,
}
_HEADS = {
    "CLASS_HEAD": TokenType.TYPE,
    "SET_HEAD": TokenType.MACRO,
    "SLOT_HEAD": TokenType.PROPERTY,
}


def bnf_tokens(unit: BnfUnit) -> Iterator[SemanticToken]:
    """Yield the tokens in order."""
    for kind, start, end in unit.pieces:
        if kind in _HEADS:
            name = unit.text[start:end].rstrip(":= \t\r\n\f\v")
            yield SemanticToken(start, start + len(name), _HEADS[kind])
        elif kind in _BODY:
            yield SemanticToken(start, end, _BODY[kind])


class BnfPresenter(Presenter):
    """Presents classes, slots and named sets (keytally_server.presenters.presenter); a file is one unit."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the meaning of the definition at a position, or None."""
        return definition_hover(at.unit, at.offset, at.place)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Return the classes to which pointers refer, named sets, and cardinality marks."""
        return bnf_completions(at.unit, at.place)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: BnfUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of names, sets and marks."""
        return bnf_tokens(unit)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """Return classes with their slots, and named sets."""
        return (symbol for unit, _ in units for symbol in bnf_symbols(unit))

    def folding_ranges(self, unit: BnfUnit, *, with_parts: bool) -> Iterable[Stretch]:
        """Return the ranges of the definitions."""
        return definition_stretches(unit)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the ranges of the parts of a definition, of the definition, and of its class."""
        pieces = ((start, end) for _, start, end in at.unit.pieces)
        return (*pieces, *definition_selection_ranges(at.unit))

    def definition_of(self, unit: BnfUnit, name: Name) -> Stretch | None:
        """Return the range of the name of a class, of a set, or of a slot of a class; None if the unit
        does not define the name.
        """
        return definition_named(unit, name)

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """Return the edits that complete the header after a class name."""
        return after_typing_in_bnf(at, typed)
