"""The edits of a gold file that make wanted objects and slots; all else in it stays.

New objects stand behind the last one of their document, else at the end of the text that is given; they
keep the annotator's number where the gold neither has it nor points to it. Slots stand in the order of the
BNF, else of the configuration, among those that the object has. Pointers are written with the identifiers
of the gold, and those to nothing are left out; so are the gold's own pointers to an object that goes away.
Indents and line ends are those of the file.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from keytally.evaluations.annotated import Change, Rewriting
from keytally.evaluations.muc.annotations.templates.document_objects import DocumentObjects
from keytally.evaluations.muc.annotations.templates.object_places import slot_end
from keytally.evaluations.muc.annotations.templates.read_document import ReadDocument
from keytally.evaluations.muc.annotations.templates.record_edits import indent_at, removed_stretch
from keytally.evaluations.muc.annotations.templates.record_layout import Lines, RecordLayout
from keytally.evaluations.muc.annotations.templates.slot_values import SLASH
from keytally.evaluations.muc.annotations.templates.wanted_objects import Wanted, WantedObject
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.edits import in_order
from keytally.findings.finding import Edit
from keytally.text.lines import end_of_line

Key = tuple[str, str, str]
NO_UNIT = "the gold has no text to write it behind"

_REST = re.compile(r"[ \t\f\v]*(?:\r\n|\n|\r|\Z)(?:[ \t\f\v]*(?:\r\n|\n|\r))?")
"""The rest of a record's last line, and an empty line behind it."""


def rewriting(
    units: Sequence[TemplateUnit], changes: Sequence[Change], objects: DocumentObjects
) -> Rewriting:
    """The edits of the units of a document, or of the last unit of a gold without the document."""
    document = objects.of(units)
    wanted = Wanted(document, changes)
    gone = {each.identity.key for each in wanted.gone if not wanted.is_there(each.identity.key)}
    layout = _layout(document, changes)
    edits: list[tuple[TemplateUnit, Edit]] = []
    for unit in _edited(document, wanted, gone):
        found = list(_in_unit(unit, wanted.in_unit(unit), gone, layout))
        if wanted.new and unit is document.last:
            found.append(_added(unit, wanted, layout))
        edits += [(unit, edit) for edit in in_order(tuple(found))]
    if wanted.new and not units:
        refused = {at: NO_UNIT for at, each in enumerate(changes) if each.present is None}
        return Rewriting(edits, {**wanted.refused, **refused})
    return Rewriting(edits, wanted.refused)


def _edited(document: ReadDocument, wanted: Wanted, gone: Collection[Key]) -> list[TemplateUnit]:
    """The units that may have edits, in file order: not one more, however large the document is."""
    units = [*wanted.touched, *(unit for name in gone for unit in document.pointing.get(name, ()))]
    if wanted.new and document.last is not None:
        units.append(document.last)
    return document.in_file_order({id(unit): unit for unit in units})


def _layout(document: ReadDocument, changes: Sequence[Change]) -> RecordLayout:
    """How records are written: as in the gold, or as an annotator writes them where that is blank."""
    if not document.is_blank:
        return document.layout
    taken = (each.wanted.unit for each in changes if each.wanted is not None and each.wanted.unit is not None)
    return RecordLayout([*document.units, *islice(taken, 1)], document.syntax)


def _in_unit(
    unit: TemplateUnit, own: Mapping[int, WantedObject], gone: Collection[Key], layout: RecordLayout
) -> Iterator[Edit]:
    """The edits of the records of a unit, given its objects by their starts."""
    for record in unit.scored_records():
        each = own.get(record.start)
        if each is not None and each.is_gone:
            yield _removed(unit, record)
        else:
            slots = each.slots if each is not None else {}
            yield from _Slots(unit, record, layout, gone).edits(slots)


def _removed(unit: TemplateUnit, record: Record) -> Edit:
    """A record taken away, with the empty line behind it."""
    behind = _REST.match(unit.text, record.end)
    return Edit(record.start, behind.end() if behind else record.end, "")


def _added(unit: TemplateUnit, wanted: Wanted, layout: RecordLayout) -> Edit:
    """The new objects behind the last record of the document, or behind a text without it."""
    added = layout.gap.join(layout.record(each.identity, each.slots) for each in wanted.new)
    text = unit.text
    records = list(unit.scored_records()) if unit.document == wanted.new[0].identity.document else []
    if not records:
        before = "" if not text.strip() else layout.gap
        while before and text.endswith(before):
            before = ""
        if before and text.endswith(layout.end):
            before = before[len(layout.end) :]
        return Edit(len(text), len(text), f"{before}{added}{layout.end}")
    last = records[-1]
    if any(each.read and each.read.record is last for each in wanted.gone):
        return Edit(last.start, last.start, f"{added}{layout.gap}")
    place = end_of_line(text, last.end)
    return Edit(place, place, f"{layout.gap}{added}")


class _Slots:
    """The edits of the slots of one record."""

    def __init__(
        self, unit: TemplateUnit, record: Record, layout: RecordLayout, gone: Collection[Key]
    ) -> None:
        self._unit = unit
        self._text = unit.text
        self._record = record
        self._class = record.header.identity.class_name.lower() if record.header else ""
        self._layout = layout
        self._gone = gone

    def edits(self, wanted: Mapping[str, Lines]) -> Iterator[Edit]:
        """The edits that make these slots say their lines; the others lose pointers to what goes."""
        slots = {**self._without_gone(), **wanted}
        for name, fills in sorted(slots.items(), key=lambda each: self._order(each[0])):
            entries = [each for each in self._record.slots if each.name == name]
            if not entries and fills:
                yield self._new(name, fills)
            for number, entry in enumerate(entries):
                if number or not fills:
                    yield from self._taken_away(entry)
                else:
                    yield self._changed(entry, fills)

    def _order(self, name: str) -> tuple[int, str]:
        return self._layout.kinds.order(self._class, name), name

    def _new(self, name: str, fills: Lines) -> Edit:
        before = [each for each in self._record.slots if self._order(each.name) < self._order(name)]
        header = self._record.header
        place = slot_end(before[-1]) if before else header.end if header is not None else 0
        place = end_of_line(self._text, place)
        slots = self._record.slots
        indent = (indent_at(self._text, slots[0].start) if slots else "") or self._layout.indent
        return Edit(place, place, f"{self._layout.end}{self._layout.slot(name, fills, indent)}")

    def _changed(self, entry: SlotEntry, fills: Lines) -> Edit:
        indent = indent_at(self._text, entry.start) or self._layout.indent
        written = self._text[entry.start : entry.end]
        lines = self._layout.slot(entry.name, fills, indent).lstrip()
        said = [f"{written}{lines[len(written) :]}", *self._comments(entry)]
        return Edit(entry.start, slot_end(entry), self._layout.end.join(said))

    def _taken_away(self, entry: SlotEntry) -> Iterator[Edit]:
        comments = self._comments(entry)
        found = removed_stretch(self._text, entry.start, slot_end(entry))
        kept = "".join(f"{self._layout.end}{each}" for each in comments)
        yield Edit(found.start, found.end, kept)

    def _comments(self, entry: SlotEntry) -> list[str]:
        """The comments between the fills of a slot."""
        start, end = entry.start, slot_end(entry)
        return [
            self._text[each.start : each.end]
            for each in self._unit.tokens
            if each.kind is TemplateTokenKind.COMMENT and start < each.start < end
        ]

    def _without_gone(self) -> dict[str, Lines]:
        """The slots that point to objects that go away, without these pointers."""
        names = [each.name for each in self._record.slots if any(map(self._is_gone, each.fills))]
        return {name: list(self._kept(name)) for name in names}

    def _kept(self, name: str) -> Iterator[str]:
        is_first = True
        for entry in self._record.slots:
            for alternative in entry.alternatives if entry.name == name else ():
                fills = [each for each in alternative.fills if not self._is_gone(each)]
                is_marked = alternative.slash is not None or (is_first and entry.slash is not None)
                slash = f"{SLASH} " if is_marked and (not is_first or entry.slash is not None) else ""
                for fill in fills:
                    end = fill.link.end if fill.link is not None else fill.end
                    yield f"{slash}{self._text[fill.start : end]}"
                    is_first, slash = False, ""

    def _is_gone(self, fill: SingleFill) -> bool:
        syntax = self._layout.kinds.syntax
        if fill.kind is not TemplateTokenKind.POINTER:
            return False
        return pointer_identity(fill.text, syntax.compound_classes).key in self._gone
