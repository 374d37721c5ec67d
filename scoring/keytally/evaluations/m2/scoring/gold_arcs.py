"""The places of gold edits in a lattice."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit
from keytally.evaluations.m2.scoring.lattice import DELETION, INSERTION, KEPT, SUBSTITUTION, Lattice, Vertex

NONE = float("inf")

Tokens = tuple[str, ...]
Place = tuple[Vertex, Vertex]


class GoldArc(NamedTuple):
    """An arc that matches a gold edit; `rank` is its number among the gold insertions at one place."""

    start: Vertex
    gold: GoldEdit
    rank: int


class GoldArcs:
    """The arcs of a lattice that match gold edits, for one annotator after the other.

    What the annotators of a sentence share is found once: the places of equal edits, and the ways between
    the vertices where they may start and end.
    """

    def __init__(self, lattice: Lattice, max_unchanged_words: int) -> None:
        self._lattice = lattice
        self._most = max_unchanged_words
        self._places: dict[tuple[int, int, tuple[str, ...]], Sequence[Place]] = {}
        self._reached: dict[tuple[Vertex, int], Set[int]] = {}

    def into(self, gold: Sequence[GoldEdit]) -> Mapping[Vertex, list[GoldArc]]:
        """The arcs by their ends; `gold` is in the order of its places."""
        arcs: dict[Vertex, list[GoldArc]] = {}
        insertions: dict[int, int] = {}
        for edit in gold:
            rank = insertions.get(edit.start, 0)
            insertions[edit.start] = rank + edit.is_insertion
            for start, end in self._places_of(edit):
                arcs.setdefault(end, []).append(GoldArc(start, edit, rank))
        return arcs

    def _places_of(self, edit: GoldEdit) -> Sequence[Place]:
        """The vertices between which the hypothesis has one of an edit's alternatives."""
        if edit.start > edit.end:
            return ()
        content = edit[:3]
        if content not in self._places:
            found = sorted(self._matches(edit))
            self._places[content] = [
                ((edit.start, column), (edit.end, column + len(tokens))) for tokens, column in found
            ]
        return self._places[content]

    def _matches(self, edit: GoldEdit) -> Iterator[tuple[Tokens, int]]:
        """The alternatives that the hypothesis has at a column where they may start.

        They are looked up by their first token and their length: many alternatives and many columns do not
        cost as many comparisons.
        """
        lattice = self._lattice
        alternatives = {tuple(alternative.split()) for alternative in edit.alternatives}
        alternatives.discard(tuple(lattice.source[edit.start : edit.end]))
        by_head: dict[tuple[int, Tokens], set[Tokens]] = {}
        for tokens in alternatives:
            by_head.setdefault((len(tokens), tokens[:1]), set()).add(tokens)
        lengths = {length for length, _ in by_head}
        for column in lattice.rows[edit.start]:
            head = tuple(lattice.hypothesis[column : column + 1])
            for length in lengths:
                wanted = by_head.get((length, head if length else ()))
                if wanted and self._leads((edit.start, column), (edit.end, column + length)):
                    tokens = tuple(lattice.hypothesis[column : column + length])
                    if tokens in wanted:
                        yield tokens, column

    def _leads(self, start: Vertex, end: Vertex) -> bool:
        """Whether a path with few enough unchanged tokens leads from one vertex to the other."""
        row, column = end
        if not self._lattice.has(end):
            return False
        if (start, row) not in self._reached:
            self._reached[start, row] = self._columns_reached(start, row)
        return column in self._reached[start, row]

    def _columns_reached(self, start: Vertex, last: int) -> Set[int]:
        """The columns of the row `last` to which such paths lead."""
        above: dict[int, float] = {}
        for row in range(start[0], last + 1):
            least: dict[int, float] = {}
            for column, bits in self._lattice.rows[row].items():
                if (row, column) == start:
                    least[column] = 0
                elif column >= start[1]:
                    least[column] = min(_ways(bits, column, above, least), default=NONE)
            above = least
        return {column for column, unchanged in above.items() if unchanged <= self._most}


def _ways(bits: int, column: int, above: Mapping[int, float], before: Mapping[int, float]) -> Iterator[float]:
    """The fewest unchanged tokens on the way over each step into a vertex."""
    if bits & DELETION:
        yield above.get(column, NONE)
    if bits & INSERTION:
        yield before.get(column - 1, NONE)
    if bits & (KEPT | SUBSTITUTION):
        yield above.get(column - 1, NONE) + (bits & KEPT > 0)
