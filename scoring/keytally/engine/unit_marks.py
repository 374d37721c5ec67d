"""The marks of units: the verdicts in their document's scores."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from keytally.evaluations.abilities import MarksInPart
from keytally.evaluations.interface import Evaluation, Mark, Role

MARKED_UNITS = 64
"""The number of units, on either side of a pair, whose marks are kept for the next request."""


class UnitMarks:
    """The marks of a pair's units, from `scores`: the pair's scores of each document.

    `forget` has to be called when those of a document change.
    """

    def __init__(self, evaluation: Evaluation, scores: Mapping[str, Sequence[Any]]) -> None:
        self._evaluation = evaluation
        self._in_part = evaluation if isinstance(evaluation, MarksInPart) else None
        self._scores = scores
        self._kept: dict[str, dict[tuple[Any, Role], list[Mark]]] = {}
        self._kept_units = 0

    def forget(self, document: str) -> None:
        """Drop the cached marks of a document."""
        self._kept_units -= len(self._kept.pop(document, ()))

    def near(self, document: str, role: Role, unit: Any, start: int, end: int) -> list[Mark]:
        """The marks between two offsets of a unit of a document, and possibly others, in order."""
        is_whole = start <= 0 and end >= len(unit.text)
        if is_whole or self._in_part is None:
            return self.of(document, role, unit)
        scores = self._scores.get(document, ())
        parts = (self._in_part.marks_between(score, role, unit, start, end) for score in scores)
        return _in_order(chain.from_iterable(parts))

    def of(self, document: str, role: Role, unit: Any) -> list[Mark]:
        """The marks of a unit of a document, in order."""
        kept = self._kept.get(document, {}).get((unit, role))
        if kept is None:
            scores = self._scores.get(document, ())
            marks = chain.from_iterable(self._evaluation.marks(score, role, unit) for score in scores)
            kept = self._keep(document, role, unit, _in_order(marks))
        return kept

    def _keep(self, document: str, role: Role, unit: Any, marks: list[Mark]) -> list[Mark]:
        """Cache the marks of a unit, after all others are dropped where they are many."""
        if self._kept_units >= MARKED_UNITS:
            self._kept, self._kept_units = {}, 0
        self._kept.setdefault(document, {})[unit, role] = marks
        self._kept_units += 1
        return marks


def _in_order(marks: Iterable[Mark]) -> list[Mark]:
    return sorted(marks, key=lambda mark: (mark.start, mark.end))
