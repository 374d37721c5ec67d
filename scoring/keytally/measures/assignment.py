"""The best one-to-one assignment (exact), and pairs of overlapping spans."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

# The best one-to-one assignment of rows to columns (the linear assignment problem), exact in any numbers.
#
# The method is that of shortest augmenting paths (Jonker and Volgenant 1987, "A shortest augmenting path
# algorithm for dense and sparse linear assignment problems"), over the pairs that are given only. Time is
# O(r · p · log p) for r rows and p pairs.


Number = int | Fraction
Worths = Sequence[Mapping[int, Number]]
"""For each row, the worth of each column, at least 0; missing columns are worth 0."""


def best_assignment(worths: Worths) -> list[int | None]:
    """Return the column of each row, or None, so that the sum of worths is maximal.

    No two rows have the same column. Columns are numbers from 0. A row gets no column only if every column
    that it could get is worth 0 to it. Ties between assignments are broken by the numbers of rows and columns
    alone, so that equal worths give equal assignments.
    """
    simple = undisputed(worths)
    if simple is not None:
        return simple
    columns = {column for row in worths for column in row}
    if len(worths) > len(columns):
        return _turned(worths, sorted(columns))
    assignment = _Assignment(worths, max(columns, default=-1) + 1)
    for row in range(len(worths)):
        assignment.add(row)
    return [column if column in columns else None for column in assignment.columns()]


def undisputed(rows: Sequence[Mapping[int, object]]) -> list[int | None] | None:
    """Return the column of each row if no row has more than one column and no two rows share one;
    otherwise None.
    """
    found, seen = list[int | None](), set[int]()
    for row in rows:
        if not row:
            found.append(None)
            continue
        (column, *others) = row
        if others or column in seen:
            return None
        seen.add(column)
        found.append(column)
    return found


def assigned_worth(worths: Worths, assignment: Sequence[int | None]) -> Number:
    """Return the sum of the worths of an assignment's pairs."""
    pairs = zip(worths, assignment, strict=True)
    return sum(row[column] for row, column in pairs if column is not None and column in row)


def _turned(worths: Worths, columns: Sequence[int]) -> list[int | None]:
    """Return the best assignment for more rows than columns, by assigning rows to columns."""
    place = {column: at for at, column in enumerate(columns)}
    turned: list[dict[int, Number]] = [{} for _ in columns]
    for row, given in enumerate(worths):
        for column, worth in given.items():
            turned[place[column]][row] = worth
    found = best_assignment(turned)
    column_of = {row: column for column, row in zip(columns, found, strict=True)}
    return [column_of.get(row) for row in range(len(worths))]


class _Search(NamedTuple):
    """The free column that a search found, the distance of each column seen, and the row from which each
    column was reached.
    """

    free: int
    distances: Mapping[int, Number]
    before: Mapping[int, int]
    reached: Sequence[int]


class _Assignment:
    """An assignment of a column to each row.

    After the real columns, there is one virtual column per row: it is worth 0 to its row, is unavailable to
    the others, and means that the row has no column.
    """

    def __init__(self, worths: Worths, width: int) -> None:
        self._worths = worths
        self._width = width
        self._most = max((worth for row in worths for worth in row.values()), default=0)
        self._owners: dict[int, int] = {}
        self._column_of: dict[int, int] = {}
        self._row_prices: dict[int, Number] = {}
        self._column_prices: dict[int, Number] = {}

    def columns(self) -> list[int]:
        """Return the column of each row."""
        return [self._column_of[row] for row in range(len(self._worths))]

    def add(self, row: int) -> None:
        """Give a row its best column if it is free; otherwise reassign columns so that the displaced rows
        also have one.
        """
        prices = self._column_prices
        offers = [
            (self._most - worth - prices.get(column, 0), column)
            for column, worth in self._worths[row].items()
        ]
        far, nearest = min((*offers, (self._most, self._width + row)))
        if nearest not in self._owners:
            self._owners[nearest], self._column_of[row], self._row_prices[row] = row, nearest, far
            return
        search = self._search(row)
        self._reprice(row, search)
        column = search.free
        while True:
            owner = search.before[column]
            self._owners[column] = owner
            self._column_of[owner], column = column, self._column_of.get(owner, column)
            if owner == row:
                return

    def _search(self, row: int) -> _Search:
        """Return the nearest free column at the current prices; if several are equally near, the first."""
        distances, before = dict[int, Number](), dict[int, int]()
        reached, seen = list[int](), set[int]()
        queue: list[tuple[Number, int]] = []
        far: Number = 0
        while True:
            base = far - self._row_prices.get(row, 0) + self._most
            for column, worth in (*self._worths[row].items(), (self._width + row, 0)):
                distance = base - worth - self._column_prices.get(column, 0)
                if column not in seen and (column not in distances or distance < distances[column]):
                    distances[column], before[column] = distance, row
                    heappush(queue, (distance, column))
            far, nearest = heappop(queue)
            while nearest in seen:
                far, nearest = heappop(queue)
            if nearest not in self._owners:
                return _Search(nearest, distances, before, reached)
            seen.add(nearest)
            reached.append(nearest)
            row = self._owners[nearest]

    def _reprice(self, row: int, search: _Search) -> None:
        """Change prices so that no pair is better than the chosen pairs."""
        far = search.distances[search.free]
        self._row_prices[row] = self._row_prices.get(row, 0) + far
        for column in search.reached:
            gain, owner = far - search.distances[column], self._owners[column]
            self._column_prices[column] = self._column_prices.get(column, 0) - gain
            self._row_prices[owner] = self._row_prices.get(owner, 0) + gain


Stretch = tuple[int, int]
"""A half-open range."""

Pair = tuple[int, int]
"""The indices of a range of the first side and a range of the second side."""


def nearest_pairs(
    candidates: Iterable[Pair], first: Sequence[Stretch], second: Sequence[Stretch]
) -> list[Pair]:
    """Return the candidates that a greedy choice by share of common text keeps.

    The share is the length of the intersection divided by the length of the union. For equal shares, the
    ranges that start first come first; equal ranges are paired in order.
    """
    found: list[Pair] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for i, j in sorted(candidates, key=lambda pair: (*_rank(first[pair[0]], second[pair[1]]), pair)):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, j))
    return sorted(found)


def overlapping(
    first: Sequence[Stretch], mine: Sequence[int], second: Sequence[Stretch], other: Sequence[int]
) -> Iterator[Pair]:
    """Yield the overlapping pairs of the ranges `mine` and `other`, both sorted by start."""
    waiting = iter(other)
    following = next(waiting, None)
    open_ones: list[int] = []
    for mention in mine:
        start, end = first[mention]
        while following is not None and second[following][0] < end:
            open_ones.append(following)
            following = next(waiting, None)
        open_ones = [open_one for open_one in open_ones if second[open_one][1] > start]
        yield from ((mention, open_one) for open_one in open_ones if second[open_one][0] < end)


def _rank(some: Stretch, other: Stretch) -> tuple[float, Stretch, Stretch]:
    low, high = sorted((some, other))
    shared = min(low[1], high[1]) - max(low[0], high[0])
    whole = max(low[1], high[1]) - min(low[0], high[0])
    return (-shared / whole if whole else -1.0), low, high


def symmetric_pairs(there: Iterable[Pair], back: Iterable[Pair]) -> list[Pair]:
    """Return a selection of pairs in which each number of a side occurs at most once; pairs found in both
    directions take precedence.

    `there` contains the pairs found with the first side as the key, `back` those found with the second side
    as the key; in both, the number of the first side comes first. Exchanging the sides exchanges the pairs:
    among pairs that share a number, those with the lowest numbers on either side take precedence.
    """
    one, other = set(there), set(back)
    both = one & other
    found, taken = list[Pair](), (set[int](), set[int]())
    for i, j in sorted(one | other, key=lambda pair: (pair not in both, sorted(pair), pair)):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, j))
    return sorted(found)
