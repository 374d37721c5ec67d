"""The first of the best one-to-one assignments, over pairs that may be listed on demand."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from keytally.measures.assignment import undisputed

# Of the assignments with the greatest worth, the first one is that in which the first row has the least
# column that it has in any of them, then the second row, and so on; a row without a column comes last.
#
# All best assignments are perfect matchings over pairs that cost nothing under the prices of one of them, and
# every column with a price keeps a row (complementary slackness). So the first one is found by exchanges over
# these pairs only.


More = Callable[[int, int], Iterable[tuple[int, int]]]
"""A function that lists, for a row and a worth, at least those pairs of the row that are worth that much
or more, as columns and worths.
"""


def first_best_assignment(worths: Sequence[Mapping[int, int]], more: More | None = None) -> list[int | None]:
    """Return the column of each row, or None, in the first of the assignments with the greatest worth.

    Worths are positive integers; pairs that are not listed are worth 0 and are never assigned. With `more`,
    `worths` may be incomplete: pairs that could improve the assignment, or lead to an earlier one, are
    requested.
    """
    rows = [dict(row) for row in worths]
    while True:
        found = list[int | None]([None] * len(rows))
        added = False
        for part, _ in _components(rows):
            added |= _assign(rows, part, found, more)
        if more is not None:
            added |= _extend(rows, [at for at, row in enumerate(rows) if not row], more)
        if not added:
            return found


def _assign(
    rows: list[dict[int, int]], part: Sequence[int], found: list[int | None], more: More | None
) -> bool:
    """Assign the rows of a component; return whether pairs were added, in which case all rows must be
    assigned again.
    """
    simple = undisputed([rows[at] for at in part]) if more is None else None
    if simple is not None:
        for at, column in zip(part, simple, strict=True):
            found[at] = column
        return False
    part_worths = [rows[at] for at in part]
    columns = sorted({column for row in part_worths for column in row})
    place = {column: at for at, column in enumerate(columns)}
    solved = _Priced(
        [{place[column]: worth for column, worth in row.items()} for row in part_worths], len(columns)
    )
    if more is not None and _extend(rows, part, more, solved.least_worths()):
        return True
    for at, chosen in zip(part, solved.first(), strict=True):
        found[at] = None if chosen is None else columns[chosen]
    return False


def _extend(
    rows: list[dict[int, int]], part: Sequence[int], more: More, least: Sequence[int] | None = None
) -> bool:
    """Add the pairs of some rows that may affect the assignment; return whether any of them are new."""
    added = False
    for number, at in enumerate(part):
        row = rows[at]
        for column, worth in more(at, 1 if least is None else max(least[number], 1)):
            if column not in row:
                row[column] = worth
                added = True
    return added


def _components(rows: Sequence[Mapping[int, int]]) -> list[tuple[list[int], set[int]]]:
    """Return the connected components of the pairs as rows and columns, in order of the first row."""
    of_column: dict[int, list[int]] = {}
    for at, row in enumerate(rows):
        for column in row:
            of_column.setdefault(column, []).append(at)
    seen, found = set[int](), list[tuple[list[int], set[int]]]()
    for start, row in enumerate(rows):
        if start in seen or not row:
            continue
        seen.add(start)
        waiting, part, columns = [start], list[int](), set[int]()
        while waiting:
            at = waiting.pop()
            part.append(at)
            for column in rows[at]:
                if column in columns:
                    continue
                columns.add(column)
                fresh = [other for other in of_column[column] if other not in seen]
                seen.update(fresh)
                waiting += fresh
        found.append((sorted(part), columns))
    return found


class _Priced:
    """A best assignment of all rows to columns, with the prices that prove it.

    One virtual column per row follows the real ones; it is worth 0 to its row, and represents no column.
    The method is the primal-dual one of Kuhn ("The Hungarian method for the assignment problem", 1955) with
    several shortest augmenting paths at a time (Hopcroft and Karp 1973): prices change once for each length
    of these paths, and there are few such lengths if worths differ little.
    """

    def __init__(self, worths: Sequence[Mapping[int, int]], width: int) -> None:
        self._worths = worths
        self._width = width
        self._most = max((worth for row in worths for worth in row.values()), default=0)
        self._owners: dict[int, int] = {}
        self._column_of: dict[int, int] = {}
        self._row_prices = [self._most - max(row.values(), default=0) for row in worths]
        self._column_prices: dict[int, int] = {}
        waiting = self._augment(list(range(len(worths))))
        while waiting:
            self._reprice(waiting)
            waiting = self._augment(waiting)

    def _augment(self, rows: Sequence[int]) -> list[int]:
        """Give rows columns along disjoint paths over free pairs; return the rows without one."""
        seen = set[int]()
        return [row for row in rows if not self._augment_from(row, seen)]

    def _augment_from(self, start: int, seen: set[int]) -> bool:
        """Give a row a column, and others to displaced rows; `seen` has the columns that were tried."""
        path = [(start, self._free_of_cost(start))]
        chosen = list[int]()
        while path:
            column = next((each for each in path[-1][1] if each not in seen), None)
            if column is None:
                path.pop()
                if chosen:
                    chosen.pop()
                continue
            seen.add(column)
            chosen.append(column)
            owner = self._owners.get(column)
            if owner is None:
                for (row, _), taken in zip(path, chosen, strict=True):
                    self._owners[taken], self._column_of[row] = row, taken
                return True
            path.append((owner, self._free_of_cost(owner)))
        return False

    def _free_of_cost(self, row: int) -> Iterator[int]:
        """Yield the columns that cost a row nothing; the virtual one comes last."""
        price, prices = self._most - self._row_prices[row], self._column_prices
        for column, worth in self._worths[row].items():
            if price - worth == prices.get(column, 0):
                yield column
        if not price:
            yield self._width + row

    def _reprice(self, waiting: Sequence[int]) -> None:
        """Change prices so that a path to a free column costs nothing, and no pair is better than it was."""
        distances = dict[int, int]()
        queue = list[tuple[int, int]]()
        limit = min(self._most - self._row_prices[row] for row in waiting)
        for row in waiting:
            limit = self._reach(row, 0, limit, distances, queue)
        reached = dict[int, int]()
        while queue:
            far, column = heappop(queue)
            if far >= limit:
                break
            if column in reached:
                continue
            reached[column] = far
            limit = self._reach(self._owners[column], far, limit, distances, queue)
        for row in waiting:
            self._row_prices[row] += limit
        for column, far in reached.items():
            self._column_prices[column] = self._column_prices.get(column, 0) - (limit - far)
            self._row_prices[self._owners[column]] += limit - far

    def _reach(
        self, row: int, far: int, limit: int, distances: dict[int, int], queue: list[tuple[int, int]]
    ) -> int:
        """Update the distances of the columns of a row; return the distance of the nearest free column."""
        base = far + self._most - self._row_prices[row]
        limit = min(limit, base)
        owners, prices = self._owners, self._column_prices
        for column, worth in self._worths[row].items():
            distance = base - worth - prices.get(column, 0)
            if distance < limit and distance < distances.get(column, limit):
                if column in owners:
                    distances[column] = distance
                    heappush(queue, (distance, column))
                else:
                    limit = distance
        return limit

    def least_worths(self) -> list[int]:
        """Return, for each row, the least worth at which a pair with another column could affect the
        result.
        """
        return [self._most - self._row_prices[row] for row in range(len(self._worths))]

    def first(self) -> list[int | None]:
        """Return the first of the best assignments."""
        rows = range(len(self._worths))
        tight = [self._tight(row) for row in rows]
        of_column: dict[int, list[int]] = {}
        for row in rows:
            for column in tight[row]:
                of_column.setdefault(column, []).append(row)
        fixed = set[int]()
        for row in rows:
            for column in tight[row]:
                if column == self._column_of[row]:
                    break
                if column not in fixed and self._move(row, column, tight, of_column, fixed):
                    break
            fixed.add(self._column_of[row])
        return [None if (column := self._column_of[row]) >= self._width else column for row in rows]

    def _tight(self, row: int) -> list[int]:
        """Return the columns at zero cost for a row, in order; the virtual column comes last."""
        price = self._row_prices[row]
        pairs = (*self._worths[row].items(), (self._width + row, 0))
        prices = self._column_prices
        return sorted(
            column for column, worth in pairs if self._most - worth - prices.get(column, 0) - price == 0
        )

    def _move(
        self,
        row: int,
        column: int,
        tight: Sequence[Sequence[int]],
        of_column: Mapping[int, Sequence[int]],
        fixed: set[int],
    ) -> bool:
        """Give a row a different column, and reassign the rows after it, if the total worth remains the
        greatest.
        """
        before = dict(self._owners), dict(self._column_of)
        old, displaced = self._column_of[row], self._owners.get(column)
        del self._owners[old]
        self._owners[column], self._column_of[row] = row, column
        blocked = fixed | {column}
        is_possible = displaced is None or self._place(displaced, tight, blocked)
        if is_possible and old not in self._owners and self._column_prices.get(old, 0) != 0:
            is_possible = self._cover(old, of_column, blocked)
        if not is_possible:
            self._owners, self._column_of = before
        return is_possible

    def _place(self, row: int, tight: Sequence[Sequence[int]], blocked: set[int]) -> bool:
        """Give a displaced row a column, by moving others if needed."""
        came_from: dict[int, int] = {}
        waiting = deque([row])
        while waiting:
            at = waiting.popleft()
            for column in tight[at]:
                if column in blocked or column in came_from:
                    continue
                came_from[column] = at
                owner = self._owners.get(column)
                if owner is None:
                    self._shift(row, column, came_from)
                    return True
                waiting.append(owner)
        return False

    def _shift(self, row: int, column: int, came_from: Mapping[int, int]) -> None:
        while True:
            at = came_from[column]
            left = self._column_of[at]
            self._owners[column], self._column_of[at] = at, column
            if at == row:
                return
            column = left

    def _cover(self, column: int, of_column: Mapping[int, Sequence[int]], blocked: set[int]) -> bool:
        """Assign a row to a column that must have one, by freeing a column that can remain without one."""
        came_from: dict[int, tuple[int, int]] = {}
        seen, waiting = {column}, deque([column])
        while waiting:
            at = waiting.popleft()
            for row in of_column.get(at, ()):
                left = self._column_of[row]
                if left in blocked or left in seen:
                    continue
                seen.add(left)
                came_from[left] = (row, at)
                if self._column_prices.get(left, 0) == 0:
                    self._pull(left, column, came_from)
                    return True
                waiting.append(left)
        return False

    def _pull(self, left: int, column: int, came_from: Mapping[int, tuple[int, int]]) -> None:
        del self._owners[left]
        while left != column:
            row, taken = came_from[left]
            self._owners[taken], self._column_of[row] = row, taken
            left = taken
