"""How a cost grows with a size: the slope of a line through the logarithms of both."""

from collections.abc import Sequence
from math import log

LEAST_SECONDS = 0.02
"""Costs below this are of the run, not of the size: they say nothing about growth."""


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The exponent of growth through points of size and cost; 0.0 where fewer than two say anything."""
    telling = [(log(size), log(cost)) for size, cost in points if cost >= LEAST_SECONDS]
    if len(telling) < 2:
        return 0.0
    size_mean = sum(size for size, _ in telling) / len(telling)
    cost_mean = sum(cost for _, cost in telling) / len(telling)
    over = sum((size - size_mean) * (cost - cost_mean) for size, cost in telling)
    return over / sum((size - size_mean) ** 2 for size, _ in telling)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
