"""Krippendorff's alpha-U: how far annotators agree on which stretches of a continuum bear which category.

The version is that of Krippendorff 1995, "On the reliability of unitizing continuous data", with the formula
of expected disagreement as in Krippendorff 2004, "Content Analysis", 11.6. That of 2016 (Krippendorff and
others, "On the reliability of unitizing textual continua: further developments") compares the
lengths of overlaps only, and is another measure.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from typing import NamedTuple

from keytally.measures.agreement.coefficient import Coefficient, corrected

NO_UNITS = "no annotator has marked a stretch"
FEW_ANNOTATORS = "fewer than two annotators"

_TWO = 2


class Stretch(NamedTuple):
    """A unit: a stretch of the continuum, from `start` up to `end`, that bears a category."""

    start: int
    end: int
    category: Hashable


class Disagreement(NamedTuple):
    """The observed and the expected disagreement on one category."""

    observed: Fraction
    expected: Fraction


_Units = Sequence[tuple[int, int]]


def alpha_u(annotators: Sequence[Sequence[Stretch]], length: int) -> Coefficient:
    """1 - observed / expected disagreement, summed over the categories; its items are the stretches.

    `length` is that of the continuum, in the unit of the stretches, which lie within it. Stretches of one
    annotator and category do not overlap, and none is empty (`disjoint`). The sums are exact.
    """
    if len(annotators) < _TWO:
        return Coefficient(None, 0, FEW_ANNOTATORS)
    items = sum(map(len, annotators))
    if not items:
        return Coefficient(None, 0, NO_UNITS)
    found = disagreements(annotators, length).values()
    observed = sum((each.observed for each in found), Fraction())
    return corrected(observed, sum((each.expected for each in found), Fraction()), items)


def disagreements(annotators: Sequence[Sequence[Stretch]], length: int) -> Mapping[Hashable, Disagreement]:
    """The disagreements by category."""
    by_category: dict[Hashable, list[list[tuple[int, int]]]] = defaultdict(lambda: [[] for _ in annotators])
    for number, stretches in enumerate(annotators):
        for start, end, category in sorted(stretches, key=_place):
            by_category[category][number].append((start, end))
    return {
        category: Disagreement(_observed(sides, length), _expected(sides, length))
        for category, sides in by_category.items()
    }


def disjoint(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The stretches that are not empty and do not overlap an earlier one of their category.

    Of those that overlap the one that begins first is kept, of those that begin together the longest.
    """
    kept, reached = list[Stretch](), dict[Hashable, int]()
    for each in sorted(stretches, key=_place):
        if each.start < each.end and each.start >= reached.get(each.category, 0):
            kept.append(each)
            reached[each.category] = each.end
    return kept


def _place(stretch: Stretch) -> tuple[int, int]:
    return stretch.start, -stretch.end


def _observed(sides: Sequence[_Units], length: int) -> Fraction:
    """The mean squared difference of the annotators' units; each pair of annotators counts both ways."""
    squares = sum(
        _squares(one, other) + _lonely(one, other) + _lonely(other, one)
        for one, other in combinations(sides, 2)
    )
    return Fraction(_TWO * squares, len(sides) * (len(sides) - 1) * length * length)


def _squares(one: _Units, other: _Units) -> int:
    """For each pair of units that overlap, the squares of the differences of their starts and ends."""
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
    """For each unit that lies in a gap of the other annotator, the square of its length."""
    starts = [start for start, _ in other]
    lonely = (
        (start, end)
        for start, end in one
        if not (before := bisect_left(starts, end)) or other[before - 1][1] <= start
    )
    return sum((end - start) ** 2 for start, end in lonely)


def _expected(sides: Sequence[_Units], length: int) -> Fraction:
    """The mean squared difference where the units of all annotators lie anywhere in the continuum."""
    units = [end - start for side in sides for start, end in side]
    gaps = _Gaps([gap for side in sides for gap in _gaps_of(side, length)])
    squares = sum(
        Fraction(len(units) - 1, 3) * (2 * each**3 - 3 * each**2 + each) + each**2 * gaps.places(each)
        for each in units
    )
    whole = len(sides) * length
    pairs = whole * (whole - 1) - sum(each * (each - 1) for each in units)
    return Fraction(_TWO, length) * squares / pairs


def _gaps_of(units: _Units, length: int) -> list[int]:
    """The lengths of what lies before, between and after units."""
    edges = [0, *(edge for unit in units for edge in unit), length]
    return [end - start for start, end in zip(edges[::2], edges[1::2], strict=True) if end > start]


class _Gaps:
    """Gaps by length, which tell in how many places a unit fits into them."""

    def __init__(self, lengths: Iterable[int]) -> None:
        self._lengths = sorted(lengths)
        self._sums = [0, *accumulate(self._lengths)]

    def places(self, unit: int) -> int:
        """The number of places for a unit of that length, in all gaps."""
        first = bisect_left(self._lengths, unit)
        return self._sums[-1] - self._sums[first] - (len(self._lengths) - first) * (unit - 1)
