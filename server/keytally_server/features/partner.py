"""From a tag to the tag that it is aligned with, in the other file."""

from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.features.tagged import element_at, mark_of_element, marks_of, missing_at, word_at
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
        if mark.partner is not None:
            unit, first, last = mark.partner
            there = reading.offset_of(unit)
            targets.append(Target(path, there + first, there + last, at.offset + start, at.offset + end))
    return targets


def _leading_marks(snapshot: Snapshot, unit: SgmlUnit, place: int) -> list[tuple[Mark, int, int]]:
    marks = marks_of(snapshot, unit)
    word = word_at(unit.text, place)
    element = element_at(unit, place)
    mark = mark_of_element(marks, element) if element else None
    found = [(missing, *word) for missing in missing_at(marks, *word)]
    return [(mark, mark.start, mark.end), *found] if mark else found
