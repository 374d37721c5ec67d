"""From what has been scored to what it is aligned with, in the other file."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.presentation import PresentedUnit
from keytally_server.answers.location_link import LocationLink
from keytally_server.features.missing import missing_around
from keytally_server.features.tagged import element_at, mark_of_element
from keytally_server.features.templates.partner import leading_marks
from keytally_server.features.verdicts import marks_at, marks_of
from keytally_server.features.words import word_at
from keytally_server.session.snapshot import Snapshot, UnitAt


def partners(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    """The partners of what stands at a place, and what is missing there."""
    at = snapshot.unit_at(offset)
    path, reading = snapshot.other_path, snapshot.other_reading
    if path is None or reading is None:
        return []
    targets = []
    for mark, start, end in _leading_marks(snapshot, at):
        if mark.partner is not None and mark.partner[0] in reading:
            unit, first, last = mark.partner
            there = reading.offset_of(unit)
            targets.append(
                LocationLink(path, there + first, there + last, at.offset + start, at.offset + end)
            )
    return targets


def _leading_marks(snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, int, int]]:
    """The verdicts at a place, each with the stretch that it is about."""
    if isinstance(at.unit, SgmlUnit):
        yield from _marks_of_tags(snapshot, at.unit, at.place)
    elif isinstance(at.unit, TemplateUnit):
        for mark in leading_marks(snapshot, at):
            yield mark, mark.start, mark.end
    elif isinstance(at.unit, PresentedUnit):
        marks = marks_at(snapshot, at.unit, at.place)
        for mark in sorted(marks, key=lambda mark: (mark.start == mark.end, mark.end - mark.start)):
            yield mark, mark.start, mark.end


def _marks_of_tags(snapshot: Snapshot, unit: SgmlUnit, place: int) -> Iterator[tuple[Mark, int, int]]:
    marks = marks_of(snapshot, unit)
    element = element_at(unit, place)
    mark = mark_of_element(marks, element) if element else None
    if mark is not None:
        yield mark, mark.start, mark.end
    for missing in missing_around(unit, marks, *word_at(unit.text, place)):
        yield missing.mark, missing.start, missing.end
