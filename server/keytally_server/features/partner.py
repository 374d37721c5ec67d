"""From a tag to the tag that it is aligned with, in the other file."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.features.missing import missing_around
from keytally_server.features.tagged import element_at, mark_of_element, marks_of
from keytally_server.features.words import word_at
from keytally_server.session.snapshot import Snapshot


class Target(NamedTuple):
    """A stretch of another file, and the stretch of this file that leads there; code points."""

    path: Path
    start: int
    end: int
    origin_start: int
    origin_end: int


def partners(snapshot: Snapshot, offset: int) -> list[Target]:
    """The partner of the tag at a place, and the tags that are missing there."""
    at = snapshot.unit_at(offset)
    path, reading = snapshot.other_path, snapshot.other_reading
    if not isinstance(at.unit, SgmlUnit) or path is None or reading is None:
        return []
    targets = []
    for mark, start, end in _leading_marks(snapshot, at.unit, at.place):
        if mark.partner is not None and mark.partner[0] in reading.units_of(mark.partner[0].document):
            unit, first, last = mark.partner
            there = reading.offset_of(unit)
            targets.append(Target(path, there + first, there + last, at.offset + start, at.offset + end))
    return targets


def _leading_marks(snapshot: Snapshot, unit: SgmlUnit, place: int) -> Iterator[tuple[Mark, int, int]]:
    """The verdicts at a place, each with the stretch that it is about."""
    marks = marks_of(snapshot, unit)
    element = element_at(unit, place)
    mark = mark_of_element(marks, element) if element else None
    if mark is not None:
        yield mark, mark.start, mark.end
    for missing in missing_around(unit, marks, *word_at(unit.text, place)):
        yield missing.mark, missing.start, missing.end
