"""The best one-to-one assignment of rows to columns, where most of them have nothing in common.

Shortest augmenting paths over the pairs that are worth something (Jonker and Volgenant 1987), exact in
whatever numbers the worths are.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

Worths = Sequence[Mapping[int, Fraction]]
"""For each row, what each column is worth to it; columns that are not there are worth nothing."""


def best_assignment(worths: Worths) -> Fraction:
    """The greatest sum of worths of pairs in which each row and each column stands at most once."""
    assignment = _Assignment(worths)
    for row in range(len(worths)):
        assignment.add(row)
    return sum((worths[row].get(column, Fraction(0)) for column, row in assignment.rows.items()), Fraction(0))


class _Search(NamedTuple):
    """What a search for a free column found: it, how far each column is, and the row before each."""

    free: int
    distances: Mapping[int, Fraction]
    before: Mapping[int, int]
    reached: Sequence[int]


class _Assignment:
    """Rows that have a column each. A column of its own, worth nothing, waits for each row: -1 - row."""

    def __init__(self, worths: Worths) -> None:
        self._worths = worths
        self._most = max((worth for row in worths for worth in row.values()), default=Fraction(0))
        self.rows: dict[int, int] = {}
        self._of_row: dict[int, int] = {}
        self._row_prices: dict[int, Fraction] = {}
        self._column_prices: dict[int, Fraction] = {}

    def add(self, row: int) -> None:
        """Give a row a column, and other columns to rows that are in its way."""
        search = self._search(row)
        self._reprice(row, search)
        column = search.free
        while True:
            owner = search.before[column]
            self.rows[column] = owner
            self._of_row[owner], column = column, self._of_row.get(owner, column)
            if owner == row:
                return

    def _search(self, row: int) -> _Search:
        """The nearest free column by the prices so far."""
        distances, before = dict[int, Fraction](), dict[int, int]()
        reached, seen = list[int](), set[int]()
        queue: list[tuple[Fraction, int]] = []
        far = Fraction(0)
        while True:
            base = far - self._row_prices.get(row, Fraction(0)) + self._most
            for column, worth in (*self._worths[row].items(), (-1 - row, Fraction(0))):
                distance = base - worth - self._column_prices.get(column, Fraction(0))
                if column not in seen and (column not in distances or distance < distances[column]):
                    distances[column], before[column] = distance, row
                    heappush(queue, (distance, column))
            far, nearest = heappop(queue)
            while nearest in seen:
                far, nearest = heappop(queue)
            if nearest not in self.rows:
                return _Search(nearest, distances, before, reached)
            seen.add(nearest)
            reached.append(nearest)
            row = self.rows[nearest]

    def _reprice(self, row: int, search: _Search) -> None:
        """Change prices so that no pair is better than those that are chosen."""
        far, nothing = search.distances[search.free], Fraction(0)
        self._row_prices[row] = self._row_prices.get(row, nothing) + far
        for column in search.reached:
            gain, owner = far - search.distances[column], self.rows[column]
            self._column_prices[column] = self._column_prices.get(column, nothing) - gain
            self._row_prices[owner] = self._row_prices.get(owner, nothing) + gain
