"""Ratios of counts; a ratio with a denominator of 0 is 0."""

from collections.abc import Iterable
from math import fsum


def ratio(part: float, whole: float) -> float:
    """`part / whole`, from 0 to 1; 0 if `whole` is 0."""
    return part / whole if whole else 0.0


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """The F-measure (β² + 1)PR / (β²P + R), van Rijsbergen 1979; 0 if the denominator is 0.

    `beta` is the weight of recall relative to precision. The result is in the unit of P and R: from 0 to 1,
    or in percent.
    """
    weight = beta * beta
    below = weight * precision + recall
    return (weight + 1) * precision * recall / below if below else 0.0


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean, 0 without values; it does not depend on the order of the values."""
    listed = list(values)
    return ratio(fsum(listed), len(listed))
