"""Ratios of counts, and the headline measure that is derived from counts of documents."""

from collections.abc import Iterable, Iterator
from math import fsum
from typing import NamedTuple


def ratio(part: float, whole: float) -> float:
    """Return `part / whole`, from 0 to 1; 0 if `whole` is 0."""
    return part / whole if whole else 0.0


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return the F-measure (β² + 1)PR / (β²P + R), van Rijsbergen 1979; 0 if the denominator is 0.

    `beta` is the weight of recall relative to precision. The result is in the unit of P and R: from 0 to 1,
    or in percent.
    """
    weight = beta * beta
    below = weight * precision + recall
    return (weight + 1) * precision * recall / below if below else 0.0


def mean(values: Iterable[float]) -> float:
    """Return the arithmetic mean, 0 without values; it does not depend on the order of the values."""
    listed = list(values)
    return ratio(fsum(listed), len(listed))


PARTS = 4
"""The number of counts that one measure needs."""


class HeadlineCounts(tuple[float, ...]):
    """The counts of a document for a headline measure: numerators and denominators of recall and precision.

    A headline that is a mean of several measures has four such numbers for each of these measures.
    """

    __slots__ = ()

    def __new__(cls, *values: float) -> "HeadlineCounts":
        """Return the numbers; any of the first four that are missing are 0."""
        return super().__new__(cls, (*values, *(0,) * (PARTS - len(values))))

    def __getnewargs__(self) -> tuple[float, ...]:
        """Return the numbers, to recreate the object in another process."""
        return tuple(self)

    def parts(self) -> "Iterator[HeadlineCounts]":
        """Yield the counts of each measure."""
        return (HeadlineCounts(*self[at : at + PARTS]) for at in range(0, len(self), PARTS))


class HeadlineForm(NamedTuple):
    """The formula of a headline measure over summed counts.

    The measure is F with the weight `beta` of recall, or recall alone if `beta` is None. A ratio with a
    denominator of 0 has the value `over_nothing`, from 0 to 1. For several `measures`, it is their mean.
    """

    beta: float | None = 1.0
    over_nothing: float = 0.0
    measures: int = 1

    @property
    def nothing(self) -> HeadlineCounts:
        """Return the counts of an empty set of documents."""
        return HeadlineCounts(*(0,) * (PARTS * self.measures))

    def value(self, counts: HeadlineCounts) -> float:
        """Return the measure of summed counts, in percent."""
        return 100 * (self._value(counts) if self.measures == 1 else mean(map(self._value, counts.parts())))

    def recall(self, counts: HeadlineCounts) -> float:
        """Return the recall of summed counts, in percent."""
        return 100 * mean(self._ratio(above, below) for above, below, _, _ in counts.parts())

    def precision(self, counts: HeadlineCounts) -> float:
        """Return the precision of summed counts, in percent; meaningless if the measure is recall alone."""
        return 100 * mean(self._ratio(above, below) for _, _, above, below in counts.parts())

    def _value(self, counts: HeadlineCounts) -> float:
        above, below, precision_above, precision_below = counts
        recall = self._ratio(above, below)
        if self.beta is None:
            return recall
        return f_measure(self._ratio(precision_above, precision_below), recall, self.beta)

    def _ratio(self, above: float, below: float) -> float:
        return above / below if below else self.over_nothing
