"""The places of gold edits in a lattice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit
from keytally.evaluations.m2.scoring.lattice import DELETION, INSERTION, KEPT, SUBSTITUTION, Lattice, Vertex

NONE = float("inf")


class GoldArc(NamedTuple):
    """An arc that matches a gold edit; `rank` is its number among the gold insertions at one place."""

    start: Vertex
    gold: GoldEdit
    rank: int


def arcs_into(
    lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int
) -> Mapping[Vertex, list[GoldArc]]:
    """The arcs that match gold edits, by their ends; `gold` is in the order of its places."""
    arcs: dict[Vertex, list[GoldArc]] = {}
    insertions: dict[int, int] = {}
    for edit in gold:
        rank = insertions.get(edit.start, 0)
        insertions[edit.start] = rank + edit.is_insertion
        for start, end in _places(lattice, edit):
            if _least_unchanged(lattice, start, end) <= max_unchanged_words:
                arcs.setdefault(end, []).append(GoldArc(start, edit, rank))
    return arcs


def _places(lattice: Lattice, edit: GoldEdit) -> Iterator[tuple[Vertex, Vertex]]:
    """The vertices between which the hypothesis has one of an edit's alternatives."""
    if edit.start > edit.end:
        return
    original = tuple(lattice.source[edit.start : edit.end])
    for tokens in sorted({tuple(alternative.split()) for alternative in edit.alternatives} - {original}):
        for column in lattice.rows[edit.start]:
            end = (edit.end, column + len(tokens))
            if lattice.has(end) and tuple(lattice.hypothesis[column : end[1]]) == tokens:
                yield (edit.start, column), end


def _least_unchanged(lattice: Lattice, start: Vertex, end: Vertex) -> float:
    """The fewest unchanged tokens on a path between two vertices; infinite without a path."""
    least: dict[Vertex, float] = {start: 0}
    for row in range(start[0], end[0] + 1):
        for column in lattice.rows[row]:
            if start[1] <= column <= end[1] and (row, column) != start:
                least[row, column] = min(_ways(lattice, least, row, column), default=NONE)
    return least[end]


def _ways(lattice: Lattice, least: Mapping[Vertex, float], row: int, column: int) -> Iterator[float]:
    bits = lattice.steps_into((row, column))
    if bits & DELETION:
        yield least.get((row - 1, column), NONE)
    if bits & INSERTION:
        yield least.get((row, column - 1), NONE)
    if bits & (KEPT | SUBSTITUTION):
        yield least.get((row - 1, column - 1), NONE) + (bits & KEPT > 0)
