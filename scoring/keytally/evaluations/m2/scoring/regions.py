"""The parts of a lattice where something changes; between them there is one way, over unchanged tokens.

No edit reaches from one region into another, since more unchanged tokens lie between them than an
edit may hold, so each can be searched by itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.m2.scoring.lattice import INSERTION, KEPT, Lattice, Vertex


class Change(NamedTuple):
    """Where all that changes in a region starts and ends, no token between them staying as it is."""

    start: Vertex
    end: Vertex


class Region(NamedTuple):
    """The rows of a part of a lattice, with as many unchanged tokens around it as an edit may hold.

    `busy` and `busy_last` are the first and the last of its busy rows. `change` is set where nothing stays
    as it is between the start and the end of what changes.
    """

    first: int
    last: int
    busy: int
    busy_last: int
    change: Change | None


def regions_of(lattice: Lattice, max_unchanged_words: int) -> list[Region]:
    """The regions in order."""
    spans: list[tuple[int, int, int, int]] = []
    for busy, busy_last in _busy_rows(lattice):
        first = max(busy - 1 - max_unchanged_words, 0)
        last = min(busy_last + max(max_unchanged_words, 1), len(lattice.source))
        if spans and first < spans[-1][1]:
            before = spans.pop()
            spans.append((before[0], last, before[2], busy_last))
        else:
            spans.append((first, last, busy, busy_last))
    return [
        Region(first, last, busy, busy_last, _only_change(lattice, first, busy, busy_last))
        for first, last, busy, busy_last in spans
    ]


def _busy_rows(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """The first and last of all busy rows in a row."""
    first = last = None
    for row in lattice.busy:
        if first is None or last is None:
            first = row
        elif row != last + 1:
            yield first, last
            first = row
        last = row
    if first is not None and last is not None:
        yield first, last


def _only_change(lattice: Lattice, first: int, busy: int, busy_last: int) -> Change | None:
    """The one change of a region; None where there are several, or unchanged tokens within it."""
    rows = lattice.rows
    start = busy, min(rows[busy])
    if busy != first and not _is_entry(lattice, busy):
        start = busy - 1, max(rows[busy - 1])
    for row in range(start[0], busy_last + 1):
        for column, steps in rows[row].items():
            if steps & KEPT and (row, column) != start:
                return None
    return Change(start, (busy_last, max(rows[busy_last])))


def _is_entry(lattice: Lattice, row: int) -> bool:
    """Whether a row is come to over one unchanged token alone."""
    first, *others = lattice.rows[row].values()
    return first == KEPT and all(steps == INSERTION for steps in others)
