"""The edit lattice of a sentence and its correction, and the edits extracted from it."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product
from typing import NamedTuple

from keytally.families.m2.reading import GoldEdit, SystemEdit, without_duplicates
from keytally.text.difference import common_prefix

# Every shortest path from one token sequence to another, a row of the table of edit distances at a time.
#
# Neighbouring cells of such a table differ by one at most, so a row is kept as bits, a bit a column, which
# mark where the distance grows or falls; a whole number of Python holds a row of any length. With
# substitutions at the cost of one insertion that is the algorithm of Myers (1999) as Hyyrö (2003) gives it,
# at the cost of two the one of Hyyrö (2004) for longest common subsequences.


SUBSTITUTION_COSTS = (1, 2)

WIDE = 5_000
"""The number of columns above which a number is read or written as a whole, not bit by bit."""

Steps = tuple[int, int, int, int]
"""The steps into the cells of one row, as sets of columns: kept tokens, substitutions, deletions, insertions.
"""


class DistanceTables:
    """The distance tables of two token sequences; values that both substitution costs use are computed once.

    Within a common prefix, the distance between two prefixes is the difference of their lengths, so the
    tables start after it.
    """

    def __init__(self, source: Sequence[str], hypothesis: Sequence[str]) -> None:
        self._columns = (2 << len(hypothesis)) - 2
        self._end = 1 << len(hypothesis)
        places = _places(hypothesis) if len(hypothesis) <= WIDE else _wide_places(source, hypothesis)
        self._same = [places.get(token, 0) for token in source]
        self._head = common_prefix(source, hypothesis)
        self._diagonal: list[Steps] = [(1 << row if row else 0, 0, 0, 0) for row in range(self._head + 1)]

    def steps(self, cost: int) -> list[Steps]:
        """Return the steps on shortest paths for each row, from the empty source to the whole source."""
        table = self._with_substitutions() if cost == 1 else self._without_substitutions()
        rows: list[Steps] = []
        reached = self._end
        for row in range(len(self._same), 0, -1):
            if row <= self._head and reached == 1 << row:
                return self._diagonal[: row + 1] + rows[::-1]
            steps = table[row - self._head - 1] if row > self._head else self._beginning(row)
            kept, changed, deletion, insertion = steps
            if not (changed | deletion | insertion) & reached:
                rows.append((reached, 0, 0, 0))
                reached >>= 1
                continue
            reached = _with_insertions(reached, insertion)
            kept, changed, deletion = kept & reached, changed & reached, deletion & reached
            rows.append((kept, changed, deletion, insertion & reached))
            reached = deletion | (kept | changed) >> 1
        rows.append((0, 0, 0, (1 << reached.bit_length()) - 2))
        return rows[::-1]

    def _beginning(self, row: int) -> Steps:
        """Return the steps of a row within the common prefix."""
        before = (1 << row) - 1
        return self._same[row - 1], 0, before, self._columns & ~(before << 1 | 1)

    def _with_substitutions(self) -> list[Steps]:
        """Return the steps of all cells after the common prefix, for substitutions that cost as much as an
        insertion.

        In the columns of `grows`, the distance is larger than in the column to the left; in those of `falls`,
        it is smaller.
        """
        columns, table = self._columns, []
        falls = (2 << self._head) - 2
        grows = columns ^ falls
        for same in self._same[self._head :]:
            as_diagonal = ((same & grows) + grows ^ grows) | same | falls
            deletion = (falls | columns & ~(as_diagonal | grows)) | 1
            left_falls = (as_diagonal & grows) << 1
            left_grows = deletion << 1
            falls = as_diagonal & left_grows & columns
            grows = (left_falls | ~(as_diagonal | left_grows)) & columns
            table.append((same, columns & ~as_diagonal, deletion, grows))
        return table

    def _without_substitutions(self) -> list[Steps]:
        """Return the same steps for substitutions that cost as much as a deletion plus an insertion.

        In the columns of `grows`, the longest common subsequence is not longer than in the column to the
        left. The addition carries columns where the subsequence to the left has become longer than in the row
        above.
        """
        columns, table = self._columns, []
        grows = columns & ~((2 << self._head) - 1)
        for same in self._same[self._head :]:
            other = grows & ~same
            carried = other ^ (grows + (grows & same))
            grows = (other | carried) & columns
            table.append((same, other & ~carried, columns & ~(carried >> 1) | 1, grows))
        return table


def _places(hypothesis: Sequence[str]) -> dict[str, int]:
    """Return the columns before which each token occurs."""
    places: dict[str, int] = {}
    bit = 2
    for token in hypothesis:
        places[token] = places.get(token, 0) | bit
        bit <<= 1
    return places


def _wide_places(source: Sequence[str], hypothesis: Sequence[str]) -> dict[str, int]:
    """Return the columns before which each token of the source occurs."""
    backwards = hypothesis[::-1]
    return {
        token: int("".join("1" if other == token else "0" for other in backwards) + "0", 2)
        for token in set(source)
    }


def _with_insertions(reached: int, insertion: int) -> int:
    """Return the columns reached directly or by insertions, computed with spans that double in length."""
    span = 1
    while (more := reached | (reached & insertion) >> span) != reached:
        reached = more
        insertion &= insertion << span
        span *= 2
    return reached


# The edit lattice of a sentence and its correction: every shortest path from one to the other.
#
# Two tables of edit distance are made, one with substitutions at the cost of one insertion, one at
# that of two. A vertex (i, j) stands for i tokens of the source and j of the hypothesis; the arcs are
# the steps of all shortest ways of either table, and both tables share one lattice.


Vertex = tuple[int, int]

SUBSTITUTION, DELETION, INSERTION, KEPT = 1, 2, 4, 8
"""The steps into a vertex, as bits; the diagonal step keeps or substitutes a token."""

_STEPS_BY_DIGITS = {
    digits: sum(
        step
        for step, digit in zip((KEPT, SUBSTITUTION, DELETION, INSERTION), digits, strict=True)
        if digit == "1"
    )
    for digits in product("01", repeat=4)
}
"""The steps into a vertex, by its digits in the column sets of kept tokens, substitutions, deletions and
insertions.
"""

MOST_CELLS = 1_000_000
"""The maximum number of cells; the difference between longer sentences is treated as a single change."""

Table = list[list[int]]
Columns = dict[int, int]
"""The steps into the vertices of one row, by column in ascending order."""


class Lattice(NamedTuple):
    """The shortest paths from `source` to `hypothesis`.

    `busy` contains the numbers of rows with several vertices, or with one vertex that a change leads to.
    """

    source: Sequence[str]
    hypothesis: Sequence[str]
    rows: Sequence[Columns]
    busy: Sequence[int]

    def steps_into(self, vertex: Vertex) -> int:
        """Return the steps into a vertex; none for the first vertex, and none for a vertex outside the
        lattice.
        """
        return self.rows[vertex[0]].get(vertex[1], 0)

    def has(self, vertex: Vertex) -> bool:
        """Return whether a vertex belongs to the lattice."""
        return vertex[1] in self.rows[vertex[0]]


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> Lattice:
    """Return the lattice of two token sequences; time and memory grow with the product of their lengths."""
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
    """Return the steps of all shortest paths for each substitution cost, with one row per source token."""
    if len(source) * len(hypothesis) > MOST_CELLS:
        return [_one_change(source, hypothesis)] * len(SUBSTITUTION_COSTS)
    both = DistanceTables(source, hypothesis)
    return [both.steps(cost) for cost in SUBSTITUTION_COSTS]


def columns_of(steps: Steps) -> Columns:
    """Return the reachable vertices of a row, by ascending columns."""
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
    """Return the same vertices, computed digit by digit so that the cost does not depend on the length of
    the row.
    """
    digits = (f"{columns:0{every.bit_length()}b}"[::-1] for columns in steps)
    columns = enumerate(map(_STEPS_BY_DIGITS.__getitem__, zip(*digits, strict=True)))
    return {column: into for column, into in columns if into}


def _joined(one: Steps, other: Steps) -> Steps:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


def _one_change(source: Sequence[str], hypothesis: Sequence[str]) -> list[Steps]:
    """Return a single path that deletes and then inserts everything between the common prefix and suffix."""
    head = common_prefix(source, hypothesis)
    tail = common_prefix(source[head:][::-1], hypothesis[head:][::-1])
    last, shift = len(source) - tail, len(hypothesis) - len(source)
    rows = [(1 << row if row else 0, 0, 0, 0) for row in range(head + 1)]
    rows += [(0, 0, 1 << head, 0) for _ in range(head, last)]
    kept, changed, deletion, _ = rows[last]
    rows[last] = kept, changed, deletion, (2 << last + shift) - (2 << head)
    return rows + [(1 << row + shift, 0, 0, 0) for row in range(last + 1, len(source) + 1)]


def distances(source: Sequence[str], hypothesis: Sequence[str], cost: int) -> Table:
    """Return the edit distance of each prefix of the source to each prefix of the hypothesis."""
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


# The parts of a lattice where something changes; between them there is one path, over unchanged tokens.
#
# No edit reaches from one region into another, since more unchanged tokens lie between them than an
# edit may hold, so each can be searched by itself.


class Change(NamedTuple):
    """The start and end of a region's changes when no unchanged token lies between them."""

    start: Vertex
    end: Vertex


class Region(NamedTuple):
    """The rows of part of a lattice, including as many unchanged tokens around it as an edit may contain.

    `busy` and `busy_last` are its first and last busy rows. `change` is set if there is no unchanged token
    between the start and the end of the changes.
    """

    first: int
    last: int
    busy: int
    busy_last: int
    change: Change | None


def regions_of(lattice: Lattice, max_unchanged_words: int) -> list[Region]:
    """Return the regions in order."""
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
    """Yield the first and last row of each run of adjacent busy rows."""
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
    """Return the only change of a region; None if it contains several changes or unchanged tokens between
    them.
    """
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
    """Return whether only an unchanged token leads to a row."""
    first, *others = lattice.rows[row].values()
    return first == KEPT and all(steps == INSERTION for steps in others)


NONE = float("inf")

Tokens = tuple[str, ...]
Place = tuple[Vertex, Vertex]


class GoldArc(NamedTuple):
    """An arc that matches a gold edit; `rank` is its number among the gold insertions at the same place."""

    start: Vertex
    gold: GoldEdit
    rank: int


class GoldArcs:
    """The arcs of a lattice that match gold edits, for one annotator at a time.

    Annotators of a sentence share data that is computed once: the places of equal edits, and the paths
    between their possible start and end vertices.
    """

    def __init__(self, lattice: Lattice, max_unchanged_words: int) -> None:
        self._lattice = lattice
        self._most = max_unchanged_words
        self._places: dict[tuple[int, int, tuple[str, ...]], Sequence[Place]] = {}
        self._reached: dict[tuple[Vertex, int], Set[int]] = {}

    def into(self, gold: Sequence[GoldEdit]) -> Mapping[Vertex, list[GoldArc]]:
        """Return the arcs by their end vertices; `gold` is sorted by range."""
        arcs: dict[Vertex, list[GoldArc]] = {}
        insertions: dict[int, int] = {}
        for edit in gold:
            rank = insertions.get(edit.start, 0)
            insertions[edit.start] = rank + edit.is_insertion
            for start, end in self._places_of(edit):
                arcs.setdefault(end, []).append(GoldArc(start, edit, rank))
        return arcs

    def _places_of(self, edit: GoldEdit) -> Sequence[Place]:
        """Return the pairs of vertices between which the hypothesis contains one of an edit's
        alternatives.
        """
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
        """Yield the alternatives that occur in the hypothesis at a possible start column.

        The alternatives are looked up by first token and length, to keep the number of comparisons low.
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
        """Return whether a path with few enough unchanged tokens leads from one vertex to another."""
        row, column = end
        if not self._lattice.has(end):
            return False
        if (start, row) not in self._reached:
            self._reached[start, row] = self._columns_reached(start, row)
        return column in self._reached[start, row]

    def _columns_reached(self, start: Vertex, last: int) -> Set[int]:
        """Return the columns of the row `last` to which paths with few enough unchanged tokens lead."""
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
    """Yield the smallest number of unchanged tokens on a path, for each step into a vertex."""
    if bits & DELETION:
        yield above.get(column, NONE)
    if bits & INSERTION:
        yield before.get(column - 1, NONE)
    if bits & (KEPT | SUBSTITUTION):
        yield above.get(column - 1, NONE) + (bits & KEPT > 0)


# The edits of a system: of all ways to cut the lattice into edits, one that matches the gold best.
#
# An edit is a path through the lattice between two vertices that leaves at most `max_unchanged_words`
# tokens as they are. Of all sequences of edits and unchanged tokens from start to end the best one has
# the most gold edits; of those, the fewest steps outside of gold edits; of those, the fewest other
# edits (Dahlmeier and Ng 2012). Gold insertions at one place are met in their order, each once.
#
# The lattice has no cycles, so one walk in its order finds the best: a vertex keeps the cost of the best
# path to it for each state, which is whether an edit is open and how many unchanged tokens that has.
# In a row with gold insertions it does so on a level for each number of them that are met. Arcs from
# vertex to vertex are made for gold edits only.


_MATCH, _STEP, _EDIT = 1 << 48, 1 << 24, 1
"""Costs on separate scales: no sum of one kind reaches the next higher kind."""

_FAR = 1 << 62

CLOSED, OPEN = 0, 1
"""Indices of states: no open edit; an open edit without unchanged tokens; then one more unchanged token
per index.
"""

Costs = list[int]
Level = dict[int, Costs]
"""The costs of a row's vertices by column."""


class _PathState(NamedTuple):
    """A position on the best path: a vertex, its level, and a state."""

    vertex: Vertex
    level: int
    state: int


def best_edits(lattice: Lattice, gold: Sequence[GoldEdit], max_unchanged_words: int) -> list[SystemEdit]:
    """Return the best edits, sorted by range; `gold` contains the edits of one annotator."""
    return Extraction(lattice, max_unchanged_words).edits(gold)


class Extraction:
    """A lattice that is searched for the edits of one annotator at a time."""

    def __init__(self, lattice: Lattice, max_unchanged_words: int) -> None:
        self._lattice = lattice
        self._most = max_unchanged_words
        self._regions = regions_of(lattice, max_unchanged_words)
        self._gold_arcs = GoldArcs(lattice, max_unchanged_words)
        self._plain: dict[Region, list[SystemEdit]] = {}
        """The edits of regions without a gold edit."""

    def edits(self, gold: Sequence[GoldEdit]) -> list[SystemEdit]:
        """Return the best edits, sorted by range."""
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
        """Return the best edits of a region; a region with one possible edit is not searched."""
        change = region.change
        if change is not None and not arcs:
            return [_edit(*change, None)]
        if change is not None and len(arcs) == 1:
            ((end, (arc, *others)),) = arcs.items()
            if not others and arc.start <= change.start and change.end <= end:
                return [_edit(arc.start, end, arc.gold)]
        return _Search(self._lattice, region, gold, arcs, self._most).edits()


class _Search:
    """The search through the rows of a region that contain changes or gold edits."""

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
        """For each row, the lowest costs of its vertices on any level."""

    def edits(self) -> list[SystemEdit]:
        """Return the edits of the best path from start to end."""
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
        """Return the costs of a step from the previous row, or of the start."""
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
        """Add the cost of a gold edit on its target level."""
        cost = self._cost_before(arc, number)
        costs[CLOSED] = min(costs[CLOSED], cost - _MATCH)

    def _cost_before(self, arc: GoldArc, number: int) -> int:
        """Return the cost of an arc's start vertex; `_FAR` if the arc does not lead to level `number`."""
        row, column = arc.start
        if not arc.gold.is_insertion:
            return _FAR if number else self._best[row][column][CLOSED]
        if number != arc.rank + 1:
            return _FAR
        return min(level[column][CLOSED] for level in self._levels[row][:number])

    def _read_back(self) -> Iterator[SystemEdit]:
        """Yield the edits of the best path, starting with the last."""
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
        """Return the first level on which a state of a vertex has the lowest cost."""
        row, column = vertex
        if len(self._levels[row]) == 1:
            return _PathState(vertex, 0, state)
        costs = [level[column][state] for level in self._levels[row]]
        return _PathState(vertex, costs.index(min(costs)), state)

    def _arc_taken(self, at: _PathState) -> GoldArc | None:
        """Return the gold edit with which the best path reaches a place; None if there is none."""
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
        """Return whether the best path reaches a place over an unchanged token with no edit open."""
        row, column = at.vertex
        if at.level or not self._lattice.steps_into(at.vertex) & KEPT:
            return False
        return self._best[row - 1][column - 1][CLOSED] + _STEP == self._costs(at)[CLOSED]

    def _step_back(self, at: _PathState) -> _PathState:
        """Return the previous state on the best path."""
        if at.state == CLOSED:
            return self._on_best_level((at.vertex[0] - 1, at.vertex[1] - 1), CLOSED)
        cost = self._costs(at)[at.state]
        return next(before for before, price in self._ways_to(at) if price == cost)

    def _ways_to(self, at: _PathState) -> Iterator[tuple[_PathState, int]]:
        """Yield each possible previous state of an open edit, with the cost of the path through it."""
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
        """Return the states of a vertex from which a step leads into an open edit."""
        found = [self._on_best_level(vertex, state)] if state >= OPEN else []
        return [*found, self._on_best_level(vertex, CLOSED)] if state == OPEN and not kept else found


def _change(costs: Costs, before: Costs) -> None:
    """Take a step that changes something: it continues an edit or opens one."""
    cost = min(before[CLOSED] + _EDIT, before[OPEN]) + _STEP
    costs[OPEN] = min(costs[OPEN], cost)
    for state in range(OPEN + 1, len(costs)):
        cost = before[state] + _STEP
        costs[state] = min(costs[state], cost)


def _keep(costs: Costs, before: Costs) -> None:
    """Take a step over an unchanged token, outside or within an edit."""
    cost = before[CLOSED] + _STEP
    costs[CLOSED] = min(costs[CLOSED], cost)
    for state in range(OPEN, len(costs) - 1):
        cost = before[state] + _STEP
        costs[state + 1] = min(costs[state + 1], cost)


def _edit(start: Vertex, end: Vertex, gold: GoldEdit | None) -> SystemEdit:
    return SystemEdit(start[0], end[0], start[1], end[1], gold)
