"""Sums of measures over documents, by role."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keytally.measures.templates.compared import TYPE
from keytally.measures.templates.counts import Counts, RoleCounts, summed, total

Measures = Mapping[str, RoleCounts]
"""The counts of each measure, by role."""


class MeasureSums:
    """The running sum of measures over documents."""

    def __init__(self, measures: Sequence[str]) -> None:
        self._sums: dict[str, dict[str, Counts]] = {measure: {} for measure in measures}

    def put(self, measures: Measures) -> None:
        """Add a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                before = sums.get(role)
                sums[role] = counts if before is None else before.plus(counts)

    def put_all(self, documents: Iterable[Measures]) -> None:
        """Add many documents, at less cost than one by one."""
        found: dict[str, dict[str, list[Counts]]] = {measure: defaultdict(list) for measure in self._sums}
        for measures in documents:
            for measure, roles in measures.items():
                of_measure = found[measure]
                for role, counts in roles.items():
                    of_measure[role].append(counts)
        self.put(
            {
                measure: {role: summed(counts) for role, counts in roles.items()}
                for measure, roles in found.items()
            }
        )

    def drop(self, measures: Measures) -> None:
        """Remove a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                sums[role] = sums[role].minus(counts)

    def measures(self) -> dict[str, dict[str, Counts]]:
        """The sums, by role in the order of names; a role without entities on either side is left out."""
        return {
            measure: {role: sums[role] for role in sorted(sums, key=_order) if any(sums[role])}
            for measure, sums in self._sums.items()
        }

    def first(self) -> Counts:
        """The sum of the first measure over all roles."""
        return total(next(iter(self._sums.values())))


def totals_of(measures: Measures) -> dict[str, Any]:
    """Each measure's counts and ratios, in all and by role."""
    return {
        measure: {
            **total(roles).values(),
            "roles": {role: counts.values() for role, counts in roles.items()},
        }
        for measure, roles in measures.items()
    }


def _order(role: str) -> tuple[bool, str]:
    """Types first, then roles by name."""
    return (role != TYPE, role)
