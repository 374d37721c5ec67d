"""Averages over types: each type counts once, or as often as the key has it."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from keytally.measures.ratios import ratio
from keytally.tallies.precision_recall import PrecisionRecall

Types = Mapping[str, PrecisionRecall]
Total = Callable[[Sequence[float]], float]


class Ratios(NamedTuple):
    """Precision, recall and F, from 0 to 1."""

    precision: float
    recall: float
    f: float

    @property
    def recall_first(self) -> tuple[float, float, float]:
        """Recall, precision and F."""
        return self.recall, self.precision, self.f


def ratios(counts: PrecisionRecall) -> Ratios:
    """The ratios of counts; 0 over nothing."""
    precision, recall = ratio(counts.correct, counts.proposed), ratio(counts.correct, counts.gold)
    return Ratios(precision, recall, ratio(2 * precision * recall, precision + recall))


def macro(types: Types, total: Total = fsum) -> Ratios:
    """The mean over types; `total` says how numbers are added up."""
    return _mean([ratios(counts) for counts in types.values()], [1] * len(types), total)


def weighted(types: Types, total: Total = fsum) -> Ratios:
    """The mean over types by the number of entities in the key."""
    weights = [counts.gold for counts in types.values()]
    return _mean([ratios(counts) for counts in types.values()], weights, total)


def _mean(each: Sequence[Ratios], weights: Sequence[int], total: Total) -> Ratios:
    whole = sum(weights)
    return Ratios(
        *(
            ratio(total([weight * values[at] for weight, values in zip(weights, each, strict=True)]), whole)
            for at in range(3)
        )
    )
