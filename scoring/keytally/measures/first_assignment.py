"""The first of the best one-to-one assignments, over pairs that may be listed on demand."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from keytally.measures.assignment import _Assignment, undisputed

# Of the assignments with the greatest worth, the first one is that in which the first row has the least
# column that it has in any of them, then the second row, and so on; a row without a column comes last.
#
# All best assignments are perfect matchings over pairs that cost nothing under the prices of one of them, and
# every column with a price keeps a row (complementary slackness). So the first one is found by exchanges over
# these pairs only.


More = Callable[[int, int], Iterable[tuple[int, int]]]
"""Lists at least the pairs of a row that are worth this or more: columns and worths."""


def first_best_assignment(worths: Sequence[Mapping[int, int]], more: More | None = None) -> list[int | None]:
    """Return the column of each row, or None, of the first of the assignments with the greatest worth.

    Worths are positive integers; missing pairs are worth 0 and are not made. With `more`, `worths` may lack
    pairs: those that could improve the assignment, or come before it, are asked for.
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
    """Assign the rows of a component; return whether pairs were added, so that all must be assigned again."""
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
    """Add the pairs of some rows that may matter; return whether there are new ones."""
    added = False
    for number, at in enumerate(part):
        row = rows[at]
        for column, worth in more(at, 1 if least is None else max(least[number], 1)):
            if column not in row:
                row[column] = worth
                added = True
    return added


def _components(rows: Sequence[Mapping[int, int]]) -> list[tuple[list[int], set[int]]]:
    """Return the rows and columns that pairs connect, in order of the first row."""
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


class _Priced(_Assignment):
    """An assignment of all rows, with the prices that prove it."""

    def __init__(self, worths: Sequence[Mapping[int, int]], width: int) -> None:
        super().__init__(worths, width)
        for row in range(len(worths)):
            self.add(row)

    def least_worths(self) -> list[int]:
        """Return the worth that another column must at least have for each row to matter."""
        return [int(self._most - self._row_prices.get(row, 0)) for row in range(len(self._worths))]

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
        """Return the columns that cost a row nothing, in order; the virtual one comes last."""
        price = self._row_prices.get(row, 0)
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
        """Give a row another column, and others to the rows after it, if the worth stays the greatest."""
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
        """Give a column that must have a row one, so that a column that need not have one is left."""
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
