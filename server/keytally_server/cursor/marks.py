"""The marks at an offset of a file."""

from typing import Any

from keytally.evaluations.interface import Mark
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.session.snapshot import Snapshot


def marks_of(snapshot: Snapshot, unit: Any) -> list[Mark]:
    """The marks of a unit; empty for a file without a pair."""
    return snapshot.pair.marks_of(snapshot.role, unit) if snapshot.pair else []


def marks_near(snapshot: Snapshot, unit: Any, start: int, end: int) -> list[Mark]:
    """The marks that overlap or touch a range of a unit, and possibly others, in order."""
    return snapshot.pair.marks_near(snapshot.role, unit, start, end) if snapshot.pair else []


def marks_at(snapshot: Snapshot, unit: Any, place: int) -> list[Mark]:
    """The marks around an offset, the widest first, then those of missing elements there.

    A missing element has zero width: any offset of the word beside it finds it.
    """
    first, last = word_at(unit.text, place)
    marks = marks_near(snapshot, unit, min(first, place), max(last, place))
    wide = [mark for mark in marks if mark.start < mark.end]
    found = [mark for mark in wide if mark.start <= place < mark.end]
    found = found or [mark for mark in wide if mark.end == place]
    missing = [mark for mark in marks if mark.start == mark.end and first <= mark.start <= last]
    return sorted(found, key=lambda mark: mark.start - mark.end) + missing
