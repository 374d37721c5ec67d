"""Edits, weights and paths as computed by the reference programs (modes 3.2 and head)."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from keytally.families.m2.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    Steps,
    Vertex,
    best_edits,
    columns_of,
    lattice,
    tables,
)
from keytally.families.m2.reading import GoldEdit, is_whitespace_or_case

# The reference programs' lattice: every arc that they add, as often and in the same order.
#
# Release 3.2 and the later head search for the best path in a lattice with an arc for each edit. If there
# are several best paths, the result depends on the order and the number of those arcs, so the compatibility
# modes create the same arcs. The programs try all triples of vertices; here an arc is only extended by
# single steps. The result is the same, because vertices are processed in an order without steps back.


Arc = tuple[Vertex, Vertex]
INFINITE = float("inf")

MOST_TRIMMED = 2
"""The maximum number of unchanged tokens in an edit for which a closure can be trimmed."""

MOST_ARCS = 200_000
"""The maximum number of arcs; with more, the programs themselves need hours for one annotator."""


class ArcEdit(NamedTuple):
    """The edit of an arc; `start` and `end` are the source offsets that the programs assign to it."""

    kind: str
    start: int
    end: int
    unchanged: int


class Outside(NamedTuple):
    """The rows before and after a trimmed closure; each keeps one token in both tables.

    By default, an edit may contain two unchanged tokens, so two adjacent single steps of these rows form one
    long arc; the arcs are in row order. The programs remove every second one of these arcs.
    """

    before: int
    behind: int
    most: int

    @property
    def singles(self) -> int:
        """Return the number of single steps, one for each row in each table."""
        return 2 * (self.before + self.behind)

    @property
    def long_before(self) -> int:
        """Return the number of long arcs that start before the first row of the closure."""
        return self.before if self.most == MOST_TRIMMED else 0

    @property
    def long_behind(self) -> int:
        """Return the number of long arcs that end after the last row of the closure."""
        return self.behind if self.most == MOST_TRIMMED else 0

    def left(self, *, first_escapes: bool) -> int:
        """Return the number of arcs that remain; if `first_escapes`, the first arc after the closure is
        kept.
        """
        escaped = int(first_escapes and self.long_behind > 0)
        return self.singles + self.long_before // 2 + escaped + (self.long_behind - escaped) // 2


Step = tuple[Vertex, ArcEdit]
"""A single step from a vertex: its target and its edit."""


class Closure:
    """The arcs between two token sequences; an arc contains at most `max_unchanged_words` unchanged tokens.

    `arcs` contains an arc once for each time it was added. `additions` contains each extension that created
    an arc, as its middle, start and end vertices. If `shifted`, insertions before the first token are
    numbered individually, as in release 3.2, instead of with 0.

    A `trimmed` closure contains only the arcs of rows with possible edits. It gives the same paths unless a
    gold edit changes nothing. `count` is the number of all arcs; `first_row` is the cost of the path over
    unchanged tokens to the first vertex.
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
        """Return the arcs with these assigned source offsets in order, including repetitions."""
        return sorted(self.places.get(place, ()))

    @cached_property
    def places(self) -> dict[tuple[int, int], list[Arc]]:
        """Return the arcs by their assigned source offsets."""
        places: dict[tuple[int, int], list[Arc]] = {}
        edits = self.edits
        for arc in self.arcs:
            _, start, end, _ = edits[arc]
            places.setdefault((start, end), []).append(arc)
        return places

    @cached_property
    def numbered(self) -> list[tuple[int, int, Arc]]:
        """Return the arcs with the numbers of their start and end vertices."""
        numbers = {vertex: number for number, vertex in enumerate(self.vertices)}
        return [(numbers[arc[0]], numbers[arc[1]], arc) for arc in self.arcs]

    def described(self, arc: Arc, edit: ArcEdit) -> tuple[str, int, int, str, str, int]:
        """Return an edit as the programs represent it: kind, offsets, both strings, and the number of
        unchanged tokens.
        """
        return edit.kind, edit.start, edit.end, *self.strings(arc), edit.unchanged

    def strings(self, arc: Arc) -> tuple[str, str]:
        """Return the source and hypothesis tokens that an arc spans."""
        (row, column), (last_row, last_column) = arc
        return " ".join(self.source[row:last_row]), " ".join(self.hypothesis[column:last_column])

    def step(self, arc: Arc) -> ArcEdit:
        """Return the edit of a single step."""
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
        """Add an arc wherever two adjacent arcs form a shorter path than before."""
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
        """Extend an arc by each step that forms a shorter path."""
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
        """Remove long arcs without changes; as in the programs, the arc that follows a removed arc is not
        examined.

        Return the number of remaining arcs, including those outside a trimmed closure.
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
    """Return the rows before the first and after the last change that no edit can reach.

    One more row after the changes is kept, because every path leaves through it. There are no such rows if
    edits may contain more unchanged tokens than the programs' default, because the order of long arcs then
    differs.
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
    """Yield the steps of a table that lead into these rows."""
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


TINY = 0.001
"""The weight that the programs add to an edit outside the gold each time they encounter it."""


class ExtractedEdit(NamedTuple):
    """An edit on the path that the programs choose; `label` contains the offsets that they assign to it."""

    arc: Arc
    label: tuple[int, int]
    before: str
    after: str

    @property
    def described(self) -> tuple[int, int, str, str]:
        """Return the edit as printed by the programs."""
        return *self.label, self.before, self.after


class Visit(NamedTuple):
    """A weighted arc, and the gold edit that it matches."""

    arc: Arc
    gold: GoldEdit | None


class Weighed(NamedTuple):
    """The weight of each arc for one annotator, and the arcs in weighting order."""

    weights: dict[Arc, float]
    visits: list[Visit]


class Matched(NamedTuple):
    """A correct edit and the gold edit that it matches."""

    edit: ExtractedEdit
    gold: GoldEdit


class Path(NamedTuple):
    """The programs' result for one annotator: the complete path, its counted edits, and their matches."""

    whole: list[ExtractedEdit]
    edits: list[ExtractedEdit]
    matches: list[Matched]


class PathSearch:
    """A closure that is searched for the programs' path, for one annotator at a time.

    `most` is the maximum number of unchanged tokens in an edit.
    """

    def __init__(self, closure: Closure, most: int) -> None:
        self._closure = closure
        self._most = most

    def path(self, gold: Sequence[GoldEdit], *, ignore_case: bool) -> Path:
        """Return the path for one annotator; if the closure is too large, the path according to the
        definition.
        """
        closure = self._closure
        whole = self._whole(gold) if closure.is_whole else _by_definition(closure, gold, self._most)
        kept = [edit for edit in whole if not (ignore_case and _is_case(edit))]
        return Path(whole, kept, list(matches(closure, kept, gold)))

    def _whole(self, gold: Sequence[GoldEdit]) -> list[ExtractedEdit]:
        """Return the cheapest path; only at the places of gold edits do the weights depend on the gold."""
        places = {(edit.start, edit.end) for edit in gold}.intersection(self._closure.places)
        if not places:
            return self._path_without_gold
        weighing = _Weighing(self._closure, dict(self._without_gold))
        for place in places:
            for arc in self._closure.at(place):
                weighing.weights[arc] = self._closure.distances[arc]
            weighing.weigh(place, gold)
        if any(visit.gold for visit in weighing.visits):
            return cheapest(self._closure, weighing.weights)
        return self._path_without_gold

    @cached_property
    def _without_gold(self) -> dict[Arc, float]:
        weights = dict(self._closure.distances)
        for arc in self._closure.arcs:
            if self._closure.edits[arc].kind != "noop":
                weights[arc] += TINY
        return weights

    @cached_property
    def _path_without_gold(self) -> list[ExtractedEdit]:
        return cheapest(self._closure, self._without_gold)


def _is_case(edit: ExtractedEdit) -> bool:
    return is_whitespace_or_case(edit.before.split(), edit.after.split())


def _by_definition(closure: Closure, gold: Sequence[GoldEdit], most: int) -> list[ExtractedEdit]:
    whole = lattice(closure.source, closure.hypothesis)
    arcs = (((edit.start, edit.first), (edit.end, edit.last)) for edit in best_edits(whole, gold, most))
    return [ExtractedEdit(arc, (arc[0][0], arc[1][0]), *closure.strings(arc)) for arc in arcs]


def weigh(closure: Closure, gold: Sequence[GoldEdit]) -> Weighed:
    """Return the weight of each arc: far below zero for gold edits, otherwise its steps plus a small
    amount per encounter.
    """
    weighing = _Weighing(closure, dict(closure.distances))
    for place in sorted(closure.places):
        weighing.weigh(place, gold)
    return Weighed(weighing.weights, weighing.visits)


class _Weighing:
    def __init__(self, closure: Closure, weights: dict[Arc, float]) -> None:
        self._closure = closure
        self._matched = -closure.count
        self.weights = weights
        self.visits: list[Visit] = []

    def weigh(self, place: tuple[int, int], gold: Sequence[GoldEdit]) -> None:
        """Weight the arcs at one place."""
        arcs = self._closure.at(place)
        wanted = [edit for edit in gold if (edit.start, edit.end) == place]
        if place[0] == place[1]:
            self.insertions(arcs, wanted)
        else:
            for arc in arcs:
                self.meet(arc, wanted)

    def meet(self, arc: Arc, wanted: Sequence[GoldEdit]) -> GoldEdit | None:
        """Weight an arc by the first gold edit that it matches at its place, and return that edit."""
        gold = next((edit for edit in wanted if makes(self._closure, found(self._closure, arc), edit)), None)
        self.visits.append(Visit(arc, gold))
        if gold is not None:
            self.weights[arc] = self._matched
        elif self._closure.edits[arc].kind != "noop":
            self.weights[arc] += TINY
        return gold

    def insertions(self, arcs: Sequence[Arc], wanted: Sequence[GoldEdit]) -> None:
        """Weight the insertion arcs at one place, from both ends inwards.

        From the left, gold edits are used in order; from the right, in reverse order. After an arc that
        matches a gold edit, the search continues with the next arc adjacent to it; arcs between them are
        skipped.
        """
        left, right = 0, len(arcs) - 1
        first, last = 0, len(wanted) - 1
        from_left = True
        while left <= right:
            span = range(first, last + 1)
            at = left if from_left else right
            from_left = at == left
            gold = self.meet(arcs[at], [wanted[number] for number in (span if from_left else reversed(span))])
            if from_left:
                left = at + 1
                if gold is not None:
                    first = _number(wanted, gold, span) + 1
                    while left < len(arcs) and arcs[left][0] != arcs[at][1]:
                        self.weights[arcs[left]] += TINY
                        left += 1
            else:
                right = at - 1
                if gold is not None:
                    last = _number(wanted, gold, span) - 1
                    while right >= 0 and arcs[right][1] != arcs[at][0]:
                        self.weights[arcs[right]] += TINY
                        right -= 1
            from_left = from_left == (gold is not None)


def makes(closure: Closure, edit: ExtractedEdit, gold: GoldEdit) -> bool:
    """Return whether an edit matches a gold edit in offsets, original text, and one of its alternatives."""
    return (
        edit.label == (gold.start, gold.end)
        and edit.after in gold.alternatives
        and edit.before == " ".join(closure.source[gold.start : gold.end])
    )


def _number(wanted: Sequence[GoldEdit], gold: GoldEdit, span: range) -> int:
    return next(number for number in span if wanted[number] is gold)


def cheapest(closure: Closure, weights: dict[Arc, float]) -> list[ExtractedEdit]:
    """Return the edits of the programs' path: arcs are relaxed in order until nothing changes."""
    costs = [INFINITE] * len(closure.vertices)
    costs[0] = closure.first_row
    before: dict[int, int] = {}
    arcs = [(start, end, weights[arc]) for start, end, arc in closure.numbered]
    changed = True
    while changed:
        changed = False
        for start, end, weight in arcs:
            cost = costs[start] + weight
            if cost < costs[end]:
                costs[end] = cost
                before[end] = start
                changed = True
    return list(_read_back(closure, before))[::-1]


def found(closure: Closure, arc: Arc) -> ExtractedEdit:
    """Return the edit of a path that an arc represents."""
    edit = closure.edits[arc]
    return ExtractedEdit(arc, (edit.start, edit.end), *closure.strings(arc))


def _read_back(closure: Closure, before: dict[int, int]) -> Iterator[ExtractedEdit]:
    number = len(closure.vertices) - 1
    while number in before:
        arc = closure.vertices[before[number]], closure.vertices[number]
        if closure.edits[arc].kind != "noop":
            yield found(closure, arc)
        number = before[number]


def matches(closure: Closure, edits: Sequence[ExtractedEdit], gold: Sequence[GoldEdit]) -> Iterator[Matched]:
    """Yield the correct edits in the file order of the gold, one for each matched gold edit."""
    begin = 0
    for edit in edits:
        for number in range(begin, len(gold)):
            if makes(closure, edit, gold[number]):
                yield Matched(edit, gold[number])
                begin = number + 1
