"""The edits of a system: of all ways to cut the lattice into edits, one that matches the gold best.

An edit is a way through the lattice between two vertices that leaves at most `max_unchanged_words`
tokens as they are. Of all sequences of edits and unchanged tokens from start to end the best one has
the most gold edits; of those, the fewest steps outside of gold edits; of those, the fewest other
edits (Dahlmeier and Ng 2012). Gold insertions at one place are met in their order, each once.

The lattice has no cycles, so one walk in its order finds the best: a vertex keeps the cost of the best
way to it for each state, which is whether an edit is open and how many unchanged tokens that has.
In a row with gold insertions it does so on a level for each number of them that are met. Arcs from
vertex to vertex are made for gold edits only.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit, SystemEdit, without_duplicates
from keytally.evaluations.m2.scoring.gold_arcs import GoldArc, GoldArcs
from keytally.evaluations.m2.scoring.lattice import DELETION, INSERTION, KEPT, SUBSTITUTION, Lattice, Vertex
from keytally.evaluations.m2.scoring.regions import Region, regions_of

_MATCH, _STEP, _EDIT = 1 << 48, 1 << 24, 1
"""Costs that never sum up to one of the next higher kind."""

_FAR = 1 << 62

CLOSED, OPEN = 0, 1
"""Indices of states: no edit is open; one is with no unchanged token in it, the next ones with more."""

Costs = list[int]
Level = dict[int, Costs]
"""The costs of a row's vertices, by their columns."""


class _PathState(NamedTuple):
    """A place on the best way: a vertex, its level, and a state."""

    vertex: Vertex
    level: int
    state: int


def best_edits(lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int) -> list[SystemEdit]:
    """The best edits in the order of their places; `gold` is one annotator's."""
    return Extraction(lattice, max_unchanged_words).edits(gold)


class Extraction:
    """A lattice that is searched for the edits of one annotator after the other."""

    def __init__(self, lattice: Lattice, max_unchanged_words: int) -> None:
        self._lattice = lattice
        self._most = max_unchanged_words
        self._regions = regions_of(lattice, max_unchanged_words)
        self._gold_arcs = GoldArcs(lattice, max_unchanged_words)
        self._plain: dict[Region, list[SystemEdit]] = {}
        """The edits of regions where no gold edit is made."""

    def edits(self, gold: Sequence[GoldEdit]) -> list[SystemEdit]:
        """The best edits in the order of their places."""
        wanted = without_duplicates(gold) if self._regions else ()
        return [edit for region in self._regions for edit in self._edits_in(region, wanted)]

    def _edits_in(self, region: Region, gold: Sequence[GoldEdit]) -> list[SystemEdit]:
        first, last = region.first, region.last
        wanted = [edit for edit in gold if first <= edit.start <= edit.end <= last]
        arcs = self._gold_arcs.into(wanted) if wanted else {}
        if arcs:
            return self._edits_of(region, wanted, arcs)
        if region not in self._plain:
            self._plain[region] = self._edits_of(region, (), arcs)
        return self._plain[region]

    def _edits_of(
        self, region: Region, gold: Sequence[GoldEdit], arcs: Mapping[Vertex, list[GoldArc]]
    ) -> list[SystemEdit]:
        """The best edits of a region: the one that there can be, where nothing else is to choose."""
        change = region.change
        if change is not None and not arcs:
            return [_edit(*change, None)]
        if change is not None and len(arcs) == 1:
            ((end, (arc, *others)),) = arcs.items()
            if not others and arc.start <= change.start and change.end <= end:
                return [_edit(arc.start, end, arc.gold)]
        return _Search(self._lattice, region, gold, arcs, self._most).edits()


class _Search:
    """The search of a region's rows, as far as something changes or a gold edit is made there."""

    def __init__(
        self,
        lattice: Lattice,
        region: Region,
        gold: Sequence[GoldEdit],
        arcs: Mapping[Vertex, list[GoldArc]],
        most: int,
    ) -> None:
        self._lattice = lattice
        starts = (arc.start[0] for ending in arcs.values() for arc in ending)
        self._first = min(max(region.busy - 1, 0), *starts) if arcs else max(region.busy - 1, 0)
        self._last = max(region.busy_last, *(row for row, _ in arcs)) if arcs else region.busy_last
        self._start = self._first, min(lattice.rows[self._first])
        self._states = 2 + min(most, self._last - self._first)
        self._arcs = arcs
        self._insertions: dict[int, int] = {}
        for edit in gold:
            if edit.is_insertion:
                self._insertions[edit.start] = self._insertions.get(edit.start, 0) + 1
        self._levels: dict[int, list[Level]] = {}
        self._best: dict[int, Level] = {}
        """For each row the costs of its vertices, whichever level they are on."""

    def edits(self) -> list[SystemEdit]:
        """The edits of the best way from start to end."""
        for row in range(self._first, self._last + 1):
            self._walk_row(row)
        return list(self._read_back())[::-1]

    def _walk_row(self, row: int) -> None:
        levels: list[Level] = [{} for _ in range(self._insertions.get(row, 0) + 1)]
        best: Level = levels[0] if len(levels) == 1 else {}
        self._levels[row], self._best[row] = levels, best
        for column, bits in self._lattice.rows[row].items():
            vertex = row, column
            arcs = self._arcs.get(vertex, ())
            for number, level in enumerate(levels):
                costs = self._from_above(vertex, bits) if not number else [_FAR] * self._states
                if bits & INSERTION and column - 1 in level:
                    _change(costs, level[column - 1])
                for arc in arcs:
                    self._meet(costs, arc, number)
                costs[CLOSED] = min(costs)
                level[column] = costs
            if len(levels) > 1:
                best[column] = [min(each) for each in zip(*(level[column] for level in levels), strict=True)]

    def _from_above(self, vertex: Vertex, bits: int) -> Costs:
        """The costs of coming from the row before, or of starting."""
        row, column = vertex
        costs = [_FAR] * self._states
        if row == self._first:
            if vertex == self._start:
                costs[CLOSED] = 0
            return costs
        before = self._best[row - 1]
        if bits & KEPT:
            _keep(costs, before[column - 1])
        elif bits & SUBSTITUTION:
            _change(costs, before[column - 1])
        if bits & DELETION:
            _change(costs, before[column])
        return costs

    def _meet(self, costs: Costs, arc: GoldArc, number: int) -> None:
        """The cost of making a gold edit, on the level that it leads to."""
        cost = self._cost_before(arc, number)
        costs[CLOSED] = min(costs[CLOSED], cost - _MATCH)

    def _cost_before(self, arc: GoldArc, number: int) -> int:
        """The cost of the vertex where an arc starts; far away where it does not lead to level `number`."""
        row, column = arc.start
        if not arc.gold.is_insertion:
            return _FAR if number else self._best[row][column][CLOSED]
        if number != arc.rank + 1:
            return _FAR
        return min(level[column][CLOSED] for level in self._levels[row][:number])

    def _read_back(self) -> Iterator[SystemEdit]:
        """The edits of the best way, the last one first."""
        end = self._last, max(self._lattice.rows[self._last])
        at = self._on_best_level(end, CLOSED)
        while at.vertex != self._start:
            if at.state == CLOSED and (arc := self._arc_taken(at)):
                yield _edit(arc.start, at.vertex, arc.gold)
                at = self._start_of(arc, at)
                continue
            if at.state == CLOSED and not self._is_kept(at):
                end = at.vertex
                costs = self._costs(at)
                at = at._replace(state=costs.index(costs[CLOSED], OPEN))
            before = self._step_back(at)
            if at.state != CLOSED and before.state == CLOSED:
                yield _edit(before.vertex, end, None)
            at = before

    def _costs(self, at: _PathState) -> Costs:
        return self._levels[at.vertex[0]][at.level][at.vertex[1]]

    def _on_best_level(self, vertex: Vertex, state: int) -> _PathState:
        """The first level on which a state of a vertex costs least."""
        row, column = vertex
        if len(self._levels[row]) == 1:
            return _PathState(vertex, 0, state)
        costs = [level[column][state] for level in self._levels[row]]
        return _PathState(vertex, costs.index(min(costs)), state)

    def _arc_taken(self, at: _PathState) -> GoldArc | None:
        """The gold edit that the best way ends at a place with; None where it ends with none."""
        arcs = self._arcs.get(at.vertex)
        if arcs is None:
            return None
        cost = self._costs(at)[CLOSED]
        return next((arc for arc in arcs if self._cost_before(arc, at.level) - _MATCH == cost), None)

    def _start_of(self, arc: GoldArc, at: _PathState) -> _PathState:
        if not arc.gold.is_insertion:
            return self._on_best_level(arc.start, CLOSED)
        row, column = arc.start
        costs = [level[column][CLOSED] for level in self._levels[row][: at.level]]
        return _PathState(arc.start, costs.index(min(costs)), CLOSED)

    def _is_kept(self, at: _PathState) -> bool:
        """Whether the best way comes to a place, no edit open, over an unchanged token."""
        row, column = at.vertex
        if at.level or not self._lattice.steps_into(at.vertex) & KEPT:
            return False
        return self._best[row - 1][column - 1][CLOSED] + _STEP == self._costs(at)[CLOSED]

    def _step_back(self, at: _PathState) -> _PathState:
        """The place before on the best way."""
        if at.state == CLOSED:
            return self._on_best_level((at.vertex[0] - 1, at.vertex[1] - 1), CLOSED)
        cost = self._costs(at)[at.state]
        return next(before for before, price in self._ways_to(at) if price == cost)

    def _ways_to(self, at: _PathState) -> Iterator[tuple[_PathState, int]]:
        """Every place that an open edit can come from, and what the way over it costs."""
        row, column = at.vertex
        bits = self._lattice.steps_into(at.vertex)
        places: list[_PathState] = []
        if bits & (KEPT | SUBSTITUTION) and not at.level:
            kept = bits & KEPT > 0
            places += self._states_at((row - 1, column - 1), at.state - kept, kept=kept)
        if bits & DELETION and not at.level:
            places += self._states_at((row - 1, column), at.state, kept=False)
        if bits & INSERTION and column - 1 in self._levels[row][at.level]:
            states = [at.state, CLOSED] if at.state == OPEN else [at.state]
            places += [_PathState((row, column - 1), at.level, state) for state in states]
        for place in places:
            opening = _EDIT if place.state == CLOSED else 0
            yield place, self._costs(place)[place.state] + _STEP + opening

    def _states_at(self, vertex: Vertex, state: int, *, kept: bool) -> list[_PathState]:
        """The states of a vertex from which a step leads into an open edit."""
        found = [self._on_best_level(vertex, state)] if state >= OPEN else []
        return [*found, self._on_best_level(vertex, CLOSED)] if state == OPEN and not kept else found


def _change(costs: Costs, before: Costs) -> None:
    """Take a step that changes something: it goes on with an edit, or opens one."""
    cost = min(before[CLOSED] + _EDIT, before[OPEN]) + _STEP
    costs[OPEN] = min(costs[OPEN], cost)
    for state in range(OPEN + 1, len(costs)):
        cost = before[state] + _STEP
        costs[state] = min(costs[state], cost)


def _keep(costs: Costs, before: Costs) -> None:
    """Take a step that leaves a token as it is: outside of an edit, or as one more of its unchanged ones."""
    cost = before[CLOSED] + _STEP
    costs[CLOSED] = min(costs[CLOSED], cost)
    for state in range(OPEN, len(costs) - 1):
        cost = before[state] + _STEP
        costs[state + 1] = min(costs[state + 1], cost)


def _edit(start: Vertex, end: Vertex, gold: GoldEdit | None) -> SystemEdit:
    return SystemEdit(start[0], end[0], start[1], end[1], gold)
