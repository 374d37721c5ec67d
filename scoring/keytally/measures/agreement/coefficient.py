"""What a coefficient of agreement is: a value over so many items, or a reason why there is none."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple

Row = tuple[Hashable | None, ...]
"""The values that the annotators give to one item, in the order of the annotators; None is a missing one."""

Rows = Mapping[Row, int]
"""How many items have each row of values."""

NO_ITEMS = "no item has values of two annotators"
NO_VARIATION = "all values are equal, so chance explains everything"


class Coefficient(NamedTuple):
    """The value of a coefficient, at most 1, and the number of items that it is over.

    A coefficient that is not defined has no value but a `reason`, which is one line.
    """

    value: float | None
    items: int
    reason: str = ""


def corrected(observed: Fraction, expected: Fraction, items: int) -> Coefficient:
    """1 - observed / expected disagreement; undefined where no disagreement can be expected."""
    if not expected:
        return Coefficient(None, items, NO_VARIATION)
    return Coefficient(float(1 - observed / expected), items)
