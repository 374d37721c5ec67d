"""Edits as the reference programs find them, their weights, paths and matches (modes 3.2 and head)."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit, is_whitespace_or_case
from keytally.evaluations.m2.scoring.closure import INFINITE, Arc, Closure
from keytally.evaluations.m2.scoring.extraction import best_edits
from keytally.evaluations.m2.scoring.lattice import lattice

TINY = 0.001
"""What the programs add to the weight of an edit that is not in the gold, each time they meet it."""


class ExtractedEdit(NamedTuple):
    """An edit on the path that the programs choose; `label` has the offsets that they give it."""

    arc: Arc
    label: tuple[int, int]
    before: str
    after: str

    @property
    def described(self) -> tuple[int, int, str, str]:
        """The edit as the programs print one."""
        return *self.label, self.before, self.after


class Visit(NamedTuple):
    """An arc that was weighed, and the gold edit that it makes."""

    arc: Arc
    gold: GoldEdit | None


class Weighed(NamedTuple):
    """The weight of each arc for one annotator, and the arcs in the order in which they were weighed."""

    weights: dict[Arc, float]
    visits: list[Visit]


class Matched(NamedTuple):
    """A correct edit and the gold edit that it makes."""

    edit: ExtractedEdit
    gold: GoldEdit


class Path(NamedTuple):
    """What the programs find for one annotator: the whole path, its edits that count, and their matches."""

    whole: list[ExtractedEdit]
    edits: list[ExtractedEdit]
    matches: list[Matched]


class PathSearch:
    """A closure that is searched for the programs' path for one annotator after the other.

    `most` is how many unchanged tokens an edit may hold.
    """

    def __init__(self, closure: Closure, most: int) -> None:
        self._closure = closure
        self._most = most

    def path(self, gold: Sequence[GoldEdit], *, ignore_case: bool) -> Path:
        """The path for one annotator; by the document's definition where the closure was given up."""
        closure = self._closure
        whole = self._whole(gold) if closure.is_whole else _by_definition(closure, gold, self._most)
        kept = [edit for edit in whole if not (ignore_case and _is_case(edit))]
        return Path(whole, kept, list(matches(closure, kept, gold)))

    def _whole(self, gold: Sequence[GoldEdit]) -> list[ExtractedEdit]:
        """The cheapest path: only at places of gold edits is anything weighed but as without any."""
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
    """Weigh the arcs: far below zero for gold edits, else the steps and a little for each meeting."""
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
        """Weigh the arcs at one place."""
        arcs = self._closure.at(place)
        wanted = [edit for edit in gold if (edit.start, edit.end) == place]
        if place[0] == place[1]:
            self.insertions(arcs, wanted)
        else:
            for arc in arcs:
                self.meet(arc, wanted)

    def meet(self, arc: Arc, wanted: Sequence[GoldEdit]) -> GoldEdit | None:
        """Weigh an arc by the first gold edit at its place that it makes."""
        gold = next((edit for edit in wanted if makes(self._closure, found(self._closure, arc), edit)), None)
        self.visits.append(Visit(arc, gold))
        if gold is not None:
            self.weights[arc] = self._matched
        elif self._closure.edits[arc].kind != "noop":
            self.weights[arc] += TINY
        return gold

    def insertions(self, arcs: Sequence[Arc], wanted: Sequence[GoldEdit]) -> None:
        """Weigh the arcs that insert at one place, from both ends inwards, gold edits in order.

        From the left gold edits are used up from the first one, from the right from the last one. An
        arc that makes one is followed by the next that touches it; those between are passed over.
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
    """Whether an edit equals a gold edit: offsets, what stood there, and an alternative to the letter."""
    return (
        edit.label == (gold.start, gold.end)
        and edit.after in gold.alternatives
        and edit.before == " ".join(closure.source[gold.start : gold.end])
    )


def _number(wanted: Sequence[GoldEdit], gold: GoldEdit, span: range) -> int:
    return next(number for number in span if wanted[number] is gold)


def cheapest(closure: Closure, weights: dict[Arc, float]) -> list[ExtractedEdit]:
    """The edits of the path that the programs find: arcs in their order, again until nothing changes."""
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
    """What an arc stands for, as an edit of a path."""
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
    """The correct edits: gold in the order of its file, and one edit for each gold edit that it makes."""
    begin = 0
    for edit in edits:
        for number in range(begin, len(gold)):
            if makes(closure, edit, gold[number]):
                yield Matched(edit, gold[number])
                begin = number + 1
