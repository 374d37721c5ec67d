"""F as an integer, which can be compared and bounded without fractions."""

from fractions import Fraction
from functools import lru_cache

NOT_SIMILAR = -1
"""The similarity of two objects that may not be aligned."""

_BITS = 64

IDENTICAL = 1 << _BITS
"""The similarity of two objects that agree in everything."""


@lru_cache(1 << 14)
def similarity(numerator: int, denominator: int) -> int:
    """A ratio in units of 2^-64, rounded down, which sorts ratios exactly.

    Two ratios with denominators below 2^32 differ by more than a unit or not at all.
    """
    return (numerator << _BITS) // denominator


def similarity_of(f: Fraction) -> int:
    """An F as a similarity."""
    return similarity(f.numerator, f.denominator)


@lru_cache(1 << 14)
def upper_bound(shared: int, key: int, response: int) -> int:
    """The highest similarity of two objects that share so many features.

    `key` and `response` are the smallest numbers of fills that count on either side. F is twice the correct
    fills divided by the fills of both sides; there are at most as many correct fills as shared features.
    """
    return similarity(2 * shared, max(key, shared) + max(response, shared)) if shared else 0
