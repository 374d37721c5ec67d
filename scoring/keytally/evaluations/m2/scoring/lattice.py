"""The edit lattice of a sentence and its correction: every shortest way from one to the other.

Two tables of edit distance are made, one with substitutions at the cost of one insertion, one at
that of two. A vertex (i, j) stands for i tokens of the source and j of the hypothesis; the arcs are
the steps of all shortest ways of either table, and both tables share one lattice.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from keytally.evaluations.m2.scoring.shortest_ways import (
    SUBSTITUTION_COSTS,
    WIDE,
    DistanceTables,
    Steps,
)
from keytally.text.difference import common_prefix

Vertex = tuple[int, int]

SUBSTITUTION, DELETION, INSERTION, KEPT = 1, 2, 4, 8
"""The steps into a vertex, as bits; the diagonal one keeps a token or puts another for it."""

_STEPS_BY_DIGITS = {
    digits: sum(
        step
        for step, digit in zip((KEPT, SUBSTITUTION, DELETION, INSERTION), digits, strict=True)
        if digit == "1"
    )
    for digits in product("01", repeat=4)
}
"""The steps into a vertex by the digits that it has in the columns of kept tokens, changed ones and so on."""

MOST_CELLS = 1_000_000
"""Tables of more cells are not made: what differs between such long sentences is one change."""

Table = list[list[int]]
Columns = dict[int, int]
"""The steps into the vertices of one row, by their columns, which ascend."""


class Lattice(NamedTuple):
    """The shortest ways from `source` to `hypothesis`.

    `busy` are the numbers of the rows that have more than one vertex, or one that is come to by a change.
    """

    source: Sequence[str]
    hypothesis: Sequence[str]
    rows: Sequence[Columns]
    busy: Sequence[int]

    def steps_into(self, vertex: Vertex) -> int:
        """The steps into a vertex; none into one that the lattice lacks, as into the first one."""
        return self.rows[vertex[0]].get(vertex[1], 0)

    def has(self, vertex: Vertex) -> bool:
        """Whether a vertex is one of the lattice."""
        return vertex[1] in self.rows[vertex[0]]


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> Lattice:
    """The lattice of two token sequences, in time and memory of the product of their lengths."""
    first, second = tables(source, hypothesis)
    rows: list[Columns] = []
    busy: list[int] = []
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        kept, changed, deletion, insertion = steps = one if one == other else _joined(one, other)
        if changed or deletion or insertion or kept & (kept - 1) or not kept:
            rows.append(columns_of(steps))
            busy.append(number)
        else:
            rows.append({kept.bit_length() - 1: KEPT})
    rows[0] = {0: 0, **rows[0]}
    return Lattice(source, hypothesis, rows, busy if len(rows[0]) > 1 else busy[1:])


def tables(source: Sequence[str], hypothesis: Sequence[str]) -> list[list[Steps]]:
    """The steps of all shortest ways, a row a token of the source, for each cost of a substitution."""
    if len(source) * len(hypothesis) > MOST_CELLS:
        return [_one_change(source, hypothesis)] * len(SUBSTITUTION_COSTS)
    both = DistanceTables(source, hypothesis)
    return [both.steps(cost) for cost in SUBSTITUTION_COSTS]


def columns_of(steps: Steps) -> Columns:
    """The vertices of a row that are come to, columns ascending."""
    kept, changed, deletion, insertion = steps
    left = kept | changed | deletion | insertion
    if left.bit_length() > WIDE:
        return _wide_columns_of(steps, left)
    columns: Columns = {}
    while left:
        bit = left & -left
        left ^= bit
        diagonal = KEPT if kept & bit else SUBSTITUTION if changed & bit else 0
        straight = (DELETION if deletion & bit else 0) | (INSERTION if insertion & bit else 0)
        columns[bit.bit_length() - 1] = diagonal | straight
    return columns


def _wide_columns_of(steps: Steps, every: int) -> Columns:
    """The same by digits, each of which costs as little in a row of any length."""
    digits = (f"{columns:0{every.bit_length()}b}"[::-1] for columns in steps)
    columns = enumerate(map(_STEPS_BY_DIGITS.__getitem__, zip(*digits, strict=True)))
    return {column: into for column, into in columns if into}


def _joined(one: Steps, other: Steps) -> Steps:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


def _one_change(source: Sequence[str], hypothesis: Sequence[str]) -> list[Steps]:
    """One way alone: all that differs is deleted, then inserted, between what is the same at both ends."""
    head = common_prefix(source, hypothesis)
    tail = common_prefix(source[head:][::-1], hypothesis[head:][::-1])
    last, shift = len(source) - tail, len(hypothesis) - len(source)
    rows = [(1 << row if row else 0, 0, 0, 0) for row in range(head + 1)]
    rows += [(0, 0, 1 << head, 0) for _ in range(head, last)]
    kept, changed, deletion, _ = rows[last]
    rows[last] = kept, changed, deletion, (2 << last + shift) - (2 << head)
    return rows + [(1 << row + shift, 0, 0, 0) for row in range(last + 1, len(source) + 1)]


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
