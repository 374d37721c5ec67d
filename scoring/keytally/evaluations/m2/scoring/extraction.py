"""The edits of a system: of all ways to cut the lattice into edits, one that matches the gold best.

An edit is a way through the lattice between two vertices that leaves at most `max_unchanged_words`
tokens as they are. Of all sequences of edits and unchanged tokens from start to end the best one has
the most gold edits; of those, the fewest steps outside of gold edits; of those, the fewest other
edits (Dahlmeier and Ng 2012). Gold insertions at one place are met in their order, each once.

The lattice has no cycles, so one walk in its order finds the best: a vertex keeps the best way to it
for each state, which is whether an edit is open, how many unchanged tokens that has, and how many of
the gold insertions at this place are met. Arcs from vertex to vertex are made for gold edits only.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit, SystemEdit, without_duplicates
from keytally.evaluations.m2.scoring.lattice import DELETION, DIAGONAL, INSERTION, Lattice, Vertex

_MATCH, _STEP, _EDIT = 1 << 48, 1 << 24, 1
"""Costs that never sum up to one of the next higher kind."""

CLOSED = -1


class State(NamedTuple):
    """How a vertex was come to: `unchanged` tokens of the open edit, or CLOSED, and insertions met."""

    unchanged: int
    met: int


class _Step(NamedTuple):
    """The best way to a vertex in a state: its cost and its last step."""

    cost: int
    vertex: Vertex
    state: State
    gold: GoldEdit | None


class _GoldArc(NamedTuple):
    target: Vertex
    gold: GoldEdit
    rank: int
    """The number of the gold insertion among those at its place."""


_BEGINNING = State(CLOSED, 0)

Ways = dict[Vertex, dict[State, _Step]]


def best_edits(lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int) -> list[SystemEdit]:
    """The best edits in the order of their places; `gold` is one annotator's."""
    if lattice.source == lattice.hypothesis:
        return []
    return _Search(lattice, gold, max_unchanged_words).edits()


class _Search:
    def __init__(self, lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int) -> None:
        self._lattice = lattice
        self._most = max_unchanged_words
        self._gold = gold_arcs(lattice, without_duplicates(gold), max_unchanged_words)
        self._ways: Ways = {(0, 0): {_BEGINNING: _Step(0, (0, 0), _BEGINNING, None)}}

    def edits(self) -> list[SystemEdit]:
        """The edits of the best way from start to end."""
        for vertex in self._lattice.steps:
            self._close(vertex)
            self._walk_on(vertex)
        return list(self._read_back())[::-1]

    def _close(self, vertex: Vertex) -> None:
        """End the edits that are open; unchanged tokens at an edit's end are none of its own."""
        ways = self._ways[vertex]
        for state, step in list(ways.items()):
            if state.unchanged != CLOSED:
                closed = State(CLOSED, state.met)
                if closed not in ways or step.cost < ways[closed].cost:
                    ways[closed] = _Step(step.cost, vertex, state, None)

    def _walk_on(self, vertex: Vertex) -> None:
        """Take each step that leaves a vertex."""
        row, column = vertex
        steps = self._lattice.steps
        ways = self._ways[vertex]
        for target, bit in (
            ((row + 1, column + 1), DIAGONAL),
            ((row + 1, column), DELETION),
            ((row, column + 1), INSERTION),
        ):
            if steps.get(target, 0) & bit:
                unchanged = bit == DIAGONAL and self._lattice.is_unchanged(target)
                for state, step in ways.items():
                    self._step(vertex, state, step.cost, target, unchanged)
        for arc in self._gold.get(vertex, ()):
            for state, step in ways.items():
                self._meet(vertex, state, step.cost, arc)

    def _step(self, vertex: Vertex, state: State, cost: int, target: Vertex, unchanged: bool) -> None:
        met = state.met if target[0] == vertex[0] else 0
        if state.unchanged != CLOSED:
            if state.unchanged + unchanged <= self._most:
                following = State(state.unchanged + unchanged, met)
                self._reach(target, following, _Step(cost + _STEP, vertex, state, None))
        elif unchanged:
            self._reach(target, State(CLOSED, met), _Step(cost + _STEP, vertex, state, None))
        else:
            self._reach(target, State(0, met), _Step(cost + _STEP + _EDIT, vertex, state, None))

    def _meet(self, vertex: Vertex, state: State, cost: int, arc: _GoldArc) -> None:
        if state.unchanged != CLOSED or (arc.gold.is_insertion and arc.rank < state.met):
            return
        met = arc.rank + 1 if arc.gold.is_insertion else 0
        self._reach(arc.target, State(CLOSED, met), _Step(cost - _MATCH, vertex, state, arc.gold))

    def _reach(self, vertex: Vertex, state: State, step: _Step) -> None:
        ways = self._ways.setdefault(vertex, {})
        if state not in ways or step.cost < ways[state].cost:
            ways[state] = step

    def _read_back(self) -> Iterator[SystemEdit]:
        """The edits of the best way, the last one first."""
        vertex = self._lattice.end
        closed = [state for state in self._ways[vertex] if state.unchanged == CLOSED]
        state = min(closed, key=lambda state: (self._ways[vertex][state].cost, state.met))
        opened: Vertex | None = None
        while vertex != (0, 0) or state != _BEGINNING:
            step = self._ways[vertex][state]
            if step.gold is not None:
                yield _edit(step.vertex, vertex, step.gold)
            elif state.unchanged == CLOSED and step.state.unchanged != CLOSED:
                opened = vertex
            elif state.unchanged != CLOSED and step.state.unchanged == CLOSED and opened is not None:
                yield _edit(step.vertex, opened, None)
            vertex, state = step.vertex, step.state


def _edit(start: Vertex, end: Vertex, gold: GoldEdit | None) -> SystemEdit:
    return SystemEdit(start[0], end[0], start[1], end[1], gold)


def gold_arcs(
    lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int
) -> Mapping[Vertex, list[_GoldArc]]:
    """From each vertex, where the lattice makes a gold edit; `gold` is sorted by place."""
    arcs: dict[Vertex, list[_GoldArc]] = {}
    rows = _columns_by_row(lattice) if gold else {}
    insertions: dict[int, int] = {}
    for edit in gold:
        rank = insertions.get(edit.start, 0)
        insertions[edit.start] = rank + edit.is_insertion
        for start, target in _places(lattice, rows, edit):
            if _least_unchanged(lattice, start, target) <= max_unchanged_words:
                arcs.setdefault(start, []).append(_GoldArc(target, edit, rank))
    return arcs


def _columns_by_row(lattice: Lattice) -> dict[int, list[int]]:
    rows: dict[int, list[int]] = {}
    for row, column in lattice.steps:
        rows.setdefault(row, []).append(column)
    return rows


def _places(
    lattice: Lattice, rows: Mapping[int, Sequence[int]], edit: GoldEdit
) -> Iterator[tuple[Vertex, Vertex]]:
    """The vertices between which the hypothesis has one of an edit's alternatives."""
    original = list(lattice.source[edit.start : edit.end])
    wanted = {tuple(alternative.split()) for alternative in edit.alternatives}
    for tokens in sorted(wanted):
        if list(tokens) == original:
            continue
        for column in rows.get(edit.start, ()):
            target = (edit.end, column + len(tokens))
            if target in lattice.steps and tuple(lattice.hypothesis[column : target[1]]) == tokens:
                yield (edit.start, column), target


def _least_unchanged(lattice: Lattice, start: Vertex, target: Vertex) -> float:
    """The fewest unchanged tokens on a way between two vertices; infinite where there is none."""
    none = float("inf")
    least: dict[Vertex, float] = {start: 0}
    for row in range(start[0], target[0] + 1):
        for column in range(start[1], target[1] + 1):
            if (row, column) == start:
                continue
            bits = lattice.steps.get((row, column), 0)
            ways = [none]
            if bits & DELETION:
                ways.append(least.get((row - 1, column), none))
            if bits & INSERTION:
                ways.append(least.get((row, column - 1), none))
            if bits & DIAGONAL:
                unchanged = lattice.is_unchanged((row, column))
                ways.append(least.get((row - 1, column - 1), none) + unchanged)
            least[row, column] = min(ways)
    return least[target]
