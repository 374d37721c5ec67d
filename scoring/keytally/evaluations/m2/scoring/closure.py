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

MOST_TRIMMED = 2
"""The most unchanged tokens in an edit for which a closure can be trimmed."""

MOST_ARCS = 200_000
"""Beyond so many arcs the programs themselves need hours for one annotator."""


class ArcEdit(NamedTuple):
    """What an arc stands for; `start` and `end` are the source offsets that it is given."""

    kind: str
    start: int
    end: int
    unchanged: int


class Outside(NamedTuple):
    """The rows before and behind those of a trimmed closure; each has one token that is kept, in both tables.

    By default an edit may hold two unchanged tokens, so each two such steps in a row make one long arc, in
    the order of the rows; of those the programs take out every other one.
    """

    before: int
    behind: int
    most: int

    @property
    def singles(self) -> int:
        """The number of single steps, one a row and table."""
        return 2 * (self.before + self.behind)

    @property
    def long_before(self) -> int:
        """The number of long arcs that start before the first row of the closure."""
        return self.before if self.most == MOST_TRIMMED else 0

    @property
    def long_behind(self) -> int:
        """The number of long arcs that end behind the last row of the closure."""
        return self.behind if self.most == MOST_TRIMMED else 0

    def left(self, *, first_escapes: bool) -> int:
        """The number of arcs that are left; the first one behind may escape after one that is taken out."""
        escaped = int(first_escapes and self.long_behind > 0)
        return self.singles + self.long_before // 2 + escaped + (self.long_behind - escaped) // 2


Step = tuple[Vertex, ArcEdit]
"""A single step from a vertex: where it leads to, and what it stands for."""


class Closure:
    """The arcs between two token sequences; at most `max_unchanged_words` unchanged tokens in one.

    `arcs` repeats an arc for each time it was added. `additions` has each lengthening that made an arc: the
    vertices in the middle, at the start and at the end. `shifted` is how release 3.2 numbers what is
    inserted before the first token: each one by its own number instead of 0.

    A closure that is `trimmed` has only the arcs of the rows where edits can be, and gives the same paths
    unless a gold edit changes nothing. `count` is the number of all arcs, and `first_row` the cost of the way
    to the first vertex, over unchanged tokens.
    """

    def __init__(
        self,
        source: Sequence[str],
        hypothesis: Sequence[str],
        max_unchanged_words: int,
        *,
        shifted: bool,
        trimmed: bool = False,
    ) -> None:
        self.source = source
        self.hypothesis = hypothesis
        self.is_whole = True
        self._most = max_unchanged_words
        self._shifted = shifted
        both = tables(source, hypothesis)
        self._outside = _outside(both, max_unchanged_words) if trimmed else Outside(0, 0, 0)
        self.first_row, last = self._outside.before, len(source) - self._outside.behind
        rows = range(self.first_row + 1 if self.first_row else 0, last + 1)
        self.arcs = sorted(arc for table in both for arc in _arcs_of(table, rows))
        self.vertices: list[Vertex] = list(dict.fromkeys([start for start, _ in self.arcs]))
        self.vertices.append((last, len(hypothesis) - self._outside.behind))
        self.edits = {arc: self.step(arc) for arc in self.arcs}
        self.distances: dict[Arc, float] = dict.fromkeys(self.edits, 1)
        self.additions: dict[tuple[Vertex, Vertex, Vertex], ArcEdit] = {}
        self.removed: list[Arc] = []
        self.single_edits = dict(self.edits)
        self._singles = len(self.arcs)
        self._lengthen()
        self.count = self._remove_unchanged() if self.is_whole else len(self.arcs)

    def at(self, place: tuple[int, int]) -> list[Arc]:
        """The arcs that are given these source offsets, as often as they were added, in their order."""
        return sorted(self.places.get(place, ()))

    @cached_property
    def places(self) -> dict[tuple[int, int], list[Arc]]:
        """The arcs by the source offsets that they are given."""
        places: dict[tuple[int, int], list[Arc]] = {}
        edits = self.edits
        for arc in self.arcs:
            _, start, end, _ = edits[arc]
            places.setdefault((start, end), []).append(arc)
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
        most = MOST_ARCS - self._outside.singles - self._outside.long_before
        for middle in self.vertices[:-1]:
            for start in sorted(incoming.get(middle, ())):
                self._add(start, middle, outgoing[middle], incoming)
            if len(self.arcs) > most:
                break
        self.is_whole = len(self.arcs) <= most - self._outside.long_behind

    def _add(
        self, start: Vertex, middle: Vertex, steps: Sequence[Step], incoming: dict[Vertex, list[Vertex]]
    ) -> None:
        """Lengthen an arc by each of the steps that makes it a shorter one."""
        kind, place, _, unchanged = self.edits[start, middle]
        distance = self.distances[start, middle] + 1
        for end, (step, _, last, more) in steps:
            kept = unchanged + more
            if kept > self._most:
                continue
            arc = start, end
            before = self.distances.get(arc, INFINITE)
            if distance < before:
                edit = ArcEdit(kind if kind == step else "sub", place, last, kept)
                self.arcs.append(arc)
                self.distances[arc] = distance
                self.edits[arc] = self.additions[middle, start, end] = edit
                if before == INFINITE:
                    incoming[end].append(start)

    def _remove_unchanged(self) -> int:
        """Take out long arcs that change nothing; as in the programs, the arc behind one escapes.

        The result is the number of arcs that are left, those outside of a trimmed closure included.
        """
        left = self.arcs[: self._singles]
        arcs = iter(self.arcs[self._singles :])
        left.extend(islice(arcs, self._outside.long_before % 2))
        is_removed = self._outside.long_before % 2 == 1 and len(left) == self._singles
        for arc in arcs:
            edit = self.edits.get(arc)
            is_removed = edit is not None and edit[0] == "noop" and self.distances[arc] > 1
            if not is_removed:
                left.append(arc)
                continue
            self.removed.append(arc)
            self.distances[arc] = INFINITE
            del self.edits[arc]
            for escaped in islice(arcs, 1):
                left.append(escaped)
                is_removed = False
        self.arcs = [arc for arc in left if arc in self.edits]
        return len(self.arcs) + self._outside.left(first_escapes=is_removed)


def _outside(both: Sequence[Sequence[Steps]], most: int) -> Outside:
    """The rows before and behind the first and the last change, less those that edits reach and one behind.

    By the one behind every way leaves, whichever long arcs there are. None, where edits may hold more
    unchanged tokens than the programs' default: then the order of the long arcs is another.
    """
    pairs = enumerate(zip(*both, strict=True))
    changed = [row for row, (one, other) in pairs if one != other or _is_busy(row, one)]
    if not changed or most > MOST_TRIMMED:
        return Outside(0, 0, 0)
    rows = len(both[0]) - 1
    return Outside(max(changed[0] - 1 - most, 0), max(rows - changed[-1] - most - 1, 0), most)


def _is_busy(row: int, steps: Steps) -> bool:
    kept, changed, deletion, insertion = steps
    return bool(changed or deletion or insertion or kept & (kept - 1) or (row and not kept))


def _arcs_of(table: Sequence[Steps], rows: range) -> Iterator[Arc]:
    """The steps of a table that lead into these rows."""
    for row in rows:
        steps = kept, changed, deletion, insertion = table[row]
        if kept and not (changed or deletion or insertion or kept & (kept - 1)):
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
