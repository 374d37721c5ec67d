"""Reads the objects of template files for conversions."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from keytally.evaluations.converted import Loss, Place, SourceText
from keytally.evaluations.converted_templates import (
    FillKind,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    ReadTemplates,
    TemplateObject,
)
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.conversion.document_numbers import number_of
from keytally.evaluations.muc.formats.templates.headers import Header, pointed_name
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, STATUS_SLOT
from keytally.evaluations.muc.formats.templates.unit import Name, Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.language.templates import language
from keytally.text.lines import count_line_ends, line_starts

TEMPLATE, CONTENT, NUMBER, COMMENT = "template", "content", "doc_nr", "comment"

_KINDS = {
    TemplateTokenKind.QUOTED: FillKind.STRING,
    TemplateTokenKind.UNCLOSED: FillKind.STRING,
    TemplateTokenKind.POINTER: FillKind.POINTER,
    TemplateTokenKind.BARE: FillKind.SET,
}
_LEFT_OUT = {
    TemplateTokenKind.COMMENT: "the comment",
    TemplateTokenKind.BROKEN_LINK: "the broken link",
}


class _Placed(NamedTuple):
    """A record with its header, the text that it stands in, and where lines begin there."""

    record: Record
    header: Header
    text: str
    shown: str
    line: int
    starts: Sequence[int]

    def place(self, offset: int) -> Place:
        """The line of an offset in the text."""
        return Place(self.shown, self.line + bisect_right(self.starts, offset) - 1)

    @property
    def title(self) -> str:
        """The identification string as it is written."""
        return str(self.header.identity)


def read(source: SourceText) -> ReadTemplates:
    """The documents of a file in the order of their first records."""
    reader = language(Role.KEY)
    losses: list[Loss] = []
    documents: dict[str, list[_Placed]] = {}
    line = 1
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        for each in _records(unit, source.shown, line, losses):
            documents.setdefault(each.header.identity.document, []).append(each)
        line += count_line_ends(unit.text)
    found: list[ObjectDocument] = []
    for number, records in documents.items():
        document = _DocumentReader(number, records, losses)
        found.append(document.document())
    return ReadTemplates(found, sorted(losses, key=lambda loss: loss.place.line))


def _records(unit: TemplateUnit, shown: str, line: int, losses: list[Loss]) -> Iterator[_Placed]:
    """The records of a unit; adds what belongs to none."""
    tree, starts = unit.passing_tree(), line_starts(unit.text)

    def lose(start: int, end: int, what: str) -> None:
        place = Place(shown, line + bisect_right(starts, start) - 1)
        losses.append(Loss(place, f"{what} {' '.join(unit.text[start:end].split())} is left out"))

    for kind, start, end in tree.tokens:
        if kind in _LEFT_OUT:
            lose(start, end, _LEFT_OUT[kind])
    if tree.loose is not None:
        for slot in tree.loose.slots:
            lose(slot.start, slot.end, "before the first header the slot")
    for record in (*((tree.loose,) if tree.loose else ()), *tree.records):
        for fill in record.stray:
            lose(fill.start, fill.end, "outside of any slot the fill")
    for record in tree.records:
        if record.header and record.header.identity.is_whole:
            yield _Placed(record, record.header, unit.text, shown, line, starts)
        else:
            lose(record.start, record.end, "without a whole header the record")


class _DocumentReader:
    """Makes the objects of the records of one document."""

    def __init__(self, number: str, records: Sequence[_Placed], losses: list[Loss]) -> None:
        self._number = number
        self._losses = losses
        self._place = records[0].place(records[0].record.start)
        self._heads = [each for each in records if each.header.identity.class_name.lower() == TEMPLATE]
        self._records: list[_Placed] = []
        self._indices: dict[Name, int] = {}
        for each in records:
            name = each.header.identity.key
            if name[0] == TEMPLATE:
                continue
            if name in self._indices:
                self._lose(each, each.record.start, f"a second object {each.title} is left out")
            else:
                self._indices[name] = len(self._records)
                self._records.append(each)

    def document(self) -> ObjectDocument:
        """The document, whose templates are the objects to which its TEMPLATE points."""
        objects = tuple(self._object(each) for each in self._records)
        name, templates = self._number, tuple[int, ...]()
        for each in self._heads[1:]:
            self._lose(each, each.record.start, f"a second object {each.title} is left out")
        for each in self._heads[:1]:
            head = self._object(each)
            for slot in head.slots:
                if slot.name.lower() == CONTENT:
                    templates = self._templates(slot)
                elif slot.name.lower() == NUMBER and number_of(_only_text(slot)) == self._number:
                    name = _only_text(slot)
                else:
                    self._losses.append(Loss(slot.place, f"{slot.name} of {each.title} is left out"))
            if head.optional:
                self._lose(each, each.record.start, f"that {each.title} is optional is left out")
        return ObjectDocument(name, objects, templates, self._place)

    def _templates(self, content: ObjectSlot) -> tuple[int, ...]:
        """The objects to which the content points."""
        kept = [fill for fill in content.alternatives[0] if fill.kind is FillKind.POINTER]
        found = tuple(dict.fromkeys(fill.target for fill in kept))
        count = sum(map(len, content.alternatives))
        if content.optional or len(found) < count:
            self._losses.append(
                Loss(content.place, f"{CONTENT.upper()} points to {len(found)} templates only")
            )
        return found

    def _object(self, placed: _Placed) -> TemplateObject:
        slots: dict[str, ObjectSlot] = {}
        optional = False
        for entry in placed.record.slots:
            if entry.name == STATUS_SLOT and _says_optional(entry):
                optional = True
                continue
            if entry.name == COMMENT:
                self._tell_comment(placed, entry)
                continue
            slot = self._slot(placed, entry)
            if slot is not None and entry.name in slots:
                slot = self._joined(slots[entry.name], slot)
            if slot is not None:
                slots[entry.name] = slot
        class_name = placed.header.identity.class_name.upper()
        place = placed.place(placed.record.start)
        return TemplateObject(class_name, tuple(slots.values()), optional, placed.title, place)

    def _tell_comment(self, placed: _Placed, entry: SlotEntry) -> None:
        """A comment is said of an object by who wrote it, and is no part of a template."""
        for fill in entry.fills:
            self._lose(placed, fill.start, f"the comment {fill.text} of {placed.title} is left out")

    def _joined(self, first: ObjectSlot, second: ObjectSlot) -> ObjectSlot:
        """A slot that stands twice: its fills are those of both."""
        self._losses.append(Loss(second.place, f"that {second.name} stands twice is left out"))
        *before, last = first.alternatives
        alternatives = (*before, (*last, *second.alternatives[0]), *second.alternatives[1:])
        return ObjectSlot(first.name, alternatives, first.optional or second.optional, first.place)

    def _slot(self, placed: _Placed, entry: SlotEntry) -> ObjectSlot | None:
        """The slot with its fills; None where none of them can be kept."""
        alternatives = [
            tuple(
                fill for fill in (self._fill(placed, entry, each) for each in some.fills) if fill is not None
            )
            for some in entry.alternatives
        ]
        kept = tuple(each for each in alternatives if each)
        written = placed.text[entry.start : entry.end]
        place = placed.place(entry.start)
        if len(kept) < len(alternatives) and kept:
            self._losses.append(Loss(place, f"an alternative of {written} without a fill is left out"))
        return ObjectSlot(written, kept, entry.slash is not None, place) if kept else None

    def _fill(self, placed: _Placed, entry: SlotEntry, fill: SingleFill) -> ObjectFill | None:
        place = placed.place(fill.start)
        link = f"##{fill.link.first}#{fill.link.last}#{fill.link.texts}" if fill.link else ""
        kind = _KINDS[fill.kind]
        if fill.kind is TemplateTokenKind.UNCLOSED:
            self._losses.append(Loss(place, f"that the string {fill.text} has no end is left out"))
        if kind is not FillKind.POINTER:
            return ObjectFill(kind, fill.text, link=link, place=place)
        target = self._indices.get(pointed_name(fill.text))
        if target is None:
            said = f"{entry.name.upper()} {fill.text} points to no object and is left out"
            self._losses.append(Loss(place, said))
            return None
        return ObjectFill(kind, target=target, link=link, place=place)

    def _lose(self, placed: _Placed, offset: int, what: str) -> None:
        self._losses.append(Loss(placed.place(offset), what))


def _says_optional(entry: SlotEntry) -> bool:
    """Whether a slot says that its object is optional, and no more."""
    fills = entry.fills
    return len(fills) == 1 and not entry.slash and fills[0].text.strip().upper() in OPTIONAL_VALUES


def _only_text(slot: ObjectSlot) -> str:
    """The text of a slot of one fill; "" for others."""
    fills = [fill for some in slot.alternatives for fill in some]
    is_plain = len(fills) == 1 and not slot.optional and not fills[0].link
    return fills[0].text if is_plain else ""
