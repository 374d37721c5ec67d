"""Maps from response templates to key templates with the highest F, found exactly, and their counts."""

import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.measures.assignment import undisputed
from keytally.measures.map_region import ONLY_TYPE, Corner, Pairs, Point, Region, region_of
from keytally.measures.ratios import ratio
from keytally.text.rendering import printable

# The first of the maps that are best under weights, found from the prices of one of them.
#
# An assignment is best if and only if it has only pairs whose worth is the sum of the two prices, and leaves
# no row or column without a partner whose price is above 0. So rows can be given their first possible
# partner in turn: it is possible if the others can exchange theirs along a path of such pairs.


_NOBODY = -1
"""The owner of unassigned columns: it accepts any column with a price of 0, and any number of rows can
become unassigned.
"""

_NO_COLUMN = -1


def first_map(pairs: Pairs, begun: Sequence[int | None], corner: Corner) -> tuple[int | None, ...]:
    """Return the first map that begins with these partners and has the corner's worth; a partner need not
    form a pair.
    """
    exchange = _Exchange(pairs, begun, corner)
    return (*begun, *map(exchange.first, range(len(begun), len(pairs.listed))))


class _Exchange:
    """An assignment whose rows are fixed one by one, each with its first possible column."""

    def __init__(self, pairs: Pairs, begun: Sequence[int | None], corner: Corner) -> None:
        self._pairs = pairs
        self._weigh = corner.weigh
        self._plain = corner.weigh(ONLY_TYPE)
        self._partners = dict(corner.priced.partners)
        self._owners = dict(corner.priced.owners)
        self._row_prices, self._column_prices = corner.priced.row_prices, corner.priced.column_prices
        self._open = dict.fromkeys(each for each in range(pairs.width) if each not in {*begun})
        self._unpriced = [each for each in self._open if not self._column_prices.get(each)]
        self._kinds_seen = set[tuple[int, int]]()

    def first(self, row: int) -> int | None:
        """Fix a row to its first possible column and return it, or None."""
        before, seen = dict[int, tuple[int, int]](), set[int]()
        self._kinds_seen = set[tuple[int, int]]()
        for column in self._open:
            if self._is_tight(row, column):
                owner = self._owners.get(column, _NOBODY)
                if owner == row or self._can_leave(owner, row, before, seen):
                    self._move(row, column, owner, before)
                    del self._open[column]
                    return column
        self._leave_own(row)
        return None

    def _is_tight(self, row: int, column: int) -> bool:
        point = self._pairs.pair(row, column)
        price = self._row_prices[row] + self._column_prices.get(column, 0)
        return price == (0 if point is None else self._weigh(point))

    def _can_leave(self, owner: int, target: int, before: dict[int, tuple[int, int]], seen: set[int]) -> bool:
        """Return whether the owner of a column can take another column, along a path of such exchanges.

        The path ends at the target's column, or at an unassigned column if the target has none. `before` maps
        each owner on the path to the column that it gave up and the new owner of that column.
        """
        goal = target if target in self._partners else _NOBODY
        if owner in seen:
            return False
        stack = [owner]
        seen.add(owner)
        while stack:
            node = stack.pop()
            if node == goal:
                return True
            for column, following in self._exchanges(node, target):
                if following not in seen:
                    seen.add(following)
                    before[following] = column, node
                    stack.append(following)
        return False

    def _exchanges(self, node: int, target: int) -> Iterator[tuple[int, int]]:
        """Yield the columns that a node can have instead, with their owners; column -1 means that the row
        becomes unassigned.
        """
        if node == _NOBODY:
            columns = [column for column in self._unpriced if column in self._open]
            idle = (row for row in range(target + 1, len(self._pairs.listed)) if row not in self._partners)
            yield from ((_NO_COLUMN, row) for row in idle)
        else:
            columns = [
                each for each in self._columns_of(node) if each in self._open and self._is_tight(node, each)
            ]
            if not self._row_prices[node]:
                yield _NO_COLUMN, _NOBODY
        yield from ((column, self._owners.get(column, _NOBODY)) for column in columns)

    def _columns_of(self, row: int) -> list[int]:
        """Return the columns that a row can have; the columns of a kind are included only for the first
        row of that kind and price.
        """
        kind, price = self._pairs.kind_of[row], self._plain - self._row_prices[row]
        listed = [*self._pairs.listed[row]]
        if (kind, price) in self._kinds_seen:
            return listed
        self._kinds_seen.add((kind, price))
        columns = self._pairs.kinds[kind]
        return [*listed, *(column for column in columns if self._column_prices.get(column, 0) == price)]

    def _move(self, row: int, column: int, owner: int, before: dict[int, tuple[int, int]]) -> None:
        """Exchange columns along a path, so that a row has a column."""
        if owner == row:
            return
        goal = row if row in self._partners else _NOBODY
        while goal != owner:
            free, goal = before[goal]
            self._give(goal, free)
        self._give(row, column)

    def _give(self, node: int, column: int) -> None:
        if node == _NOBODY:
            self._owners.pop(column, None)
        elif column == _NO_COLUMN:
            self._partners.pop(node, None)
        else:
            self._partners[node], self._owners[column] = column, node

    def _leave_own(self, row: int) -> None:
        column = self._partners.pop(row, None)
        if column is not None:
            self._owners.pop(column, None)


# The best map from response templates to key templates: the one with the highest F, found exactly.
#
# With the number of proposed entities (P) and of the key's (K) fixed, a map that gets `a` of the response
# right and finds `b` of the key has F = 2ab / (aK + bP). F is concave and grows in step with (a, b), so that
# the corners of the region of all (a, b) bound it; these are best assignments under fixed slopes
# (`map_region`). Mostly one corner is proved to be the best point; the maps that reach it are those of the
# pairs that the prices of the assignment allow (`first_map`). Otherwise the first template is tried with each
# of the others (branch and bound).


Map = tuple[int | None, ...]

MOST_STEPS = 2_000_000
"""The maximum number of pairs and columns that are examined for one document; after that, the best map
found so far is used.
"""

MOST_TRIALS = 3000
"""The maximum number of regions that are explored for one document."""

TOO_MANY = " (too many templates to try all maps)"

_NOTHING = Fraction(0)


class BestMap(NamedTuple):
    """The key template of each response template, or None, with the F of the map and an upper bound of F over
    all maps.

    `is_proved` is false if the step limit was reached: then another map may have a higher F, up to the bound,
    or the same F and come first.
    """

    partners: Map
    is_proved: bool = True
    f: Fraction = _NOTHING
    bound: Fraction = _NOTHING


def best_map(pairs: Pairs, proposed: int, gold: int) -> BestMap:
    """Return the map with the highest F, given the counts of all entities and types on either side.

    Of maps with equal F, the first is returned: maps are sorted by the partner of the first template, then of
    the second, and so on; a template without a partner comes last. This is the order in which GTT's program
    tries them.
    """
    simple = undisputed([dict.fromkeys(pairs.columns_of(row)) for row in range(len(pairs.listed))])
    if simple is not None:
        return BestMap(tuple(simple))
    return _Search(pairs, proposed, gold).best()


class _Part(NamedTuple):
    """The maps that begin with given partners, and the region of their points."""

    begun: Map
    point: Point
    region: Region


class _Search:
    """Searches the maps of one document."""

    def __init__(self, pairs: Pairs, proposed: int, gold: int) -> None:
        self._pairs = pairs
        self._proposed, self._gold = proposed, gold
        self._steps = self._trials = 0
        self._best = _NOTHING
        self._partners: Map = ()

    def best(self) -> BestMap:
        """Return the first of the maps with the highest F."""
        whole = self._part((), Point())
        self._improve(whole)
        is_best = not (self._is_exhausted and whole.region.has_better(self._best))
        chosen = self._first(whole) if is_best else None
        if chosen is None:
            return self._unproved(whole)
        return BestMap(self._without_nothing(chosen), True, self._best, self._best)

    def _unproved(self, whole: _Part) -> BestMap:
        bound = max(whole.region.bound(self._best), self._best)
        return BestMap(self._without_nothing(self._partners), False, self._best, bound)

    @property
    def _is_exhausted(self) -> bool:
        return self._trials > MOST_TRIALS or self._steps > MOST_STEPS

    def _part(self, begun: Map, point: Point) -> _Part:
        """Explore the region of the maps with this beginning, and keep a map that has the highest F so
        far.
        """
        region = region_of(self._pairs, self._proposed, self._gold, begun, point)
        self._trials += 1
        self._steps += region.steps
        if region.best > self._best or not self._partners:
            rest = range(len(begun), len(self._pairs.listed))
            self._best = region.best
            self._partners = (*begun, *(region.partners.get(row) for row in rest))
        return _Part(begun, point, region)

    def _parts(self, part: _Part) -> "Sequence[tuple[Map, Point]]":
        """Return the possible partners of the next row as continuations of the map, in order."""
        row = len(part.begun)
        if row == len(self._pairs.listed):
            return []
        used = {*part.begun}
        choices = [*(column for column in range(self._pairs.width) if column not in used), None]
        return [((*part.begun, choice), part.point.plus(self._pairs.pair(row, choice))) for choice in choices]

    def _improve(self, part: _Part) -> None:
        """Find the highest F of the maps with this beginning, if it exceeds the best so far."""
        for begun, point in self._parts(part):
            if self._is_exhausted or not part.region.has_better(self._best):
                return
            self._improve(self._part(begun, point))

    def _reaches(self, part: _Part) -> bool:
        """Return whether a map with this beginning has the highest F; False if the step limit is reached."""
        if part.region.best == self._best:
            return True
        return part.region.has_as_good(self._best) and any(
            not self._is_exhausted and self._reaches(self._part(begun, point))
            for begun, point in self._parts(part)
        )

    def _first(self, part: _Part) -> Map | None:
        """Return the first map that begins with these partners and has the highest F.

        The result is None if the step limit is reached.
        """
        while len(part.begun) < len(self._pairs.listed):
            corner = part.region.only_corner(self._best)
            if corner is not None:
                return first_map(self._pairs, part.begun, corner)
            ways = (self._part(begun, point) for begun, point in self._parts(part))
            following = next((way for way in ways if self._reaches(way) or self._is_exhausted), None)
            if following is None or self._is_exhausted:
                return None
            part = following
        return part.begun

    def _without_nothing(self, partners: Map) -> Map:
        """Return a map without the partners that form no pair."""
        return tuple(
            None if self._pairs.pair(row, column) is None else column for row, column in enumerate(partners)
        )


_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(8192)
def normal_mention(text: str) -> str:
    """Return a mention in lower case, without ASCII punctuation and articles, with single spaces."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


TYPE = "incident_type"
"""The name of the role that contains a template's type."""

Mentions = tuple[str, ...]
Roles = Mapping[str, Sequence[Mentions]]


class ComparedTemplate(NamedTuple):
    """A template with its type and the normalised mentions of its entities by role."""

    type: str | None
    roles: Roles


Templates = Sequence[ComparedTemplate]


KEPT = 4096
"""The maximum number of counts whose ratios are cached; most documents have the same counts as others."""

Number = int | Fraction


class Counts(NamedTuple):
    """Counts: correct and proposed in the response, found and total in the key."""

    correct: Number = 0
    proposed: int = 0
    found: Number = 0
    gold: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Return the sum of two counts."""
        correct, proposed, found, gold = other
        return Counts(self[0] + correct, self[1] + proposed, self[2] + found, self[3] + gold)

    def minus(self, other: "Counts") -> "Counts":
        """Return the difference of two counts."""
        correct, proposed, found, gold = other
        return Counts(self[0] - correct, self[1] - proposed, self[2] - found, self[3] - gold)

    @property
    def precision(self) -> float:
        """Return the share of proposed entities that are correct, in percent."""
        return 100 * ratio(float(self.correct), self.proposed)

    @property
    def recall(self) -> float:
        """Return the share of the key's entities that are found, in percent."""
        return 100 * ratio(float(self.found), self.gold)

    @property
    def f(self) -> float:
        """Return the harmonic mean of precision and recall, in percent."""
        return _harmonic_mean(self.precision, self.recall)

    def values(self) -> dict[str, Any]:
        """Return ratios in percent and counts, as in the JSON output."""
        counts = [each if isinstance(each, int) else _plain(each) for each in self]
        return {**_ratios(self), "counts": counts}


RoleCounts = Mapping[str, Counts]


def sum_of_roles(roles: RoleCounts) -> Counts:
    """Return the sum over the roles."""
    return sum_of_counts(roles.values())


def sum_of_counts(counts: Iterable[Counts]) -> Counts:
    """Return the sum of counts."""
    correct, proposed, found, gold = Counts()
    for count in counts:
        correct += count[0]
        proposed += count[1]
        found += count[2]
        gold += count[3]
    return Counts(correct, proposed, found, gold)


@lru_cache(KEPT)
def _ratios(counts: Counts) -> Mapping[str, float]:
    precision, recall = counts.precision, counts.recall
    return {"precision": precision, "recall": recall, "f": _harmonic_mean(precision, recall)}


def _harmonic_mean(precision: float, recall: float) -> float:
    return ratio(2 * precision * recall, precision + recall)


def _plain(number: Fraction) -> float | int:
    return int(number) if number.denominator == 1 else float(number)


Measures = Mapping[str, RoleCounts]
"""The counts of each measure, by role."""


class MeasureSums:
    """The running sum of measures over documents."""

    def __init__(self, measures: Sequence[str]) -> None:
        self._sums: dict[str, dict[str, Counts]] = {measure: {} for measure in measures}

    def put(self, measures: Measures) -> None:
        """Add a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                before = sums.get(role)
                sums[role] = counts if before is None else before.plus(counts)

    def put_all(self, documents: Iterable[Measures]) -> None:
        """Add many documents; this is faster than adding them one by one."""
        found: dict[str, dict[str, list[Counts]]] = {measure: defaultdict(list) for measure in self._sums}
        for measures in documents:
            for measure, roles in measures.items():
                of_measure = found[measure]
                for role, counts in roles.items():
                    of_measure[role].append(counts)
        self.put(
            {
                measure: {role: sum_of_counts(counts) for role, counts in roles.items()}
                for measure, roles in found.items()
            }
        )

    def drop(self, measures: Measures) -> None:
        """Remove a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                sums[role] = sums[role].minus(counts)

    def measures(self) -> dict[str, dict[str, Counts]]:
        """Return the sums of each measure by role, sorted by name; a role without entities on either side
        is omitted.
        """
        return {
            measure: {role: sums[role] for role in sorted(sums, key=_order) if any(sums[role])}
            for measure, sums in self._sums.items()
        }

    def first(self) -> Counts:
        """Return the sum of the first measure over all roles."""
        return sum_of_roles(next(iter(self._sums.values())))


def totals_of(measures: Measures) -> dict[str, Any]:
    """Return each measure's counts and ratios, overall and by role."""
    return {
        measure: {
            **sum_of_roles(roles).values(),
            "roles": {role: counts.values() for role, counts in roles.items()},
        }
        for measure, roles in measures.items()
    }


def _order(role: str) -> tuple[bool, str]:
    """Return a sort key: types first, then roles by name."""
    return (role != TYPE, role)


_ALL = "all"
_HEADS = ("correct", "proposed", "found", "gold", "P", "R", "F")


def measure_tables(measures: Measures) -> str:
    """Return a table for each measure, with a line for each role, a line for all roles, and an empty line."""
    names = {printable(role) for roles in measures.values() for role in roles}
    width = max(map(len, (*measures, *names)), default=0)
    lines = [line for measure, roles in measures.items() for line in (*_table(measure, roles, width), "")]
    return "".join(f"{line}\n" for line in lines)


def _table(measure: str, roles: RoleCounts, width: int) -> Iterator[str]:
    yield _row(measure, _HEADS, width)
    for name, counts in (*roles.items(), (_ALL, sum_of_roles(roles))):
        yield _row(printable(name), (*map(_number, counts), *percents(counts)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>8}" for cell in cells)


def _number(count: object) -> str:
    return str(count) if isinstance(count, int) else f"{float(count):.2f}"  # type: ignore[arg-type]


def percents(counts: Counts) -> tuple[str, str, str]:
    """Return precision, recall and F with two decimals."""
    return f"{counts.precision:.2f}", f"{counts.recall:.2f}", f"{counts.f:.2f}"
