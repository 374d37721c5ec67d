"""The first unit of a file that is out of step with a reference whose text it repeats."""

from collections.abc import Iterable, Iterator
from sys import maxsize
from typing import Any

from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.evaluations.abilities import ComparesInStep


class OutOfStep:
    """Keeps the finding on that unit while the files have not as many units.

    A file that is being read grows by units at its end, and most edits are behind what is in step: only units
    behind the first `known` ones are compared.
    """

    def __init__(self, reading: Reading, reference: Reading, evaluation: ComparesInStep) -> None:
        self._reading = reading
        self._reference = reference
        self._evaluation = evaluation
        self._known = 0
        self._unit: Any = None

    def trust(self, before: Iterable[str]) -> None:
        """Take all units before the first of these documents to be in step."""
        self._known = min(map(int, before), default=maxsize) - 1

    def renew(self, documents: Iterable[str]) -> bool:
        """Look behind the first of these changed documents; returns whether the finding may be another."""
        count, expected = self._counts()
        self._known = min([self._known, count, expected, *(int(each) - 1 for each in documents)])
        while self._known < min(count, expected) and self._is_in_step(str(self._known + 1)):
            self._known += 1
        changed = self.end()
        if not count:
            return changed
        self._unit = self._reading.documents.units_of(str(min(self._known, count - 1) + 1))[0]
        finding = self._evaluation.out_of_step(self._unit, count, expected)
        self._reading.findings.put(ComparedWith.TEXTS, self._unit, [finding])
        return True

    def looking(self) -> Iterator[None]:
        """Look for the first unit that is out of step, in short steps."""
        while self._known < min(self._counts()) and self._is_in_step(str(self._known + 1)):
            self._known += 1
            yield

    def end(self) -> bool:
        """Remove the finding; returns whether there was one."""
        unit, self._unit = self._unit, None
        if unit is not None and unit in self._reading.units:
            self._reading.findings.put(ComparedWith.TEXTS, unit, ())
        return unit is not None

    def _counts(self) -> tuple[int, int]:
        return self._reading.documents.ordinal_count, self._reference.documents.ordinal_count

    def _is_in_step(self, document: str) -> bool:
        pairs = (side.documents.units_of(document)[0] for side in (self._reading, self._reference))
        return self._evaluation.is_in_step(*pairs)
