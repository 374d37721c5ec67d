"""The reference programs' lattice: every arc that they add, as often as they do, in their order.

Release 3.2 and the later head look for the best path in a lattice with an arc for each edit. Which
of several best paths they find hangs on the order and the number of those arcs, so the
compatibility modes make the same arcs; but where the programs try all triples of vertices, an arc is
only ever lengthened by a single step here, which comes to the same, since vertices are taken
in an order in which no step leads back.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.scoring.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    Columns,
    Vertex,
    columns_of,
    tables,
)

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


class Addition(NamedTuple):
    """An arc made by lengthening the one from `start` to `middle` by a step to `end`."""

    middle: Vertex
    start: Vertex
    end: Vertex


class Closure:
    """The arcs between two token sequences; at most `max_unchanged_words` unchanged tokens in one.

    `arcs` repeats an arc for each time it was added. `shifted` is how release 3.2 numbers what is
    inserted before the first token: each one by its own number instead of 0.
    """

    def __init__(
        self, source: Sequence[str], hypothesis: Sequence[str], max_unchanged_words: int, *, shifted: bool
    ) -> None:
        self.source = source
        self.hypothesis = hypothesis
        self.end: Vertex = (len(source), len(hypothesis))
        self.is_whole = True
        self._most = max_unchanged_words
        self._shifted = shifted
        self.edits: dict[Arc, ArcEdit] = {}
        self.distances: dict[Arc, float] = {}
        self.arcs = self._single_steps()
        self.vertices = sorted({vertex for arc in self.arcs for vertex in arc} | {(0, 0)})
        self.additions: dict[Addition, ArcEdit] = {}
        self.removed: list[Arc] = []
        self.single_edits = dict(self.edits)
        self._lengthen()
        if self.is_whole:
            self._remove_unchanged()

    def described(self, arc: Arc, edit: ArcEdit) -> tuple[str, int, int, str, str, int]:
        """An edit as the programs hold one: kind, offsets, both strings, and unchanged tokens."""
        return edit.kind, edit.start, edit.end, *self.strings(arc), edit.unchanged

    def strings(self, arc: Arc) -> tuple[str, str]:
        """The source's tokens that an arc spans, and the hypothesis's."""
        (row, column), (last_row, last_column) = arc
        return " ".join(self.source[row:last_row]), " ".join(self.hypothesis[column:last_column])

    def _single_steps(self) -> list[Arc]:
        """The steps of both tables, those of both twice."""
        arcs: list[Arc] = []
        for table in tables(self.source, self.hypothesis):
            for arc in _breadth_first([columns_of(steps) for steps in table], self.end):
                arcs.append(arc)
                self.distances[arc] = 1
                self.edits[arc] = self.step(arc)
        return sorted(arcs)

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
        outgoing: dict[Vertex, list[Vertex]] = {}
        incoming: dict[Vertex, list[Vertex]] = {}
        for start, end in sorted(self.edits):
            outgoing.setdefault(start, []).append(end)
            incoming.setdefault(end, []).append(start)
        for middle in self.vertices:
            for start in sorted(incoming.get(middle, ())):
                for end in outgoing.get(middle, ()):
                    if self._add(Addition(middle, start, end)):
                        incoming[end].append(start)
            if len(self.arcs) > MOST_ARCS:
                self.is_whole = False
                return

    def _add(self, addition: Addition) -> bool:
        """Add an arc if it is shorter than what there is; tells whether there was none."""
        middle, start, end = addition
        arc = start, end
        before = self.distances.get(arc, INFINITE)
        distance = self.distances[start, middle] + 1
        if distance >= before:
            return False
        edit = _joined(self.edits[start, middle], self.edits[middle, end])
        if edit.unchanged > self._most:
            return False
        self.arcs.append(arc)
        self.distances[arc] = distance
        self.edits[arc] = edit
        self.additions[addition] = edit
        return before == INFINITE

    def _remove_unchanged(self) -> None:
        """Take out long arcs that change nothing; as in the programs, the arc behind one escapes."""
        at = 0
        while at < len(self.arcs):
            arc = self.arcs[at]
            edit = self.edits.get(arc)
            if edit is not None and edit.kind == "noop" and self.distances[arc] > 1:
                del self.arcs[at]
                self.removed.append(arc)
                self.distances[arc] = INFINITE
                del self.edits[arc]
            at += 1
        self.arcs = [arc for arc in self.arcs if arc in self.edits]


def _joined(first: ArcEdit, second: ArcEdit) -> ArcEdit:
    kind = first.kind if first.kind == second.kind != "sub" else "sub"
    return ArcEdit(kind, first.start, second.end, first.unchanged + second.unchanged)


def _breadth_first(rows: Sequence[Columns], end: Vertex) -> Iterator[Arc]:
    """The steps of a table from its end backwards, vertices in the order in which they are met."""
    met = {end: None}
    waiting = [end]
    for vertex in waiting:
        row, column = vertex
        steps = rows[row].get(column, 0)
        for bit, before in (
            (KEPT | SUBSTITUTION, (row - 1, column - 1)),
            (DELETION, (row - 1, column)),
            (INSERTION, (row, column - 1)),
        ):
            if steps & bit:
                yield before, vertex
                if before not in met:
                    met[before] = None
                    waiting.append(before)
