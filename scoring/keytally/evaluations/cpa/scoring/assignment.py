"""The best pairing of two lists, by the sum of the pairs' weights."""

from collections.abc import Sequence

Weights = Sequence[Sequence[int]]


def best_assignment(weights: Weights) -> list[int | None]:
    """For each row the column that it is paired with so that the sum of weights is the greatest.

    Each column is used once; a row without a column has None. The Hungarian method with potentials
    (Kuhn 1955, Munkres 1957), in cubic time.
    """
    rows, columns = len(weights), len(weights[0]) if weights else 0
    if not columns:
        return [None] * rows
    if rows > columns:
        turned = best_assignment([list(column) for column in zip(*weights, strict=True)])
        pairs = {row: column for column, row in enumerate(turned)}
        return [pairs.get(row) for row in range(rows)]
    owners = _Search(weights, columns).run()
    paired = {owner: column for column, owner in enumerate(owners) if owner is not None}
    return [paired[row] for row in range(rows)]


class _Search:
    """Finds an owner, that is a row, for as many columns as there are rows."""

    def __init__(self, weights: Weights, columns: int) -> None:
        self._weights = weights
        self._columns = columns
        self._of_row = [0] * len(weights)
        self._of_column = [0] * columns
        self._owners: list[int | None] = [None] * columns

    def run(self) -> list[int | None]:
        """Give each row a column, moving others where that costs less."""
        for row in range(len(self._weights)):
            self._place(row)
        return self._owners

    def _place(self, row: int) -> None:
        """Reach a free column by the cheapest path, and shift the rows along it."""
        slack: list[float] = [float("inf")] * self._columns
        came_from: list[int | None] = [None] * self._columns
        reached: dict[int, int] = {}
        current, last = row, None
        while True:
            self._relax(current, last, slack, came_from, reached)
            nearest = min((at for at in range(self._columns) if at not in reached), key=slack.__getitem__)
            self._lower(row, int(slack[nearest]), reached, slack)
            owner, last = self._owners[nearest], nearest
            if owner is None:
                break
            reached[nearest] = owner
            current = owner
        self._shift(row, last, came_from)

    def _relax(
        self,
        current: int,
        last: int | None,
        slack: list[float],
        came_from: list[int | None],
        reached: dict[int, int],
    ) -> None:
        weights, potential = self._weights[current], self._of_row[current]
        for at in range(self._columns):
            if at not in reached:
                cost = -weights[at] - potential - self._of_column[at]
                if cost < slack[at]:
                    slack[at] = cost
                    came_from[at] = last

    def _lower(self, row: int, step: int, reached: dict[int, int], slack: list[float]) -> None:
        self._of_row[row] += step
        for at, owner in reached.items():
            self._of_row[owner] += step
            self._of_column[at] -= step
        for at in range(self._columns):
            if at not in reached:
                slack[at] -= step

    def _shift(self, row: int, free: int, came_from: Sequence[int | None]) -> None:
        at = free
        while (before := came_from[at]) is not None:
            self._owners[at] = self._owners[before]
            at = before
        self._owners[at] = row
