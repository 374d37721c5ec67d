"""Coefficients of agreement: kappa, Krippendorff's alpha and alpha-U."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from typing import Any, NamedTuple

from keytally.measures.assignment import Number

Row = tuple[Hashable | None, ...]
"""The values that the annotators give to one item, in the order of the annotators; None for a missing
value.
"""

Rows = Mapping[Row, int]
"""The number of items with each row of values."""

NO_ITEMS = "no item has values from two annotators"
NO_VARIATION = "all values are equal, so the expected disagreement is zero"


class Coefficient(NamedTuple):
    """The value of a coefficient, at most 1, and the number of its items.

    An undefined coefficient has a one-line `reason` instead of a value.
    """

    value: float | None
    items: int
    reason: str = ""


def chance_corrected(observed: Fraction, expected: Fraction, items: int) -> Coefficient:
    """Return 1 - observed / expected disagreement; undefined if the expected disagreement is 0."""
    if not expected:
        return Coefficient(None, items, NO_VARIATION)
    return Coefficient(float(1 - observed / expected), items)


Pairs = Iterable[tuple[Any, Any]]


def all_pairs(values: Collection[Any]) -> Pairs:
    """Return all pairs of different values."""
    return combinations(values, 2)


def _no_pairs(values: Collection[Any]) -> Pairs:
    return ()


class Distance(NamedTuple):
    """A symmetric distance between values; the distance between equal values is 0.

    `near(values)` yields each pair of different values whose distance may differ from 1, once. If there are
    few such pairs, a coefficient over many values is faster to compute.
    """

    between: Callable[[Any, Any], Number]
    near: Callable[[Collection[Any]], Pairs] = all_pairs


def _nominal(one: Hashable, other: Hashable) -> Number:
    return int(one != other)


NOMINAL = Distance(_nominal, _no_pairs)
"""The nominal distance: 0 for equal values, 1 for different ones."""


def _of_sets(one: frozenset[Any], other: frozenset[Any]) -> Number:
    if one == other:
        return 0
    if one <= other or other <= one:
        return Fraction(1, 3)
    return 1 if one.isdisjoint(other) else Fraction(2, 3)


def _overlapping(values: Collection[frozenset[Any]]) -> Pairs:
    """Yield the pairs of sets that share a member, and the pairs with the empty set."""
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
"""Passonneau's distance between sets: 0 if they are equal, 1/3 if one contains the other, 2/3 if they
overlap, 1 if they are disjoint.

Passonneau 2004, "Computing reliability for coreference annotation".
"""


# Kappa: agreement on nominal values, corrected by the agreement expected by chance.
#
# Items that an annotator has not judged are excluded from the whole coefficient.


_TWO = 2


def cohens_kappa(rows: Rows) -> Coefficient:
    """Return Cohen's kappa of two annotators, with a separate distribution of values for each.

    Cohen 1960, "A coefficient of agreement for nominal scales". Raises ValueError if a row does not have
    exactly two values.
    """
    if any(len(row) != _TWO for row in rows):
        raise ValueError("Cohen's kappa requires two annotators")
    whole = _complete(rows)
    items = sum(whole.values())
    if not items:
        return Coefficient(None, 0, NO_ITEMS)
    first, second = (_distribution(whole, annotator) for annotator in (0, 1))
    equal = sum(count for row, count in whole.items() if row[0] == row[1])
    by_chance = sum(count * second[value] for value, count in first.items())
    return chance_corrected(1 - Fraction(equal, items), 1 - Fraction(by_chance, items * items), items)


def fleiss_kappa(rows: Rows) -> Coefficient:
    """Return Fleiss' kappa of any number of annotators, who share one distribution of values.

    Fleiss 1971, "Measuring nominal scale agreement among many raters". For two annotators, it equals Scott's
    pi.
    """
    whole = _complete(rows)
    items, annotators = sum(whole.values()), max(map(len, whole), default=0)
    if annotators < _TWO:
        return Coefficient(None, 0, NO_ITEMS)
    used = Counter[Hashable]()
    equal = 0
    for row, count in whole.items():
        values = Counter(row)
        equal += count * sum(each * (each - 1) for each in values.values())
        used.update({value: count * each for value, each in values.items()})
    observed = 1 - Fraction(equal, items * annotators * (annotators - 1))
    by_chance = sum(each * each for each in used.values())
    return chance_corrected(observed, 1 - Fraction(by_chance, (items * annotators) ** 2), items)


def _complete(rows: Rows) -> Rows:
    """Return the rows without a missing value."""
    return {row: count for row, count in rows.items() if None not in row}


def _distribution(rows: Rows, annotator: int) -> Counter[Hashable]:
    """Return the frequency of each value of an annotator."""
    used = Counter[Hashable]()
    for row, count in rows.items():
        used[row[annotator]] += count
    return used


def krippendorffs_alpha(rows: Rows, distance: Distance = NOMINAL) -> Coefficient:
    """Return 1 - observed / expected disagreement, over the items that at least two annotators have judged.

    The observed disagreement is the mean distance between two values of the same item. The expected
    disagreement is the mean distance between any two values from items with at least two values. Krippendorff
    2004, "Content Analysis", 11.3. Missing values are ignored. Sums are exact, so the result does not depend
    on the order of rows.
    """
    observed = Fraction()
    used = Counter[Hashable]()
    items = 0
    for row, count in rows.items():
        values = Counter(value for value in row if value is not None)
        judged = values.total()
        if judged < _TWO:
            continue
        items += count
        used.update({value: count * each for value, each in values.items()})
        if len(values) > 1:
            observed += Fraction(count * _disagreement(values, distance), judged - 1)
    total = used.total()
    if not items:
        return Coefficient(None, 0, NO_ITEMS)
    expected = Fraction(_disagreement(used, distance), total * (total - 1))
    return chance_corrected(observed / total, expected, items)


def _disagreement(counts: Mapping[Hashable, int], distance: Distance) -> Number:
    """Return the sum of the distances of all ordered pairs of values, given the count of each value."""
    total = sum(counts.values())
    apart: Number = total * total - sum(count * count for count in counts.values())
    for one, other in distance.near(counts):
        apart -= _TWO * counts[one] * counts[other] * (1 - distance.between(one, other))
    return apart


# Krippendorff's alpha-U: inter-annotator agreement on the stretches and categories of a continuum.
#
# The version is that of Krippendorff 1995, "On the reliability of unitizing continuous data", with the
# formula of expected disagreement as in Krippendorff 2004, "Content Analysis", 11.6. That of 2016
# (Krippendorff and others, "On the reliability of unitizing textual continua: further developments") compares
# the lengths of overlaps only, and is another measure.


NO_UNITS = "no annotator has marked a span"
FEW_ANNOTATORS = "fewer than two annotators"


class Stretch(NamedTuple):
    """A unit: a range of the continuum, from `start` up to `end`, that bears a category."""

    start: int
    end: int
    category: Hashable


class UnitizingDisagreement(NamedTuple):
    """The observed and the expected disagreement on one category."""

    observed: Fraction
    expected: Fraction


_Units = Sequence[tuple[int, int]]


def alpha_u(annotators: Sequence[Sequence[Stretch]], length: int) -> Coefficient:
    """Return 1 - observed / expected disagreement, summed over the categories; its items are the ranges.

    `length` is the length of the continuum, in the unit of the ranges, which lie within it. Ranges of one
    annotator and category must not overlap or be empty (`disjoint_stretches`). The sums are exact.
    """
    if len(annotators) < _TWO:
        return Coefficient(None, 0, FEW_ANNOTATORS)
    items = sum(map(len, annotators))
    if not items:
        return Coefficient(None, 0, NO_UNITS)
    found = unitizing_disagreements(annotators, length).values()
    observed = sum((each.observed for each in found), Fraction())
    return chance_corrected(observed, sum((each.expected for each in found), Fraction()), items)


def unitizing_disagreements(
    annotators: Sequence[Sequence[Stretch]], length: int
) -> Mapping[Hashable, UnitizingDisagreement]:
    """Return the disagreements by category."""
    by_category: dict[Hashable, list[list[tuple[int, int]]]] = defaultdict(lambda: [[] for _ in annotators])
    for number, stretches in enumerate(annotators):
        for start, end, category in sorted(stretches, key=_place):
            by_category[category][number].append((start, end))
    return {
        category: UnitizingDisagreement(_observed(sides, length), _expected(sides, length))
        for category, sides in by_category.items()
    }


def disjoint_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the non-empty ranges that do not overlap an earlier range of their category.

    Of overlapping ranges, the one that begins first is kept; if they begin together, the longest.
    """
    kept, reached = list[Stretch](), dict[Hashable, int]()
    for stretch in sorted(stretches, key=_place):
        if stretch.start < stretch.end and stretch.start >= reached.get(stretch.category, 0):
            kept.append(stretch)
            reached[stretch.category] = stretch.end
    return kept


def _place(stretch: Stretch) -> tuple[int, int]:
    return stretch.start, -stretch.end


def _observed(sides: Sequence[_Units], length: int) -> Fraction:
    """Return the mean squared difference of the annotators' units.

    Each pair of annotators is counted in both orders.
    """
    squares = sum(
        _squares(one, other) + _lonely(one, other) + _lonely(other, one)
        for one, other in combinations(sides, 2)
    )
    return Fraction(_TWO * squares, len(sides) * (len(sides) - 1) * length * length)


def _squares(one: _Units, other: _Units) -> int:
    """Return the sum of the squared differences of the starts and ends of overlapping units."""
    found = index = 0
    for start, end in one:
        while index < len(other) and other[index][1] <= start:
            index += 1
        for begin, stop in other[index:]:
            if begin >= end:
                break
            found += (start - begin) ** 2 + (end - stop) ** 2
    return found


def _lonely(one: _Units, other: _Units) -> int:
    """Return the sum of the squared lengths of units in a gap of the other annotator."""
    starts = [start for start, _ in other]
    lonely = (
        (start, end)
        for start, end in one
        if not (before := bisect_left(starts, end)) or other[before - 1][1] <= start
    )
    return sum((end - start) ** 2 for start, end in lonely)


def _expected(sides: Sequence[_Units], length: int) -> Fraction:
    """Return the mean squared difference if each annotator's units are placed randomly in the continuum."""
    units = [end - start for side in sides for start, end in side]
    gaps = _Gaps([gap for side in sides for gap in _gaps_of(side, length)])
    within = (len(units) - 1) * sum(2 * unit**3 - 3 * unit**2 + unit for unit in units)
    squares = Fraction(within, 3) + sum(unit**2 * gaps.places(unit) for unit in units)
    whole = len(sides) * length
    pairs = whole * (whole - 1) - sum(unit * (unit - 1) for unit in units)
    return Fraction(_TWO, length) * squares / pairs


def _gaps_of(units: _Units, length: int) -> list[int]:
    """Return the lengths of the gaps before, between and after units."""
    edges = [0, *(edge for unit in units for edge in unit), length]
    return [end - start for start, end in zip(edges[::2], edges[1::2], strict=True) if end > start]


class _Gaps:
    """The gaps by length, to count the positions at which a unit fits."""

    def __init__(self, lengths: Iterable[int]) -> None:
        self._lengths = sorted(lengths)
        self._sums = [0, *accumulate(self._lengths)]

    def places(self, unit: int) -> int:
        """Return the number of positions at which a unit of that length fits, over all gaps."""
        first = bisect_left(self._lengths, unit)
        return self._sums[-1] - self._sums[first] - (len(self._lengths) - first) * (unit - 1)
