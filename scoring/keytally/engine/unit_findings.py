"""The findings of units: those that a unit has by itself, and those that comparisons make."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

from keytally.findings.finding import Finding

Wanted = Callable[[Finding], bool]


class ComparedWith(IntEnum):
    """What a unit is compared with; findings of one rule and place stand in this order."""

    DUPLICATES = 0
    NEIGHBOURS = 1
    TEXTS = 2
    ANNOTATORS = 3


class UnitFindings:
    """The findings of each unit of a text, of which `wanted` chooses those that are kept.

    Where a file is not `judged`, or not yet, the comparison with the texts alone makes findings. What a
    comparison finds is `put` in; `select` then chooses which findings of the unit are kept.
    """

    def __init__(self, wanted: Wanted, *, judged: bool) -> None:
        self._wanted = wanted
        self.judged = judged
        self._compared: tuple[dict[Any, Sequence[Finding]], ...] = tuple({} for _ in ComparedWith)
        self._kept: dict[Any, Sequence[Finding]] = {}

    def of(self, unit: Any) -> Sequence[Finding]:
        """A unit's findings in the order of their places: the same object until they change."""
        return self._kept.get(unit, ())

    def put(self, compared_with: ComparedWith, unit: Any, findings: Sequence[Finding]) -> bool:
        """Take in what a comparison has found in a unit; tells whether that may be new."""
        compared = self._compared[compared_with]
        before = compared.get(unit, ())
        if before is findings or not (before or findings):
            return False
        if findings:
            compared[unit] = findings
        else:
            del compared[unit]
        return True

    def forget(self, removed: Iterable[Any]) -> None:
        """Drop all findings of units that were removed."""
        for findings in (*self._compared, self._kept):
            for unit in removed:
                findings.pop(unit, None)

    def select_all(self, units: Sequence[Any]) -> list[int]:
        """Choose again which findings of units are kept; returns the number of each unit's."""
        if not (self.judged or self._kept or any(self._compared)):
            return [0] * len(units)
        return list(map(self.select, units))

    def select(self, unit: Any) -> int:
        """Choose again which findings of a unit are kept; returns their number."""
        found: Sequence[Finding] = unit.findings if self.judged else ()
        for compared in self._compared:
            if compared and (further := compared.get(unit)):
                found = [*found, *further]
        kept = list(filter(self._wanted, found)) if found else ()
        if len(kept) > 1:
            kept = sorted(kept, key=_place_of)
        if kept:
            self._kept[unit] = kept
        elif self._kept:
            self._kept.pop(unit, None)
        return len(kept)


def _place_of(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.rule.name
