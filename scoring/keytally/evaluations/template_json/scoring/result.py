"""The result of a document, and the sum over documents."""

from collections.abc import Mapping
from typing import Any

from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import TYPE
from keytally.evaluations.template_json.scoring.best_map import BestMap
from keytally.evaluations.template_json.scoring.counts import Counts, RoleCounts, total

Measures = Mapping[str, RoleCounts]
"""The counts of each measure, by role."""


class DocumentScore:
    """A compared document: its units, one of which may be missing, its counts, the map of its templates."""

    __slots__ = ("chosen", "document", "key", "measures", "response")

    def __init__(
        self,
        document: str,
        key: RecordUnit | None,
        response: RecordUnit | None,
        measures: Measures,
        chosen: BestMap | None = None,
    ) -> None:
        self.document = document
        self.key, self.response = key, response
        self.measures = measures
        self.chosen = chosen


class TemplateFold:
    """The running sum over documents (keytally.evaluations.interface.Fold)."""

    def __init__(self, measures: tuple[str, ...]) -> None:
        self._sums: dict[str, dict[str, Counts]] = {measure: {} for measure in measures}

    def put(self, score: DocumentScore) -> None:
        """Add a document."""
        for measure, roles in score.measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                sums[role] = sums.get(role, Counts()).plus(counts)

    def drop(self, score: DocumentScore) -> None:
        """Remove a document."""
        for measure, roles in score.measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                sums[role] = sums[role].minus(counts)

    def measures(self) -> dict[str, dict[str, Counts]]:
        """The sums, by role in the order of names; a role without entities on either side is left out."""
        return {
            measure: {role: sums[role] for role in sorted(sums, key=_order) if any(sums[role])}
            for measure, sums in self._sums.items()
        }

    def headline(self) -> float:
        """F of the first measure, in percent."""
        return total(next(iter(self._sums.values()))).f

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return totals_of(self.measures())


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
