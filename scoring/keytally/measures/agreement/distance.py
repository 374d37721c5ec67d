"""How far two values are from each other: nominal, and Passonneau's distance of sets."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from keytally.measures.assignment import Number

Pairs = Iterable[tuple[Any, Any]]


def all_pairs(values: Collection[Any]) -> Pairs:
    """All pairs of different values."""
    return combinations(values, 2)


def _no_pairs(values: Collection[Any]) -> Pairs:
    return ()


class Distance(NamedTuple):
    """A distance of values: 0 for equal ones, the same both ways.

    `near(values)` gives the pairs of different values, each once, that may have another distance than 1.
    Where these are few a coefficient over many values takes less time.
    """

    between: Callable[[Any, Any], Number]
    near: Callable[[Collection[Any]], Pairs] = all_pairs


def _nominal(one: Hashable, other: Hashable) -> Number:
    return int(one != other)


NOMINAL = Distance(_nominal, _no_pairs)
"""0 for equal values, 1 for all others."""


def _of_sets(one: frozenset[Any], other: frozenset[Any]) -> Number:
    if one == other:
        return 0
    if one <= other or other <= one:
        return Fraction(1, 3)
    return 1 if one.isdisjoint(other) else Fraction(2, 3)


def _overlapping(values: Collection[frozenset[Any]]) -> Pairs:
    """The pairs of sets that share a member, and those with the empty set, which is a part of each."""
    listed = list(values)
    holding = defaultdict[Any, list[int]](list)
    pairs: set[tuple[int, int]] = set()
    for number, value in enumerate(listed):
        for member in value:
            holding[member].append(number)
        if not value:
            pairs.update((min(number, each), max(number, each)) for each in range(len(listed)))
    for numbers in holding.values():
        pairs.update(combinations(numbers, 2))
    return [(listed[one], listed[other]) for one, other in sorted(pairs) if one != other]


PASSONNEAU = Distance(_of_sets, _overlapping)
"""Passonneau's distance of sets: equal 0, one a part of the other 1/3, overlapping 2/3, disjoint 1.

Passonneau 2004, "Computing reliability for coreference annotation".
"""
