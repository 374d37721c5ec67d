"""Randomisation by trying every swap, in exact arithmetic: slow, and written apart from the product."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Row = tuple[int, int, int, int]


def measure(rows: Sequence[Row]) -> Fraction:
    """F1 in percent of summed numerators and denominators of recall and precision."""
    recall_above, recall_below, precision_above, precision_below = map(sum, zip(*rows, strict=True))
    recall = Fraction(recall_above, recall_below) if recall_below else Fraction()
    precision = Fraction(precision_above, precision_below) if precision_below else Fraction()
    both = recall + precision
    return 200 * recall * precision / both if both else Fraction()


def exact_p(first: Sequence[Row], second: Sequence[Row]) -> Fraction:
    """The share of all swaps whose difference is at least the actual one."""
    actual = abs(measure(first) - measure(second))
    reached = 0
    for swaps in product((False, True), repeat=len(first)):
        sides = [(b, a) if swapped else (a, b) for a, b, swapped in zip(first, second, swaps, strict=True)]
        reached += abs(measure([a for a, _ in sides]) - measure([b for _, b in sides])) >= actual
    return Fraction(reached, 2 ** len(first))
