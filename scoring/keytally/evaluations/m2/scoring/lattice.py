"""The edit lattice of a sentence and its correction: every shortest way from one to the other.

Two tables of edit distance are made, one with substitutions at the cost of one insertion, one at
that of two. A vertex (i, j) stands for i tokens of the source and j of the hypothesis; the arcs are
the steps of all shortest ways of either table, and both tables share one lattice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Vertex = tuple[int, int]

DIAGONAL, DELETION, INSERTION = 1, 2, 4
"""The steps into a vertex, as bits, in the order in which the tables find them."""

SUBSTITUTION_COSTS = (1, 2)

NEAR = 4
"""The distance that is tried first, beyond the difference in length."""

_FAR = 1 << 30

MOST_CELLS = 1_000_000
"""Tables of more cells are not made: what differs between such long sentences is one change."""

Table = list[list[int]]
Rows = Sequence[dict[int, int]]
"""For each row of a lattice the steps into the vertices that it has, by their columns."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The shortest ways from `source` to `hypothesis`; the columns of each row ascend."""

    source: Sequence[str]
    hypothesis: Sequence[str]
    rows: Rows

    def steps_into(self, vertex: Vertex) -> int:
        """The steps into a vertex; none into one that the lattice lacks, as into the first one."""
        return self.rows[vertex[0]].get(vertex[1], 0)

    def __contains__(self, vertex: Vertex) -> bool:
        return vertex[1] in self.rows[vertex[0]]

    def is_kept(self, vertex: Vertex) -> bool:
        """Whether a step into a vertex leaves a token as it is."""
        return bool(self.steps_into(vertex) & DIAGONAL) and self.is_unchanged(vertex)

    def is_unchanged(self, vertex: Vertex) -> bool:
        """Whether the diagonal step into a vertex leaves a token as it is."""
        return self.source[vertex[0] - 1] == self.hypothesis[vertex[1] - 1]


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> Lattice:
    """The lattice of two token sequences, in time and memory of the product of their lengths."""
    first, second = (shortest_ways(source, hypothesis, cost) for cost in SUBSTITUTION_COSTS)
    return Lattice(source, hypothesis, [_merged(*both) for both in zip(first, second, strict=True)])


def _merged(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    """The steps of both tables in one row, columns ascending."""
    if first == second:
        return dict(sorted(first.items())) if len(first) > 1 else first
    columns = sorted(first.keys() | second.keys())
    return {column: first.get(column, 0) | second.get(column, 0) for column in columns}


def shortest_ways(source: Sequence[str], hypothesis: Sequence[str], cost: int) -> Rows:
    """The steps of all shortest ways where a substitution costs `cost`."""
    if source == hypothesis:
        return [{row: DIAGONAL if row else 0} for row in range(len(source) + 1)]
    if len(source) * len(hypothesis) > MOST_CELLS:
        return _one_change(source, hypothesis)
    reach = abs(len(source) - len(hypothesis)) + NEAR
    while (table := _distances_within(source, hypothesis, cost, reach))[-1][-1] > reach:
        reach *= 4
    return _ways_back(table, source, hypothesis, cost)


def _one_change(source: Sequence[str], hypothesis: Sequence[str]) -> Rows:
    """One way alone: all that differs is deleted, then inserted, between what is the same at both ends."""
    head = common_start(source, hypothesis)
    tail = common_start(source[head:][::-1], hypothesis[head:][::-1])
    rows = [{row: DIAGONAL if row else 0} for row in range(head + 1)]
    last = len(source) - tail
    rows += [{head: DELETION} for _ in range(head, last)]
    rows[last].update(dict.fromkeys(range(head + 1, len(hypothesis) - tail + 1), INSERTION))
    shift = len(hypothesis) - len(source)
    return rows + [{row + shift: DIAGONAL} for row in range(last + 1, len(source) + 1)]


def distances(source: Sequence[str], hypothesis: Sequence[str], cost: int) -> Table:
    """The edit distance of each beginning of the source to each beginning of the hypothesis."""
    above = list(range(len(hypothesis) + 1))
    table = [above]
    for number, token in enumerate(source, 1):
        row, left = [number], number
        for column, other in enumerate(hypothesis):
            best = above[column] if token == other else above[column] + cost
            if above[column + 1] < best:
                best = above[column + 1] + 1
            if left < best:
                best = left + 1
            row.append(best)
            left = best
        table.append(row)
        above = row
    return table


def _distances_within(source: Sequence[str], hypothesis: Sequence[str], cost: int, reach: int) -> Table:
    """The distances of those cells that can be on a way of at most `reach`; others are far away.

    A way through (i, j) takes at least |j - i| steps off the diagonal, and as many as the rest is off
    behind it.
    """
    width = len(hypothesis)
    shift = width - len(source)
    low, high = -((reach - shift) // 2), (reach + shift) // 2
    table = _same_beginnings(source, hypothesis, high)
    above = table[-1]
    for number in range(len(table), len(source) + 1):
        token = source[number - 1]
        row = [_FAR] * (width + 1)
        if number <= -low:
            row[0] = number
        first = max(number + low, 1)
        left = row[first - 1]
        for column in range(first, min(number + high, width) + 1):
            best = above[column - 1] if token == hypothesis[column - 1] else above[column - 1] + cost
            if above[column] < best:
                best = above[column] + 1
            if left < best:
                best = left + 1
            row[column] = left = best
        table.append(row)
        above = row
    return table


def _same_beginnings(source: Sequence[str], hypothesis: Sequence[str], high: int) -> Table:
    """The first row, and those below it whose cells compare beginnings that are the same but for length.

    Such are as far from each other as their lengths; `high` is how far a row goes beyond the diagonal.
    Cells that no way of use comes near may be given less than their distance.
    """
    width = len(hypothesis)
    rows = max(common_start(source, hypothesis) - high - 1, 0)
    from_diagonal = [*range(width, 0, -1), *range(width + 1)]
    return [from_diagonal[width - row : 2 * width - row + 1] for row in range(rows + 1)]


def common_start(source: Sequence[str], hypothesis: Sequence[str]) -> int:
    """How many tokens both begin with."""
    shorter = min(len(source), len(hypothesis))
    return next((at for at in range(shorter) if source[at] != hypothesis[at]), shorter)


def _ways_back(table: Table, source: Sequence[str], hypothesis: Sequence[str], cost: int) -> Rows:
    """The steps of a table that lead to its end on a shortest way."""
    rows: list[dict[int, int]] = [{} for _ in table]
    columns = rows[-1]
    columns[len(hypothesis)] = 0
    for row in range(len(source), 0, -1):
        before = rows[row - 1]
        column = next(iter(columns)) if len(columns) == 1 else 0
        nearer = table[row][column] - 1
        is_same = column and source[row - 1] == hypothesis[column - 1]
        if not is_same or nearer in (table[row - 1][column], table[row][column - 1]):
            _Row(table[row], table[row - 1], source[row - 1], cost).go_back(columns, before, hypothesis)
        elif nearer < 0:
            return [{at: DIAGONAL if at else 0} for at in range(row + 1)] + rows[row + 1 :]
        else:
            columns[column] = DIAGONAL
            before[column - 1] = 0
        columns = before
    rows[0] = {column: INSERTION if column else 0 for column in range(max(rows[0]) + 1)}
    return rows


class _Row(NamedTuple):
    """A row of a table, the one above, and the token that stands between them."""

    here: list[int]
    above: list[int]
    token: str
    cost: int

    def go_back(self, columns: dict[int, int], before: dict[int, int], hypothesis: Sequence[str]) -> None:
        """Give the vertices of the row their steps; those that insertions come from join the row."""
        here, above, token, cost = self
        waiting = sorted(columns, reverse=True)
        for column in waiting:
            distance, bits = here[column], 0
            if above[column] + 1 == distance:
                bits = DELETION
                before[column] = 0
            if column:
                price = 0 if token == hypothesis[column - 1] else cost
                if above[column - 1] + price == distance:
                    bits |= DIAGONAL
                    before[column - 1] = 0
                if here[column - 1] + 1 == distance:
                    bits |= INSERTION
                    if column - 1 not in columns:
                        columns[column - 1] = 0
                        waiting.append(column - 1)
            columns[column] = bits
