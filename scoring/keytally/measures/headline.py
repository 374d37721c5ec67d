"""The measure that stands for a whole result, derived from counts that sum over documents."""

from typing import NamedTuple

from keytally.measures.ratios import f_measure


class HeadlineCounts(NamedTuple):
    """What a document adds to a headline measure: numerator and denominator of recall and of precision."""

    recall_above: float = 0
    recall_below: float = 0
    precision_above: float = 0
    precision_below: float = 0


class HeadlineForm(NamedTuple):
    """How a headline measure derives from summed counts.

    It is F with the weight `beta` of recall, or recall alone where `beta` is None. A ratio over nothing is
    `over_nothing`, from 0 to 1.
    """

    beta: float | None = 1.0
    over_nothing: float = 0.0

    def value(self, counts: HeadlineCounts) -> float:
        """The measure of summed counts, in percent."""
        if self.beta is None:
            return self.recall(counts)
        recall = self._ratio(counts.recall_above, counts.recall_below)
        return 100 * f_measure(self._ratio(counts.precision_above, counts.precision_below), recall, self.beta)

    def recall(self, counts: HeadlineCounts) -> float:
        """The recall of summed counts, in percent."""
        return 100 * self._ratio(counts.recall_above, counts.recall_below)

    def precision(self, counts: HeadlineCounts) -> float:
        """The precision of summed counts, in percent; it means nothing where the measure is recall alone."""
        return 100 * self._ratio(counts.precision_above, counts.precision_below)

    def _ratio(self, above: float, below: float) -> float:
        return above / below if below else self.over_nothing
