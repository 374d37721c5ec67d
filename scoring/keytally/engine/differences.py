"""Where key and response differ: the marks that one goes through from one to the next."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from keytally.engine.unit_marks import UnitMarks
from keytally.evaluations.interface import Level, Mark, Role
from keytally.tallies.status import Status

DIFFERENT = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING, Status.SPURIOUS})
PARTS = frozenset({Level.SLOT, Level.FILL})
"""Levels of parts: where the whole differs, its parts say the same again."""


def differences(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks of what differs, in order, one for each place.

    The parts of a whole that differs are left out, and a slot in which a fill differs.
    """
    wrong = [mark for mark in marks if mark.status in DIFFERENT]
    fills = sorted((mark.start, mark.end) for mark in wrong if mark.level is Level.FILL)
    wrong = [mark for mark in wrong if mark.level is not Level.SLOT or not _holds(mark, fills)]
    reached = last = -1
    for mark in sorted(wrong, key=lambda mark: (mark.start, mark.level in PARTS, -mark.end)):
        if mark.level in PARTS and mark.end <= reached:
            continue
        if mark.level not in PARTS:
            reached = max(reached, mark.end)
        if mark.start != last:
            last = mark.start
            yield mark


def _holds(slot: Mark, fills: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the fills, in order, lies in a slot."""
    first = bisect_left(fills, (slot.start, 0))
    return first < len(fills) and fills[first][1] <= slot.end


class Differences:
    """The differences of the units of a pair, kept until their document is scored again."""

    def __init__(self, marks: UnitMarks) -> None:
        self._marks = marks
        self._kept: dict[str, dict[tuple[Any, Role], tuple[Mark, ...]]] = {}

    def forget(self, document: str) -> None:
        """Drop what was kept of a document."""
        self._kept.pop(document, None)

    def of(self, document: str, role: Role, unit: Any) -> tuple[Mark, ...]:
        """The differences of a unit of a document, in order."""
        kept = self._kept.setdefault(document, {})
        if (unit, role) not in kept:
            kept[unit, role] = tuple(differences(self._marks.of(document, role, unit)))
        return kept[unit, role]
