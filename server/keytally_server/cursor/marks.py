"""The verdicts at a place of a file."""

from typing import Any

from keytally.evaluations.interface import Mark
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.session.snapshot import Snapshot


def marks_of(snapshot: Snapshot, unit: Any) -> list[Mark]:
    """The verdicts that stand in a unit; none for a file without a pair."""
    return snapshot.pair.marks_of(snapshot.role, unit) if snapshot.pair else []


def marks_near(snapshot: Snapshot, unit: Any, start: int, end: int) -> list[Mark]:
    """At least the verdicts that stand between two places of a unit, or touch them, in order."""
    return snapshot.pair.marks_near(snapshot.role, unit, start, end) if snapshot.pair else []


def marks_at(snapshot: Snapshot, unit: Any, place: int) -> list[Mark]:
    """The verdicts on what stands around a place, the widest first, then on what is missing there.

    What is missing has no width: it is found at any place of the word beside it.
    """
    first, last = word_at(unit.text, place)
    marks = marks_near(snapshot, unit, min(first, place), max(last, place))
    wide = [mark for mark in marks if mark.start < mark.end]
    found = [mark for mark in wide if mark.start <= place < mark.end]
    found = found or [mark for mark in wide if mark.end == place]
    missing = [mark for mark in marks if mark.start == mark.end and first <= mark.start <= last]
    return sorted(found, key=lambda mark: mark.start - mark.end) + missing
