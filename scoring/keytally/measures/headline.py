"""The measure that stands for a whole result, derived from counts that sum over documents."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.measures.ratios import f_measure, mean

PARTS = 4
"""The numbers of one measure."""


class HeadlineCounts(tuple[float, ...]):
    """What a document adds to a headline measure: numerator and denominator of recall and of precision.

    A headline that is a mean of several measures has these four numbers for each of them.
    """

    __slots__ = ()

    def __new__(cls, *values: float) -> "HeadlineCounts":
        """Numbers that are not given are 0, up to the first four."""
        return super().__new__(cls, (*values, *(0,) * (PARTS - len(values))))

    def __getnewargs__(self) -> tuple[float, ...]:
        """The numbers, for another process."""
        return tuple(self)

    def parts(self) -> "Iterator[HeadlineCounts]":
        """The counts of each measure."""
        return (HeadlineCounts(*self[at : at + PARTS]) for at in range(0, len(self), PARTS))


class HeadlineForm(NamedTuple):
    """How a headline measure derives from summed counts.

    It is F with the weight `beta` of recall, or recall alone where `beta` is None. A ratio over nothing is
    `over_nothing`, from 0 to 1. Where there are several `measures` it is their mean.
    """

    beta: float | None = 1.0
    over_nothing: float = 0.0
    measures: int = 1

    @property
    def nothing(self) -> HeadlineCounts:
        """The counts of no document."""
        return HeadlineCounts(*(0,) * (PARTS * self.measures))

    def value(self, counts: HeadlineCounts) -> float:
        """The measure of summed counts, in percent."""
        return 100 * (self._value(counts) if self.measures == 1 else mean(map(self._value, counts.parts())))

    def recall(self, counts: HeadlineCounts) -> float:
        """The recall of summed counts, in percent."""
        return 100 * mean(self._ratio(above, below) for above, below, _, _ in counts.parts())

    def precision(self, counts: HeadlineCounts) -> float:
        """The precision of summed counts, in percent; it means nothing where the measure is recall alone."""
        return 100 * mean(self._ratio(above, below) for _, _, above, below in counts.parts())

    def _value(self, counts: HeadlineCounts) -> float:
        above, below, precision_above, precision_below = counts
        recall = self._ratio(above, below)
        if self.beta is None:
            return recall
        return f_measure(self._ratio(precision_above, precision_below), recall, self.beta)

    def _ratio(self, above: float, below: float) -> float:
        return above / below if below else self.over_nothing
