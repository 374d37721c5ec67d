"""The edit lattice of a sentence and its correction: every shortest way from one to the other.

Two tables of edit distance are made, one with substitutions at the cost of one insertion, one at
that of two. A vertex (i, j) stands for i tokens of the source and j of the hypothesis; the arcs are
the steps of all shortest ways of either table, and both tables share one lattice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Vertex = tuple[int, int]

DIAGONAL, DELETION, INSERTION = 1, 2, 4
"""The steps into a vertex, as bits, in the order in which the tables find them."""

SUBSTITUTION_COSTS = (1, 2)

Table = list[list[int]]
Steps = Mapping[Vertex, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """The shortest ways from `source` to `hypothesis`.

    `steps` has the steps into each vertex, over both tables; its vertices stand in their own order,
    in which each one comes after those before it.
    """

    source: Sequence[str]
    hypothesis: Sequence[str]
    steps: Steps

    @property
    def end(self) -> Vertex:
        """The last vertex: both sentences whole."""
        return len(self.source), len(self.hypothesis)

    def is_unchanged(self, vertex: Vertex) -> bool:
        """Whether the diagonal step into a vertex leaves a token as it is."""
        return self.source[vertex[0] - 1] == self.hypothesis[vertex[1] - 1]


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> Lattice:
    """The lattice of two token sequences, in time and memory of the product of their lengths."""
    steps: dict[Vertex, int] = {}
    for cost in SUBSTITUTION_COSTS:
        for vertex, bits in shortest_ways(source, hypothesis, cost).items():
            steps[vertex] = steps.get(vertex, 0) | bits
    return Lattice(source, hypothesis, dict(sorted(steps.items())))


def shortest_ways(source: Sequence[str], hypothesis: Sequence[str], cost: int) -> dict[Vertex, int]:
    """The steps of all shortest ways where a substitution costs `cost`."""
    if source == hypothesis:
        return {(0, 0): 0, **{(at, at): DIAGONAL for at in range(1, len(source) + 1)}}
    return ways_back(distances(source, hypothesis, cost), source, hypothesis, cost)


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


def ways_back(table: Table, source: Sequence[str], hypothesis: Sequence[str], cost: int) -> dict[Vertex, int]:
    """The steps of a table that lead to its end on a shortest way."""
    reached = [{} for _ in table]  # type: list[dict[int, int]]
    reached[-1][len(hypothesis)] = 0
    for row in range(len(source), -1, -1):
        columns = reached[row]
        for column in range(max(columns), -1, -1):
            if column not in columns:
                continue
            bits = _steps_into(table, row, column, 0 if _equal(source, hypothesis, row, column) else cost)
            columns[column] = bits
            if bits & INSERTION:
                columns[column - 1] = 0
            if bits & DELETION:
                reached[row - 1][column] = 0
            if bits & DIAGONAL:
                reached[row - 1][column - 1] = 0
    return {(row, column): bits for row, columns in enumerate(reached) for column, bits in columns.items()}


def _equal(source: Sequence[str], hypothesis: Sequence[str], row: int, column: int) -> bool:
    return row > 0 and column > 0 and source[row - 1] == hypothesis[column - 1]


def _steps_into(table: Table, row: int, column: int, cost: int) -> int:
    """The steps that come into a cell at no more than its distance."""
    here, bits = table[row][column], 0
    if row and table[row - 1][column] + 1 == here:
        bits = DELETION
    if column and table[row][column - 1] + 1 == here:
        bits |= INSERTION
    if row and column and table[row - 1][column - 1] + cost == here:
        bits |= DIAGONAL
    return bits
