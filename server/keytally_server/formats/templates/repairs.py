"""Likely repairs of findings in template files."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Edit, Finding
from keytally.findings.suggestion import nearest_name
from keytally.findings.table import templates as table
from keytally_server.answers.quick_fix import Repair
from keytally_server.answers.rename import RenameError
from keytally_server.formats.sound_repairs import mends, sound_repairs
from keytally_server.formats.templates.fill_repairs import other_targets, other_values
from keytally_server.formats.templates.identifiers import has_key_marks, syntax_of
from keytally_server.formats.templates.link_repairs import fill_before, moved_behind_fill, other_links
from keytally_server.formats.templates.marked_record import marked_record
from keytally_server.formats.templates.places import TemplatePlace, template_place
from keytally_server.formats.templates.rename import rename_object
from keytally_server.formats.templates.slot_repairs import joined, other_names, without_slot
from keytally_server.session.snapshot import Snapshot, UnitAt


def record_repairs(snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
    """The repairs of a finding of a unit, by the file's places."""
    if finding.rule.name == table.UNKNOWN_CLASS.name:
        yield from _other_classes(snapshot, at, finding)
        return
    attempts = _attempts(snapshot, at.unit, finding)
    for repair in sound_repairs(at.unit, snapshot.reading.language, finding, attempts):
        yield repair.moved(at.offset)


def _attempts(snapshot: Snapshot, unit: TemplateUnit, finding: Finding) -> Iterator[Repair]:
    name, place = finding.rule.name, template_place(unit, finding.start)
    if place is None or place.record.header is None:
        return
    if name == table.MALFORMED_LINK.name:
        fill = place.fill or fill_before(unit, finding.start)
        yield from moved_behind_fill(unit, place.record, finding)
        yield from other_links(snapshot, unit, fill, finding)
    elif place.slot is not None:
        yield from _of_slot(snapshot, unit, place, finding)


def _of_slot(
    snapshot: Snapshot, unit: TemplateUnit, place: TemplatePlace, finding: Finding
) -> Iterator[Repair]:
    name, slot, syntax = finding.rule.name, place.slot, syntax_of(snapshot.reading)
    if slot is None:
        return
    marked = marked_record(snapshot, unit, place.record)
    if name == table.SET_FILL_VALUE.name and place.fill is not None:
        yield from other_values(marked, slot, place.fill, finding)
    elif name == table.DANGLING_POINTER.name and place.fill is not None:
        yield from other_targets(marked, slot, place.fill)
    elif name == table.UNKNOWN_SLOT.name:
        if finding.fix_title is None:
            yield from other_names(place.record, slot, syntax)
        yield without_slot(unit, slot)
    elif name == table.DUPLICATE_SLOT.name:
        yield from joined(unit, place.record, slot, is_key=has_key_marks(snapshot.reading))
        yield from other_names(place.record, slot, syntax)


def _other_classes(snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
    """Rename the object and the pointers to it: to the nearest class, or to one that has its slots."""
    place = template_place(at.unit, finding.start)
    header = place.record.header if place else None
    if header is None:
        return
    names = syntax_of(snapshot.reading).class_names
    nearest = nearest_name(header.identity.class_name.upper(), names)
    for name in sorted(names, key=lambda name: name != nearest):
        try:
            edits = rename_object(
                snapshot, at.offset + finding.start, str(header.identity._replace(class_name=name))
            )
        except RenameError:
            continue
        if mends(at.unit, snapshot.reading.language, finding, _within(at, edits)):
            yield Repair(f"change the class to {name}", tuple(edits), name == nearest)


def _within(at: UnitAt, edits: list[Edit]) -> tuple[Edit, ...]:
    """The edits of one unit, by the unit's places."""
    end = at.offset + len(at.unit.text)
    inside = (edit for edit in edits if at.offset <= edit.start and edit.end <= end)
    return tuple(Edit(edit.start - at.offset, edit.end - at.offset, edit.text) for edit in inside)
