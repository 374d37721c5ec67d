"""The parts of a lattice where something changes; between them there is one way, over unchanged tokens.

No edit reaches from one region into another, since more unchanged tokens lie between them than an
edit may hold, so each can be searched by itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.m2.scoring.lattice import DIAGONAL, INSERTION, Lattice, Vertex


class Change(NamedTuple):
    """Where all that changes in a region starts and ends, no token between them staying as it is."""

    start: Vertex
    end: Vertex


class Region(NamedTuple):
    """A part of a lattice, as a lattice of its own, and the vertex of the whole one where it starts.

    `change` is set where nothing in it stays as it is between the start and the end of what changes.
    """

    row: int
    column: int
    lattice: Lattice
    change: Change | None


def regions_of(lattice: Lattice, max_unchanged_words: int) -> list[Region]:
    """The regions in order, each with as many unchanged tokens around it as an edit may hold."""
    spans: list[tuple[int, int]] = []
    for first, last in _busy_rows(lattice):
        start = max(first - 1 - max_unchanged_words, 0)
        end = min(last + max(max_unchanged_words, 1), len(lattice.source))
        if spans and start < spans[-1][1]:
            start, _ = spans.pop()
        spans.append((start, end))
    return [_region(lattice, start, end) for start, end in spans]


def _busy_rows(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """The first and last of all rows in a row that have more than one vertex or are come to by a change."""
    first = None
    for row, columns in enumerate(lattice.rows):
        if _is_quiet(lattice, row, columns):
            if first is not None:
                yield first, row - 1
            first = None
        elif first is None:
            first = row
    if first is not None:
        yield first, len(lattice.rows) - 1


def _is_quiet(lattice: Lattice, row: int, columns: dict[int, int]) -> bool:
    if len(columns) > 1:
        return False
    ((column, bits),) = columns.items()
    return not row or (bits == DIAGONAL and lattice.source[row - 1] == lattice.hypothesis[column - 1])


def _region(lattice: Lattice, start: int, end: int) -> Region:
    """The rows from `start` to `end`, counted from there."""
    column = min(lattice.rows[start])
    last = max(lattice.rows[end])
    rows = [{place - column: bits for place, bits in row.items()} for row in lattice.rows[start : end + 1]]
    rows[0][0] = 0
    part = Lattice(lattice.source[start:end], lattice.hypothesis[column:last], rows)
    return Region(start, column, part, only_change(part))


def only_change(lattice: Lattice) -> Change | None:
    """The one change of a region; None where there are several, or unchanged tokens within it."""
    rows = lattice.rows
    first, last = 0, len(rows) - 1
    while first < last and _is_quiet(lattice, first, rows[first]):
        first += 1
    while last > first and _is_quiet(lattice, last, rows[last]):
        last -= 1
    start = first, min(rows[first])
    if first and not _is_entry(lattice, first):
        start = first - 1, max(rows[first - 1])
    vertices = ((row, column) for row in range(start[0], last + 1) for column in rows[row])
    if any(lattice.is_kept(vertex) for vertex in vertices if vertex != start):
        return None
    return Change(start, (last, max(rows[last])))


def _is_entry(lattice: Lattice, row: int) -> bool:
    """Whether a row is come to over one unchanged token alone."""
    columns = lattice.rows[row]
    first = min(columns)
    return lattice.is_kept((row, first)) and all(
        bits == (DIAGONAL if column == first else INSERTION) for column, bits in columns.items()
    )
