"""The result of a document, and the sum over documents."""

from typing import Any

from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.measures.templates.best_map import BestMap
from keytally.measures.templates.counts import Counts
from keytally.measures.templates.sums import Measures, MeasureSums, totals_of


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

    def between(self, key: RecordUnit | None, response: RecordUnit | None) -> "DocumentScore":
        """The same score for units that say the same."""
        return DocumentScore(self.document, key, response, self.measures, self.chosen)

    def apart(self, known: "KnownCounts") -> "DocumentScore":
        """The score without units and map, of the `known` ones of equal counts, which are pickled once."""
        measures = {
            measure: {role: _shared(counts, known) for role, counts in roles.items()}
            for measure, roles in self.measures.items()
        }
        return DocumentScore(self.document, None, None, measures)


KnownCounts = dict[tuple[Counts, type, type], Counts]
"""Counts by themselves and the kinds of their numbers: 1 and Fraction(1) are equal, but print otherwise."""


def _shared(counts: Counts, known: KnownCounts) -> Counts:
    return known.setdefault((counts, type(counts.correct), type(counts.found)), counts)


class TemplateFold:
    """The running sum over documents (keytally.evaluations.interface.Fold)."""

    def __init__(self, measures: tuple[str, ...]) -> None:
        self._sums = MeasureSums(measures)

    def put(self, score: DocumentScore) -> None:
        """Add a document."""
        self._sums.put(score.measures)

    def drop(self, score: DocumentScore) -> None:
        """Remove a document."""
        self._sums.drop(score.measures)

    def measures(self) -> Measures:
        """The sums, by role in the order of names; a role without entities on either side is left out."""
        return self._sums.measures()

    def headline(self) -> float:
        """F of the first measure, in percent."""
        return self._sums.first().f

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return totals_of(self.measures())
