"""The best map from response templates to key templates: the one with the highest F, found exactly.

With what is proposed (P) and what the key has (K) fixed, a map that makes `a` of the response right and finds
`b` of the key has F = 2ab / (aK + bP). F is concave and grows in step with (a, b), so that its slope at any
point bounds it everywhere: F(a, b) is at most the sum of a and b times the slopes there. The best assignment
under these slopes therefore bounds F over all maps, and is a map itself. Where it does not reach its bound,
the first template is tried with each of the others (branch and bound).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from keytally.measures.assignment import best_assignment

Pairs = Sequence[Sequence[tuple[int, int] | None]]
"""For each response template and key template what a pair makes right and finds; None for no pair."""

Map = tuple[int | None, ...]

MOST_TRIALS = 3000
"""The number of assignments for one document; beyond it the best map so far is taken."""

_TURNS = 6
_NOTHING = Fraction(0)


class BestMap(NamedTuple):
    """The key template of each response template, or None; `is_proved` unless the trials were used up."""

    partners: Map
    is_proved: bool = True


class _Point(NamedTuple):
    """What a map makes right, and what it finds."""

    right: int = 0
    found: int = 0

    def plus(self, pair: tuple[int, int] | None) -> "_Point":
        return self if pair is None else _Point(self.right + pair[0], self.found + pair[1])


def best_map(pairs: Pairs, proposed: int, gold: int) -> BestMap:
    """The map with the highest F, given the counts of all entities and types on either side.

    Of maps with equal F the first counts, where maps are in order of the partner of the first template, then
    of the second and so on; no partner comes last (the order in which the program of GTT tries them).
    """
    undisputed = _undisputed(pairs)
    if undisputed is not None:
        return BestMap(undisputed)
    search = _Search(pairs, proposed, gold)
    found, best = search.maximum((), _Point(), _NOTHING)
    chosen, point = list[int | None](), _Point()
    for row in range(len(pairs)):
        for column in search.choices(chosen):
            further = point.plus(search.pair(row, column))
            if search.reaches((*chosen, column), further, best):
                chosen.append(column)
                point = further
                break
    if search.is_exhausted:
        return BestMap(_without_nothing(pairs, found), is_proved=False)
    return BestMap(_without_nothing(pairs, tuple(chosen)))


def _undisputed(pairs: Pairs) -> Map | None:
    """All pairs, where none is in the way of another; each makes F higher."""
    rows = [[column for column, pair in enumerate(row) if pair is not None] for row in pairs]
    columns = [column for row in rows for column in row]
    if len({*columns}) < len(columns) or any(len(row) > 1 for row in rows):
        return None
    return tuple(row[0] if row else None for row in rows)


def _without_nothing(pairs: Pairs, partners: Map) -> Map:
    """A map without the partners that are no pair."""
    return tuple(
        column if column is not None and pairs[row][column] else None for row, column in enumerate(partners)
    )


class _Search:
    """Looks for maps that begin as given."""

    def __init__(self, pairs: Pairs, proposed: int, gold: int) -> None:
        self._pairs = pairs
        self._proposed, self._gold = proposed, gold
        self._width = max(map(len, pairs), default=0)
        self._trials = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether all trials are used up."""
        return self._trials > MOST_TRIALS

    def pair(self, row: int, column: int | None) -> tuple[int, int] | None:
        """What a pair adds."""
        return None if column is None else self._pairs[row][column]

    def choices(self, begun: Sequence[int | None]) -> list[int | None]:
        """The partners that the next template may have, in order."""
        return [*(column for column in range(self._width) if column not in begun), None]

    def f(self, point: _Point) -> Fraction:
        """F of a map, from 0 to 1."""
        if not point.right or not point.found:
            return _NOTHING
        below = point.right * self._gold + point.found * self._proposed
        return Fraction(2 * point.right * point.found, below)

    def maximum(self, begun: Map, point: _Point, floor: Fraction) -> tuple[Map, Fraction]:
        """The best of the maps that begin so and exceed `floor`; the begun one and `floor` if none does."""
        bound, found, value = self._tried(begun, point, floor, floor)
        best, partners = (value, found) if value > floor else (floor, begun)
        if bound > best and len(begun) < len(self._pairs):
            for column in self.choices(begun):
                further = point.plus(self.pair(len(begun), column))
                partner, reached = self.maximum((*begun, column), further, best)
                if reached > best:
                    best, partners = reached, partner
                if bound <= best or self.is_exhausted:
                    break
        return partners, best

    def reaches(self, begun: Map, point: _Point, target: Fraction) -> bool:
        """Whether a map that begins so has the F that no map exceeds."""
        bound, _, value = self._tried(begun, point, target, None)
        if value == target:
            return True
        if bound < target or len(begun) == len(self._pairs) or self.is_exhausted:
            return False
        return any(
            self.reaches((*begun, column), point.plus(self.pair(len(begun), column)), target)
            for column in self.choices(begun)
        )

    def _tried(
        self, begun: Map, point: _Point, wanted: Fraction, floor: Fraction | None
    ) -> tuple[Fraction, Map, Fraction]:
        """A bound of F over the maps that begin so, and the best map that was met with its F.

        It stops once the bound is no more than `floor`, or less than `wanted`, or is reached.
        """
        bound, best, partners = Fraction(1), Fraction(-1), begun
        slope_at, seen = _Point(self._proposed, self._gold), set[_Point]()
        for _ in range(_TURNS):
            seen.add(slope_at)
            rest = self._assigned(begun, slope_at)
            reached = self._point(begun, rest, point)
            bound = min(bound, self._bound(reached, slope_at))
            if self.f(reached) > best:
                best, partners = self.f(reached), (*begun, *rest)
            if bound <= best or bound < wanted or (floor is not None and bound <= floor):
                break
            slope_at = reached
            if slope_at in seen or not reached.right or not reached.found:
                break
        return bound, partners, best

    def _assigned(self, begun: Map, slope_at: _Point) -> Map:
        """The best partners of the other templates under the slopes of F at a point."""
        self._trials += 1
        of_right, of_found = self._slopes(slope_at)
        shared = gcd(of_right, of_found) or 1
        rows = [
            {
                column: (pair[0] * of_right + pair[1] * of_found) // shared
                for column, pair in enumerate(row)
                if pair is not None and column not in begun
            }
            for row in self._pairs[len(begun) :]
        ]
        return tuple(best_assignment(rows))

    def _point(self, begun: Map, rest: Map, point: _Point) -> _Point:
        for row, column in enumerate(rest, len(begun)):
            point = point.plus(self.pair(row, column))
        return point

    def _slopes(self, at: _Point) -> tuple[int, int]:
        return at.found * at.found * self._proposed, at.right * at.right * self._gold

    def _bound(self, reached: _Point, slope_at: _Point) -> Fraction:
        of_right, of_found = self._slopes(slope_at)
        below = slope_at.right * self._gold + slope_at.found * self._proposed
        above = 2 * (of_right * reached.right + of_found * reached.found)
        return Fraction(above, below * below) if below else _NOTHING
