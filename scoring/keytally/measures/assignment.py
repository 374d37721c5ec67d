"""The best one-to-one assignment of rows to columns (the linear assignment problem), exact in any numbers.

The method is that of shortest augmenting paths (Jonker and Volgenant 1987, "A shortest augmenting path
algorithm for dense and sparse linear assignment problems"), over the pairs that are given only. Time is
O(r · p · log p) for r rows and p pairs.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

Number = int | Fraction
Worths = Sequence[Mapping[int, Number]]
"""For each row, what each column is worth to it, at least 0; columns that are not given are worth nothing."""


def best_assignment(worths: Worths) -> list[int | None]:
    """The column of each row, or None, so that the sum of worths is the greatest.

    No column is given to two rows. Columns are numbers from 0. A row without a column could only get one
    that is worth nothing to it. Of assignments with equal sums one is chosen by the numbers of rows and
    columns alone, so that equal worths give equal assignments.
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
    """The column of each row, where none has several and no two have the same; else None."""
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
    """The sum of the worths of an assignment's pairs."""
    pairs = zip(worths, assignment, strict=True)
    return sum(row[column] for row, column in pairs if column is not None and column in row)


def _turned(worths: Worths, columns: Sequence[int]) -> list[int | None]:
    """The best assignment where there are more rows than columns: columns look for rows."""
    place = {column: at for at, column in enumerate(columns)}
    turned: list[dict[int, Number]] = [{} for _ in columns]
    for row, given in enumerate(worths):
        for column, worth in given.items():
            turned[place[column]][row] = worth
    found = best_assignment(turned)
    column_of = {row: column for column, row in zip(columns, found, strict=True)}
    return [column_of.get(row) for row in range(len(worths))]


class _Search(NamedTuple):
    """The free column that a search found, the distance of each column seen, and the row before each."""

    free: int
    distances: Mapping[int, Number]
    before: Mapping[int, int]
    reached: Sequence[int]


class _Assignment:
    """Rows that have a column each.

    Behind the columns stands one more for each row, worth nothing to it and unknown to the others: it
    stands for no column.
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
        """The column of each row."""
        return [self._column_of[row] for row in range(len(self._worths))]

    def add(self, row: int) -> None:
        """Give a row its best column, if that is free; else a column, and others to rows in its way."""
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
        """The nearest free column by the prices so far; of equally near ones the first."""
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
        """Change prices so that no pair is better than those that are chosen."""
        far = search.distances[search.free]
        self._row_prices[row] = self._row_prices.get(row, 0) + far
        for column in search.reached:
            gain, owner = far - search.distances[column], self._owners[column]
            self._column_prices[column] = self._column_prices.get(column, 0) - gain
            self._row_prices[owner] = self._row_prices.get(owner, 0) + gain
