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
from keytally.evaluations.muc.annotations.templates.object_places import slot_end
from keytally.evaluations.muc.annotations.templates.objects import DocumentObjects
from keytally.evaluations.muc.annotations.templates.record_edits import (
    DEEPER,
    INDENT,
    indent_at,
    removed_stretch,
)
from keytally.evaluations.muc.annotations.templates.slot_values import SLASH, SlotKinds
from keytally.evaluations.muc.annotations.templates.wanted_objects import Lines, Wanted, WantedObject
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.edits import in_order
from keytally.findings.finding import Edit
from keytally.text.lines import BLANK_LINE, end_of_line, own_line_end

Key = tuple[str, str, str]
NO_UNIT = "the gold has no text to write it behind"

_REST = re.compile(r"[ \t\f\v]*(?:\r\n|\n|\r|\Z)(?:[ \t\f\v]*(?:\r\n|\n|\r))?")
"""The rest of a record's last line, and an empty line behind it."""


def rewriting(
    units: Sequence[TemplateUnit], changes: Sequence[Change], objects: DocumentObjects
) -> Rewriting:
    """The edits of the units of a document, or of the last unit of a gold without the document."""
    wanted = Wanted(units, changes, objects)
    own = [unit for unit in units if wanted.in_unit(unit)]
    kept = {each.identity.key for each in wanted.present if not each.is_gone}
    gone = {each.identity.key for each in wanted.gone} - kept
    layout = _Layout(_model(units, changes), objects.syntax)
    edits: list[tuple[TemplateUnit, Edit]] = []
    for unit in units:
        found = list(_in_unit(unit, wanted.in_unit(unit), gone, layout))
        if wanted.new and unit is (own or units)[-1]:
            found.append(_added(unit, wanted, layout))
        edits += [(unit, edit) for edit in in_order(tuple(found))]
    if wanted.new and not units:
        refused = {at: NO_UNIT for at, each in enumerate(changes) if each.present is None}
        return Rewriting(edits, {**wanted.refused, **refused})
    return Rewriting(edits, wanted.refused)


def _model(units: Sequence[TemplateUnit], changes: Sequence[Change]) -> Sequence[TemplateUnit]:
    """The units that show how records are written: the gold's, or an annotator's for a blank one."""
    if any(unit.text.strip() for unit in units):
        return units
    taken = (each.wanted.unit for each in changes if each.wanted is not None and each.wanted.unit is not None)
    return [*units, *islice(taken, 1)]


class _Layout:
    """How a file writes records: its line ends, its indent, whether blank lines part records."""

    def __init__(self, units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> None:
        text = "".join(unit.text for unit in units)
        self.end = own_line_end(text)
        self.gap = self.end * 2 if BLANK_LINE.search(text) or not text.strip() else self.end
        slots = ((unit.text, slot) for unit in units for record in unit.records for slot in record.slots)
        found = next((indent_at(text, slot.start) for text, slot in slots), INDENT)
        self.indent = found or INDENT
        self.kinds = SlotKinds(syntax)

    def record(self, wanted: WantedObject) -> str:
        """The text of a new object without its last line end."""
        class_name = wanted.identity.class_name
        slots = sorted(
            wanted.slots.items(), key=lambda each: (self.kinds.order(class_name, each[0]), each[0])
        )
        lines = [f"<{wanted.identity}> :="]
        lines += [self.slot(name, fills, self.indent) for name, fills in slots if fills]
        return self.end.join(lines)

    def slot(self, name: str, fills: Lines, indent: str) -> str:
        """The lines of a slot; further fills have deeper indents."""
        first, *further = fills
        lines = [f"{indent}{name.upper()}: {first}", *(f"{indent * DEEPER}{fill}" for fill in further)]
        return self.end.join(lines)


def _in_unit(
    unit: TemplateUnit, own: Mapping[int, WantedObject], gone: Collection[Key], layout: _Layout
) -> Iterator[Edit]:
    """The edits of the records of a unit, given its objects by their starts."""
    gone = [key for key in gone if key[2] in unit.text]
    if not gone and not any(each.is_gone or each.slots for each in own.values()):
        return
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


def _added(unit: TemplateUnit, wanted: Wanted, layout: _Layout) -> Edit:
    """The new objects behind the last record of the document, or behind a text without it."""
    added = layout.gap.join(layout.record(each) for each in wanted.new)
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

    def __init__(self, unit: TemplateUnit, record: Record, layout: _Layout, gone: Collection[Key]) -> None:
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
