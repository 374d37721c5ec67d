"""Ratios of which nothing over nothing is 0."""

from collections.abc import Iterable
from math import fsum


def ratio(part: float, whole: float) -> float:
    """`part / whole`, from 0 to 1."""
    return part / whole if whole else 0.0


def f_score(precision: float, recall: float) -> float:
    """F with equal weights: 2 * Prec * Rec / (Prec + Rec)."""
    return ratio(2 * precision * recall, precision + recall)


def mean(values: Iterable[float]) -> float:
    """The average, the same in whatever order the values come."""
    listed = list(values)
    return ratio(fsum(listed), len(listed))
