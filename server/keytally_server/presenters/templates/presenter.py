"""The presenter of template files: outline, links, hints, tokens and ranges."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from keytally.families.contract import Level, Mark
from keytally.families.muc.bnf import BnfSlot, ElementKind
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.links import leads_to
from keytally.families.muc.templates.scanner import TemplateToken, TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.unit import Link, Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.finding import Edit, Finding
from keytally.text.buffer import TextBuffer
from keytally.text.positions import Span
from keytally.text.rendering import quantity
from keytally_server.answers import (
    CodeAction,
    Completion,
    DocumentHighlight,
    DocumentLink,
    Hover,
    LocationLink,
    Name,
    Renamable,
    SemanticToken,
    Symbol,
    SymbolKind,
    TokenType,
    TypeName,
    WorkspaceSymbol,
)
from keytally_server.presenters.configuration import existing_file
from keytally_server.presenters.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.presenters.safe_fixes import Repair
from keytally_server.presenters.templates.actions import record_actions
from keytally_server.presenters.templates.completion import template_completions
from keytally_server.presenters.templates.edits import after_typing_in_template, record_repairs, unit_edits
from keytally_server.presenters.templates.hover import record_hover
from keytally_server.presenters.templates.records import (
    linked_text,
    marked_record,
    name_at,
    partner_record,
    record_identifier,
    record_title,
    renamable_object,
    rename_object,
    slot_end,
    slot_text,
    syntax_of,
    template_place,
)
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name


def template_symbols(units: Iterable[UnitWithOffset], with_objects: bool) -> Iterator[Symbol]:
    """Yield a symbol for each run of records of the same document; each unit is given with its offset."""
    for document, run in groupby(units, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None:
            yield _document(document, placed, with_objects)


def _document(document: str, units: list[UnitWithOffset], with_objects: bool) -> Symbol:
    records = [(record, offset) for unit, offset in units for record in unit.records]
    start = units[0][1]
    last, offset = records[-1]
    objects = tuple(_object(record, at) for record, at in records) if with_objects else ()
    detail = quantity(len(records), "object")
    first = start + records[0][0].start
    header = records[0][0].header
    name_end = start + header.end if header else first
    return Symbol(document, detail, SymbolKind.DOCUMENT, start, offset + last.end, first, name_end, objects)


def _object(record: Record, offset: int) -> Symbol:
    """Return the symbol of an object: its title with the identifier as detail, or only the identifier if
    it has no fills.
    """
    named_by, name = record_title(record), record_identifier(record)
    detail = name if named_by else ""
    name_end = record.header.end if record.header else record.start
    slots = tuple(_slot(slot, offset) for slot in record.slots)
    return Symbol(
        outline_name(named_by or name) or "(no name)",
        outline_name(detail),
        SymbolKind.OBJECT,
        offset + record.start,
        offset + record.end,
        offset + record.start,
        offset + name_end,
        slots,
    )


def _slot(slot: SlotEntry, offset: int) -> Symbol:
    start, end = offset + slot.start, offset + slot_end(slot)
    return Symbol(slot.name.upper(), slot_text(slot), SymbolKind.SLOT, start, end, start, offset + slot.end)


def object_symbols(
    path: Path, unit: TemplateUnit, offset: int, matches: Callable[[str], bool]
) -> Iterator[WorkspaceSymbol]:
    """Yield the objects of a unit with a matching class, number or title."""
    if not matches(unit.text):
        return
    for record in unit.passing_tree().records:
        name = f"{record_identifier(record)} {record_title(record)}".rstrip()
        if record.header is not None and matches(name):
            start, end = offset + record.header.start, offset + record.header.end
            yield WorkspaceSymbol(name, SymbolKind.OBJECT, path, start, end)


def template_definitions(snapshot: Snapshot, at: UnitAt) -> list[LocationLink]:
    """Return the target of the pointer or link at a position; empty if there is neither."""
    name = name_at(snapshot, at.offset + at.place)
    if name is not None and name.occurrence.header is None:
        home, occurrence = name.home, name.occurrence
        if home is None:
            return []
        return [LocationLink(snapshot.path, home.start, home.end, occurrence.start - 1, occurrence.end + 1)]
    return _linked(snapshot, at)


def _linked(snapshot: Snapshot, at: UnitAt) -> list[LocationLink]:
    place = template_place(at.unit, at.place)
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    if place is None or place.link is None or texts is None or not leads_to(place.link, texts.name):
        return []
    found = linked_text(snapshot, place.link)
    if found is None:
        return []
    return [
        LocationLink(texts, found.start, found.end, at.offset + place.link.start, at.offset + place.link.end)
    ]


BNF = "bnf"


def record_type_name(snapshot: Snapshot, at: UnitAt) -> TypeName | None:
    """Return the BNF name of a header's class, a slot, a fill's set, or the class of a pointer; None at
    other positions.
    """
    place = template_place(at.unit, at.place)
    header = place.record.header if place is not None else None
    if place is None or header is None or place.link is not None:
        return None
    class_name = header.identity.class_name
    if place.header is not None:
        return TypeName(BNF, ((class_name,),), at.offset + header.start, at.offset + header.end)
    if place.slot is None or (place.fill is None and not place.in_name):
        return None
    around = place.fill or place.slot
    names = tuple(_names(snapshot, class_name, place.slot, place.fill))
    return TypeName(BNF, names, at.offset + around.start, at.offset + around.end)


def _names(snapshot: Snapshot, class_name: str, slot: SlotEntry, fill: SingleFill | None) -> Iterator[Name]:
    """Yield the names of a fill, the narrowest first, and of its slot."""
    syntax = syntax_of(snapshot.reading)
    if fill is not None and fill.kind is TemplateTokenKind.POINTER:
        yield (pointer_identity(fill.text, syntax.compound_classes).class_name,)
    owner = syntax.bnf.of_class(class_name) if syntax.bnf is not None else None
    defined = owner.slot(slot.name) if owner is not None else None
    if fill is not None and defined is not None:
        yield from _sets_with(defined, fill.text)
    yield class_name, slot.name


def _sets_with(slot: BnfSlot, value: str) -> Iterator[Name]:
    """Yield the named sets of a slot that contain a value."""
    for element in slot.elements:
        written = (each.lower() for each in element.values)
        if element.kind is ElementKind.SET and element.name and value.lower() in written:
            yield (element.name,)


def text_links(snapshot: Snapshot, unit: TemplateUnit, offset: int) -> Iterator[DocumentLink]:
    """Yield the links of a unit to the texts of the pair, or to a file in or below its directory."""
    if "##" not in unit.text:
        return
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    slots = (slot for record in unit.passing_tree().records for slot in record.slots)
    for link in (fill.link for slot in slots for fill in slot.fills):
        if link is None:
            continue
        target = texts if texts and leads_to(link, texts.name) else _beside(snapshot.path, link.texts)
        if target is not None:
            data = {"first": link.first, "last": link.last}
            yield DocumentLink(offset + link.start, offset + link.end, target, data)


def link_place(snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
    """Return the range of the pair's texts to which a link points; None without texts or if the link
    points beyond their end.
    """
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    first, last = data.get("first"), data.get("last")
    if texts is None or not isinstance(first, int) or not isinstance(last, int):
        return None
    found = linked_text(snapshot, Link(first, last, "", 0, 0))
    return None if found is None else (texts, Span(found.start, found.end))


def _beside(path: Path, name: str) -> Path | None:
    """Return the file with this name in the directory of `path` or below; None if it does not exist."""
    named = Path(name)
    if not path.is_absolute() or named.anchor or ".." in named.parts:
        return None
    return existing_file(path.parent / name)


def template_highlights(snapshot: Snapshot, offset: int) -> list[DocumentHighlight]:
    """Return the header of the object named at a position, and the pointers to it in its document."""
    name = name_at(snapshot, offset)
    every = name.all if name is not None else ()
    return [DocumentHighlight(each.start, each.end, each.header is not None) for each in every]


def leading_marks(snapshot: Snapshot, at: UnitAt) -> Iterator[Mark]:
    """Yield the verdict on the object, slot or fill at a position, then the verdicts on missing items
    there.
    """
    place = template_place(at.unit, at.place)
    if place is None:
        return
    marked = marked_record(snapshot, at.unit, place.record)
    mark = None
    if place.header is not None:
        mark = marked.object_mark
    elif place.fill is not None:
        mark = marked.fill_mark(place.fill)
    elif place.slot is not None and place.in_name:
        mark = marked.slot_mark(place.slot)
    if mark is not None:
        yield mark
    yield from (each for each in marked.marks if each.start == each.end == at.place)


LONGEST_LINE = 1000

_BEFORE_BLANK_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)(?=[ \t]*(?:[\r\n]|\Z))")


def hint_place(text: TextBuffer, mark: Mark, place: int) -> int:
    """Return the start of an empty line below the position of a missing object; otherwise, the position."""
    if mark.level is not Level.OBJECT:
        return place
    last = min(place + LONGEST_LINE, len(text))
    match = _BEFORE_BLANK_LINE.match(text.slice(place, last))
    is_cut = match is not None and place + match.end() == last < len(text)
    return place if match is None or is_cut else place + match.end()


def own_line(mark: Mark) -> str | None:
    """Return the label of a missing object, shown on separate lines; None for a part of an object."""
    return hint_label(mark) if mark.level is Level.OBJECT else None


def hint_label(mark: Mark) -> str | None:
    """Return a missing object's identifier and title, or a missing fill; None for slots.

    A missing slot is shown only by its missing fills.
    """
    if mark.level is Level.SLOT:
        return None
    record = partner_record(mark) if mark.level is Level.OBJECT else None
    name = record_title(record) if record else ""
    return f'{mark.label} "{name}"' if name else mark.label


def record_stretches(unit: TemplateUnit) -> Iterator[Stretch]:
    """Yield the ranges of a unit's records, from header to last fill."""
    for record in unit.records:
        yield record.start, record.end


def document_stretches(units: Iterable[UnitWithOffset]) -> Iterator[Stretch]:
    """Yield the ranges of runs of several records of the same document; each unit is given with its
    offset.
    """
    for document, run in groupby(units, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None and len(placed) > 1:
            last, offset = placed[-1]
            yield placed[0][1], offset + last.records[-1].end


def record_selection_ranges(unit: TemplateUnit, place: int) -> Iterator[Stretch]:
    """Yield the ranges of the fill with and without its link information, of the slot or the header, and
    of the record.
    """
    found = template_place(unit, place)
    if found is None:
        return
    if found.link is not None:
        yield found.link.start, found.link.end
    if found.fill is not None:
        yield found.fill.start, found.fill.end
        yield found.fill.start, found.fill.link.end if found.fill.link else found.fill.end
    if found.slot is not None:
        yield found.slot.start, slot_end(found.slot)
    if found.header is not None:
        yield found.header.start, found.header.end
    yield found.record.start, found.record.end


_TYPES = {
    TemplateTokenKind.COMMENT: TokenType.COMMENT,
    TemplateTokenKind.SLASH: TokenType.OPERATOR,
    TemplateTokenKind.QUOTED: TokenType.STRING,
    TemplateTokenKind.UNCLOSED: TokenType.STRING,
    TemplateTokenKind.POINTER: TokenType.TYPE,
    TemplateTokenKind.BARE: TokenType.KEYWORD,
    TemplateTokenKind.LINK: TokenType.NUMBER,
}


def template_tokens(unit: TemplateUnit) -> Iterator[SemanticToken]:
    """Yield the tokens of a unit in order."""
    for token in unit.tokens:
        if token.kind is TemplateTokenKind.HEADER:
            yield from _header(unit.text, token)
        elif token.kind is TemplateTokenKind.SLOT:
            yield SemanticToken(token.start, token.end - 1, TokenType.PROPERTY)
        elif token.kind in _TYPES:
            yield SemanticToken(token.start, token.end, _TYPES[token.kind])


def _header(text: str, token: TemplateToken) -> Iterator[SemanticToken]:
    """Yield a header's identification string, and the sign after it."""
    written = text[token.start : token.end]
    name = written.rstrip(":=").rstrip()
    if name:
        yield SemanticToken(token.start, token.start + len(name), TokenType.TYPE)
    sign = written[len(name) :].lstrip()
    if sign:
        yield SemanticToken(token.end - len(sign), token.end, TokenType.OPERATOR)


class TemplatePresenter(Presenter):
    """Presents objects, slots and fills (keytally_server.presenters.presenter)."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdict on an object, a slot or a fill, or the target of a link; None if there is
        nothing to show.
        """
        return record_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Return headers, slots and fills."""
        return template_completions(snapshot, at)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: TemplateUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of headers, slot names, and fills."""
        return template_tokens(unit)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """Return documents with their objects, and objects with their slots."""
        return template_symbols(units, with_parts)

    def folding_ranges(self, unit: TemplateUnit, *, with_parts: bool) -> Iterable[Stretch]:
        """Return the ranges of the records."""
        return record_stretches(unit) if with_parts else ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Yield the ranges of runs of records of the same document."""
        return document_stretches(units)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the ranges of the fill, its slot, and its record."""
        return record_selection_ranges(at.unit, at.place)

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the object to which a pointer points, or the position of a link in the texts."""
        return template_definitions(snapshot, at)

    def type_name(self, snapshot: Snapshot, at: UnitAt) -> TypeName | None:
        """Return the BNF name of the class, the slot or the fill at a position; None at other positions."""
        return record_type_name(snapshot, at)

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """Yield the verdicts on the object, slot or fill at a position, and on missing items there."""
        return ((mark, (mark.start, mark.end)) for mark in leading_marks(snapshot, at))

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the header of an object, and the pointers to it."""
        return template_highlights(snapshot, at.offset + at.place)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the name of an object, with its range; None at other positions. Raises RenameError."""
        return renamable_object(snapshot, at.offset + at.place)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that rename an object in its header and in the pointers to it. Raises
        RenameError.
        """
        return rename_object(snapshot, at.offset + at.place, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Yield actions that copy parts of the key into a response, or remove parts that the key lacks."""
        return record_actions(snapshot, at)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Yield repairs of classes, slots, fills and links."""
        return record_repairs(snapshot, at, finding)

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """Return the label of a missing object or fill; None for slots."""
        return hint_label(mark)

    def own_line(self, mark: Mark) -> str | None:
        """Return the label of a missing object; None for other marks."""
        return own_line(mark)

    def inlay_hint_place(self, snapshot: Snapshot, mark: Mark, place: int) -> int:
        """Return the empty line below a record for a missing object, so that it is shown on a separate
        line.
        """
        return hint_place(snapshot.buffer, mark, place)

    def document_links(self, snapshot: Snapshot, unit: TemplateUnit, offset: int) -> Iterable[DocumentLink]:
        """Return link information as links into the texts."""
        return text_links(snapshot, unit, offset)

    def link_target(self, snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
        """Return the position in the texts to which link information points, or None."""
        return link_place(snapshot, data)

    def formatting_edits(
        self, snapshot: Snapshot, unit: TemplateUnit, following: Callable[[], str] | None, indent: str
    ) -> Iterable[Edit]:
        """Return edits of indents and of empty lines between records."""
        language = snapshot.reading.language
        return unit_edits(unit, following, language, indent) if isinstance(language, TemplateLanguage) else ()

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """Return edits that add the rest of a header, the closing quote of a fill, or the indent of a
        slot.
        """
        return after_typing_in_template(snapshot, at, typed, indent)

    def workspace_symbols(
        self, path: Path, unit: TemplateUnit, offset: int, matches: Callable[[str], bool]
    ) -> Iterable[WorkspaceSymbol]:
        """Yield objects that match by class, number or title."""
        return object_symbols(path, unit, offset, matches)
