"""The counts of a measure, and what they give."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.measures.ratios import ratio

KEPT = 4096
"""The number of counts whose ratios are kept: few documents have counts that no other one has."""

Number = int | Fraction


class Counts(NamedTuple):
    """What of the response is right, all that it proposes, what of the key is found, and all of the key."""

    correct: Number = 0
    proposed: int = 0
    found: Number = 0
    gold: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """The sum of both."""
        correct, proposed, found, gold = other
        return Counts(self[0] + correct, self[1] + proposed, self[2] + found, self[3] + gold)

    def minus(self, other: "Counts") -> "Counts":
        """The difference of both."""
        correct, proposed, found, gold = other
        return Counts(self[0] - correct, self[1] - proposed, self[2] - found, self[3] - gold)

    @property
    def precision(self) -> float:
        """The share of what is proposed that is right, in percent."""
        return 100 * ratio(float(self.correct), self.proposed)

    @property
    def recall(self) -> float:
        """The share of the key that is found, in percent."""
        return 100 * ratio(float(self.found), self.gold)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall, in percent."""
        return _harmonic_mean(self.precision, self.recall)

    def values(self) -> dict[str, Any]:
        """Ratios in percent and counts, as in the JSON output."""
        counts = [each if isinstance(each, int) else _plain(each) for each in self]
        return {**_ratios(self), "counts": counts}


RoleCounts = Mapping[str, Counts]


def total(roles: RoleCounts) -> Counts:
    """The sum over the roles."""
    return summed(roles.values())


def summed(counts: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    correct, proposed, found, gold = Counts()
    for each in counts:
        correct += each[0]
        proposed += each[1]
        found += each[2]
        gold += each[3]
    return Counts(correct, proposed, found, gold)


@lru_cache(KEPT)
def _ratios(counts: Counts) -> Mapping[str, float]:
    precision, recall = counts.precision, counts.recall
    return {"precision": precision, "recall": recall, "f": _harmonic_mean(precision, recall)}


def _harmonic_mean(precision: float, recall: float) -> float:
    return ratio(2 * precision * recall, precision + recall)


def _plain(number: Fraction) -> float | int:
    return int(number) if number.denominator == 1 else float(number)
