"""Precision, recall and F from three counts (van Rijsbergen, Information Retrieval, 1979)."""

from functools import lru_cache
from typing import Any, NamedTuple

from keytally.measures.ratios import ratio

KEPT = 4096
"""The number of counts whose ratios are kept: few sentences have counts that no other one has."""


class PrecisionRecall(NamedTuple):
    """The numbers of proposed answers, of the key's answers, and of correct ones."""

    correct: int = 0
    proposed: int = 0
    gold: int = 0

    def plus(self, other: "PrecisionRecall") -> "PrecisionRecall":
        """The sum of both."""
        return PrecisionRecall(*(mine + its for mine, its in zip(self, other, strict=True)))

    def minus(self, other: "PrecisionRecall") -> "PrecisionRecall":
        """The difference of both."""
        return PrecisionRecall(*(mine - its for mine, its in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """The share of the proposed answers that are correct, in percent; 0 without any."""
        return ratio(100 * self.correct, self.proposed)

    @property
    def recall(self) -> float:
        """The share of the key's answers that were found, in percent; 0 without any."""
        return ratio(100 * self.correct, self.gold)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall, in percent; 0 without correct answers."""
        return ratio(200 * self.correct, self.proposed + self.gold)

    def values(self) -> dict[str, Any]:
        """Ratios in percent and counts, as in the JSON output."""
        return dict(_values(self))


@lru_cache(KEPT)
def _values(counts: PrecisionRecall) -> dict[str, Any]:
    ratios = {"precision": counts.precision, "recall": counts.recall, "f": counts.f}
    return {**ratios, **counts._asdict()}
