"""The reference programs' lattice: every arc that they add, as often as they do, in their order.

Release 3.2 and the later head look for the best path in a lattice with an arc for each edit. Which
of several best paths they find hangs on the order and the number of those arcs, so the
compatibility modes make the same arcs; but where the programs try all triples of vertices, an arc is
only ever lengthened by a single step here, which comes to the same, since vertices are taken
in an order in which no step leads back.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from keytally.evaluations.m2.scoring.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    Vertex,
    columns_of,
    tables,
)
from keytally.evaluations.m2.scoring.shortest_ways import Steps

Arc = tuple[Vertex, Vertex]
INFINITE = float("inf")

MOST_ARCS = 200_000
"""Beyond so many arcs the programs themselves need hours for one annotator."""


class ArcEdit(NamedTuple):
    """What an arc stands for; `start` and `end` are the source offsets that it is given."""

    kind: str
    start: int
    end: int
    unchanged: int


Step = tuple[Vertex, ArcEdit]
"""A single step from a vertex: where it leads to, and what it stands for."""


class Closure:
    """The arcs between two token sequences; at most `max_unchanged_words` unchanged tokens in one.

    `arcs` repeats an arc for each time it was added. `additions` has each lengthening that made an arc: the
    vertices in the middle, at the start and at the end. `shifted` is how release 3.2 numbers what is
    inserted before the first token: each one by its own number instead of 0.
    """

    def __init__(
        self, source: Sequence[str], hypothesis: Sequence[str], max_unchanged_words: int, *, shifted: bool
    ) -> None:
        self.source = source
        self.hypothesis = hypothesis
        self.is_whole = True
        self._most = max_unchanged_words
        self._shifted = shifted
        self.arcs = sorted(arc for table in tables(source, hypothesis) for arc in _arcs_of(table))
        self.vertices: list[Vertex] = list(dict.fromkeys([start for start, _ in self.arcs]))
        self.vertices.append((len(source), len(hypothesis)))
        self.edits = {arc: self.step(arc) for arc in self.arcs}
        self.distances: dict[Arc, float] = dict.fromkeys(self.edits, 1)
        self.additions: dict[tuple[Vertex, Vertex, Vertex], ArcEdit] = {}
        self.removed: list[Arc] = []
        self.single_edits = dict(self.edits)
        self._lengthen()
        if self.is_whole:
            self._remove_unchanged()

    @cached_property
    def places(self) -> dict[tuple[int, int], list[Arc]]:
        """The arcs by the source offsets that they are given, as often as they were added, in their order."""
        places: dict[tuple[int, int], list[Arc]] = {}
        for arc in sorted(self.arcs):
            edit = self.edits[arc]
            places.setdefault((edit.start, edit.end), []).append(arc)
        return places

    @cached_property
    def numbered(self) -> list[tuple[int, int, Arc]]:
        """The arcs with the numbers of the vertices where they start and end."""
        numbers = {vertex: number for number, vertex in enumerate(self.vertices)}
        return [(numbers[arc[0]], numbers[arc[1]], arc) for arc in self.arcs]

    def described(self, arc: Arc, edit: ArcEdit) -> tuple[str, int, int, str, str, int]:
        """An edit as the programs hold one: kind, offsets, both strings, and unchanged tokens."""
        return edit.kind, edit.start, edit.end, *self.strings(arc), edit.unchanged

    def strings(self, arc: Arc) -> tuple[str, str]:
        """The source's tokens that an arc spans, and the hypothesis's."""
        (row, column), (last_row, last_column) = arc
        return " ".join(self.source[row:last_row]), " ".join(self.hypothesis[column:last_column])

    def step(self, arc: Arc) -> ArcEdit:
        """The edit of a single step."""
        (row, column), (last_row, last_column) = arc
        if row == last_row:
            place = column if self._shifted and not row else row
            return ArcEdit("ins", place, place, 0)
        if column == last_column:
            return ArcEdit("del", row, last_row, 0)
        if self.source[row] == self.hypothesis[column]:
            return ArcEdit("noop", row, last_row, 1)
        return ArcEdit("sub", row, last_row, 0)

    def _lengthen(self) -> None:
        """Add an arc wherever two in a row make a shorter way than any before."""
        outgoing: dict[Vertex, list[Step]] = {}
        incoming: dict[Vertex, list[Vertex]] = {}
        for (start, end), edit in self.edits.items():
            outgoing.setdefault(start, []).append((end, edit))
            incoming.setdefault(end, []).append(start)
        for middle in self.vertices[:-1]:
            for start in sorted(incoming.get(middle, ())):
                for end in self._add(start, middle, outgoing[middle]):
                    incoming[end].append(start)
            if len(self.arcs) > MOST_ARCS:
                self.is_whole = False
                return

    def _add(self, start: Vertex, middle: Vertex, steps: Sequence[Step]) -> Iterator[Vertex]:
        """Lengthen an arc by each of the steps that makes it a shorter one; tells where there was none."""
        kind, place, _, unchanged = self.edits[start, middle]
        distance = self.distances[start, middle] + 1
        for end, step in steps:
            kept = unchanged + step.unchanged
            if kept > self._most:
                continue
            arc = start, end
            before = self.distances.get(arc, INFINITE)
            if distance < before:
                edit = ArcEdit(kind if kind == step.kind else "sub", place, step.end, kept)
                self.arcs.append(arc)
                self.distances[arc] = distance
                self.edits[arc] = self.additions[middle, start, end] = edit
                if before == INFINITE:
                    yield end

    def _remove_unchanged(self) -> None:
        """Take out long arcs that change nothing; as in the programs, the arc behind one escapes."""
        left = []
        arcs = iter(self.arcs)
        for arc in arcs:
            edit = self.edits.get(arc)
            if edit is None or edit.kind != "noop" or self.distances[arc] <= 1:
                left.append(arc)
                continue
            self.removed.append(arc)
            self.distances[arc] = INFINITE
            del self.edits[arc]
            left.extend(islice(arcs, 1))
        self.arcs = [arc for arc in left if arc in self.edits]


def _arcs_of(table: Sequence[Steps]) -> Iterator[Arc]:
    """The steps of a table."""
    for row, steps in enumerate(table):
        kept, *changes = steps
        if kept and not (any(changes) or kept & (kept - 1)):
            column = kept.bit_length() - 1
            yield (row - 1, column - 1), (row, column)
            continue
        for column, into in columns_of(steps).items():
            end = row, column
            if into & (KEPT | SUBSTITUTION):
                yield (row - 1, column - 1), end
            if into & DELETION:
                yield (row - 1, column), end
            if into & INSERTION:
                yield (row, column - 1), end
