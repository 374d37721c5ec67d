"""Gamma: inter-annotator agreement on spans that may overlap, by their best alignment.

Mathet, Widlöcher and Métivier 2015, "The unified and holistic method gamma for inter-annotator agreement
measure and alignment". A unitary alignment has at most one unit of each annotator. Its disorder is the mean
dissimilarity of all pairs of annotators: 1 if one of the two has no unit in it, otherwise the sum of
3 · ((|start - start'| + |end - end'|) / (length + length'))², and of 1 if the categories differ.

The disorder of an alignment is the sum over its unitary alignments, divided by the mean number of units of an
annotator. Gamma is 1 - observed / expected disorder, each of a best alignment; the expected disorder is the
mean over random continua.
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil
from random import Random
from typing import NamedTuple

from keytally.measures.agreement import FEW_ANNOTATORS, NO_UNITS, NO_VARIATION, Coefficient, Stretch
from keytally.measures.assignment import best_assignment

ONE = 1 << 40
"""The dissimilarity 1: dissimilarities are integers, so sums do not depend on the order or the machine."""

POSITION, CATEGORY = 3, 1
"""The weights of the two parts of the dissimilarity; those of the authors' program."""

FEWEST_SAMPLES, MOST_SAMPLES = 30, 1000
PRECISION = Fraction(2, 100)
"""The relative error of the expected disorder, with a confidence of 95 %, that more samples must reach."""
_CONFIDENCE = Fraction(196, 100)

MOST_SAMPLED = 2000
"""The number of units above which each random continuum is drawn from a part of the continuum."""

MOST_GROUPS, MOST_STATES = 20_000, 100_000
"""The work on one component of a continuum after which the alignment is not searched for a better one."""

_TWO = 2


class Gamma(NamedTuple):
    """The coefficient, its disorders, and the number of random continua.

    With `is_exact` all alignments are best ones. Otherwise some disorders are those of an alignment that no
    exchange of one annotator's units improves, and are upper bounds.
    """

    coefficient: Coefficient
    observed: float
    expected: float
    samples: int
    is_exact: bool


class Disorder(NamedTuple):
    """The disorder of an alignment, and whether no alignment has a lower one."""

    value: Fraction
    is_exact: bool


Sides = Sequence[Sequence[Stretch]]
"""The units of each annotator; none is empty."""


def gamma(documents: Sequence[Sides], lengths: Sequence[int], seed: int) -> Gamma:
    """Return gamma over documents, each with the units of all annotators.

    Units of different documents are not aligned. For random continua, the documents of the given `lengths`
    are joined in their order.
    """
    annotators = max(map(len, documents), default=0)
    units = sum(len(side) for sides in documents for side in sides)
    if annotators < _TWO or not units:
        reason = NO_UNITS if annotators >= _TWO else FEW_ANNOTATORS
        return Gamma(Coefficient(None, units, reason), 0.0, 0.0, 0, True)
    found = [_total(sides) for sides in documents]
    observed = sum((each.value for each in found), Fraction()) * annotators / units
    is_exact = all(each.is_exact for each in found)
    drawn = _expected(_Continuum(_joined(documents, lengths), sum(lengths)), Random(seed))
    expected = sum((each.value for each in drawn), Fraction()) / len(drawn)
    value = float(1 - observed / expected) if expected else None
    return Gamma(
        Coefficient(value, units, "" if expected else NO_VARIATION),
        float(observed),
        float(expected),
        len(drawn),
        is_exact and all(each.is_exact for each in drawn),
    )


def disorder(sides: Sides) -> Disorder:
    """Return the disorder of the best alignment of the annotators' units; there must be at least one."""
    found = _total(sides)
    return Disorder(found.value * len(sides) / sum(map(len, sides)), found.is_exact)


def _joined(documents: Sequence[Sides], lengths: Sequence[int]) -> Sides:
    """Return the units of each annotator over all documents, one after the other."""
    joined: list[list[Stretch]] = [[] for _ in documents[0]]
    shift = 0
    for sides, length in zip(documents, lengths, strict=True):
        for number, side in enumerate(sides):
            joined[number] += (Stretch(shift + start, shift + end, kind) for start, end, kind in side)
        shift += length
    return joined


class _Continuum(NamedTuple):
    """The units of each annotator, which start before the length."""

    sides: Sides
    length: int

    @property
    def units(self) -> int:
        return sum(map(len, self.sides))


def _expected(continuum: _Continuum, random: Random) -> list[Disorder]:
    """Return the disorders of random continua, enough of them for the precision (section 5.3)."""
    found = [disorder(_sample(continuum, random)) for _ in range(FEWEST_SAMPLES)]
    mean = sum(each.value for each in found) / len(found)
    variance = sum((each.value - mean) ** 2 for each in found) / len(found)
    wanted = ceil(variance / mean**2 * (_CONFIDENCE / PRECISION) ** 2) if mean else 0
    more = min(wanted, MOST_SAMPLES) - len(found)
    return found + [disorder(_sample(continuum, random)) for _ in range(more)]


def _sample(continuum: _Continuum, random: Random) -> Sides:
    """Return a random continuum: for each annotator the units of any one, moved by a random distance.

    Units that would start after the end are moved to the start. The distances differ by at least
    half the mean length of a unit, where there is room (section 5.2).
    """
    while True:
        sides, length = _part(continuum, random)
        units = [unit for side in sides for unit in side]
        apart = sum(unit.end - unit.start for unit in units) / max(len(units), 1) / 2
        cuts: list[float] = []
        drawn: list[Sequence[Stretch]] = []
        for _ in sides:
            cuts.append(_cut(cuts, length, apart, random))
            side = sides[int(random.random() * len(sides))]
            drawn.append([_moved(unit, int(cuts[-1]), length) for unit in side])
        if any(drawn):
            return drawn


def _part(continuum: _Continuum, random: Random) -> _Continuum:
    """Return a random part of a long continuum, or the whole of a short one."""
    sides, length = continuum
    if continuum.units <= MOST_SAMPLED:
        return continuum
    size = max(length * MOST_SAMPLED // continuum.units, 1)
    first = int(random.random() * (length - size + 1))
    parts = [
        [Stretch(start - first, end - first, kind) for start, end, kind in side if 0 <= start - first < size]
        for side in sides
    ]
    return _Continuum(parts, size)


_TRIES = 50


def _cut(cuts: Sequence[float], length: int, apart: float, random: Random) -> float:
    for _ in range(_TRIES):
        cut = random.random() * length
        if all(abs(cut - other) >= apart for other in cuts):
            break
    return cut


def _moved(unit: Stretch, by: int, length: int) -> Stretch:
    start = (unit.start + by) % length
    return Stretch(start, start + unit.end - unit.start, unit.category)


# The best alignment
#
# With n annotators and N = n (n - 1) / 2, a unitary alignment of k units costs 1 + sum(d - 1) / N over its
# pairs of units. So an alignment is a partition into groups; joining two groups A and B gains if
# sum(d - 1) < N over the pairs between them. It follows that groups of a best alignment are connected by
# pairs with d < N + 1, which divides a continuum into components, and that d < N + n - 1 in each pair.


class _Unit(NamedTuple):
    start: int
    end: int
    annotator: int
    category: Hashable


def _total(sides: Sides) -> Disorder:
    """Return the sum of the disorders of the unitary alignments of a best alignment."""
    units = sorted(
        (_Unit(start, end, number, kind) for number, side in enumerate(sides) for start, end, kind in side),
        key=lambda unit: unit[:3],
    )
    pairs = len(sides) * (len(sides) - 1) // 2
    components = _components(units, pairs, (pairs + len(sides) - 1) * ONE)
    found = [_component_cost(component, len(sides), pairs) for component in components]
    cost = sum(each.cost for each in found)
    return Disorder(Fraction(cost, pairs * ONE), all(each.is_exact for each in found))


class _Component(NamedTuple):
    """Units in order, and for each unit the dissimilarity, less 1, of those that could be in its group."""

    units: Sequence[_Unit]
    near: Sequence[dict[int, int]]


def _components(units: Sequence[_Unit], pairs: int, limit: int) -> Iterator[_Component]:
    near = _near(units, limit)
    seen = set[int]()
    for first in range(len(units)):
        if first in seen:
            continue
        seen.add(first)
        members, waiting = [first], [first]
        while waiting:
            for other, excess in near[waiting.pop()].items():
                if excess < pairs * ONE and other not in seen:
                    seen.add(other)
                    members.append(other)
                    waiting.append(other)
        members.sort()
        place = {member: at for at, member in enumerate(members)}
        yield _Component(
            [units[member] for member in members],
            [{place[o]: x for o, x in near[member].items() if o in place} for member in members],
        )


def _near(units: Sequence[_Unit], limit: int) -> list[dict[int, int]]:
    """Return, for each unit, the dissimilarity less 1 of those below the limit, of other annotators."""
    near: list[dict[int, int]] = [{} for _ in units]
    longest = max((unit.end - unit.start for unit in units), default=0)
    for number, unit in enumerate(units):
        length = unit.end - unit.start
        for other in range(number + 1, len(units)):
            begin, stop, annotator, category = units[other]
            distance = begin - unit.start
            if POSITION * ONE * distance * distance >= limit * (length + longest) ** 2:
                break
            if annotator == unit.annotator:
                continue
            ends = distance + abs(unit.end - stop)
            total = length + stop - begin
            value = POSITION * ONE * ends * ends // (total * total) + ONE * CATEGORY * (
                category != unit.category
            )
            if value < limit:
                near[number][other] = near[other][number] = value - ONE
    return near


class _Cost(NamedTuple):
    """The cost of a component, in units of ONE divided by the number of pairs of annotators."""

    cost: int
    is_exact: bool


def _component_cost(component: _Component, annotators: int, pairs: int) -> _Cost:
    whole = pairs * ONE
    if len(component.units) == 1:
        return _Cost(whole, True)
    cost = _descended(component, annotators, whole)
    if annotators == _TWO:
        return _Cost(cost, True)
    groups = _groups(component, whole)
    return _Cost(cost, False) if groups is None else _searched(groups, cost)


def _descended(component: _Component, annotators: int, whole: int) -> int:
    """Return the cost of an alignment that no other assignment of one annotator's units improves.

    Each annotator's units are assigned to the groups of the others, with the least cost, until the cost no
    longer falls. For two annotators, the first such assignment is the best alignment.
    """
    members = [
        [at for at, unit in enumerate(component.units) if unit.annotator == number]
        for number in range(annotators)
    ]
    groups: list[list[int]] = []
    cost, last = 0, None
    while cost != last:
        last = cost
        for mine in members:
            own = set(mine)
            groups = [rest for group in groups if (rest := [at for at in group if at not in own])]
            groups = _assigned(component, groups, mine, whole)
        cost = sum(_group_cost(component, group, whole) for group in groups)
    return cost


def _assigned(
    component: _Component, groups: list[list[int]], units: Sequence[int], whole: int
) -> list[list[int]]:
    """Return the groups with units of one more annotator, each in a group or alone."""
    group_of = {member: number for number, group in enumerate(groups) for member in group}
    worths = []
    for unit in units:
        near = component.near[unit]
        wanted = {group_of[other] for other in near if other in group_of}
        gains = {
            number: whole - sum(near[member] for member in groups[number])
            for number in sorted(wanted)
            if all(member in near for member in groups[number])
        }
        worths.append({number: gain for number, gain in gains.items() if gain > 0})
    found = [list(group) for group in groups]
    for unit, number in zip(units, best_assignment(worths), strict=True):
        if number is None:
            found.append([unit])
        else:
            found[number].append(unit)
    return found


def _group_cost(component: _Component, group: Sequence[int], whole: int) -> int:
    return whole + sum(component.near[one][other] for one, other in combinations(group, 2))


class _Group(NamedTuple):
    members: tuple[int, ...]
    cost: int


def _groups(component: _Component, whole: int) -> list[list[_Group]] | None:
    """Return the groups that a best alignment may have, by their first unit; None if they are too many."""
    found: list[list[_Group]] = []
    count = 0
    for first in range(len(component.units)):
        mine = [_Group((first,), whole)]
        for group in mine:
            mine.extend(_extended(component, group))
            if count + len(mine) > MOST_GROUPS:
                return None
        found.append([group for group in mine if _is_useful(component, group, whole)])
        count += len(mine)
    return found


def _extended(component: _Component, group: _Group) -> Iterator[_Group]:
    """Yield the group with one later unit, by another annotator, that is near to all members."""
    units, near = component.units, component.near
    taken = {units[member].annotator for member in group.members}
    for other, excess in near[group.members[0]].items():
        if other > group.members[-1] and units[other].annotator not in taken:
            rest = group.members[1:]
            if all(member in near[other] for member in rest):
                cost = group.cost + excess + sum(near[other][member] for member in rest)
                yield _Group((*group.members, other), cost)


def _is_useful(component: _Component, group: _Group, whole: int) -> bool:
    """Return whether a group costs less than its units alone, and than the others with any of them alone."""
    members = group.members
    if len(members) == 1:
        return True
    return group.cost < whole * len(members) and all(
        sum(component.near[one][other] for other in members if other != one) < whole for one in members
    )


def _searched(groups: Sequence[Sequence[_Group]], cost: int) -> _Cost:
    """Return the least cost of a partition into groups, given the cost of one; exact if there is room.

    Units are covered in order. A state is the set of later units that are covered already. Each unit has a
    price, such that no group costs less than its units; a state whose cost plus the prices of the units that
    are left is not less than that of the known alignment is dropped.
    """
    prices = _prices(groups)
    bound = sum(prices)
    if bound >= cost:
        return _Cost(cost, True)
    states = {0: bound}
    work = 0
    for unit, choices in enumerate(groups):
        options = [
            (
                sum(1 << (member - unit) for member in group.members),
                group.cost - sum(prices[m] for m in group.members),
            )
            for group in choices
        ]
        following: dict[int, int] = {}
        for covered, spent in states.items():
            if covered & 1:
                _keep(following, covered >> 1, spent)
                continue
            for mask, extra in options:
                if not covered & mask and spent + extra < cost:
                    _keep(following, (covered | mask) >> 1, spent + extra)
        states = following
        work += len(states)
        if work > MOST_STATES:
            return _Cost(cost, False)
    return _Cost(states.get(0, cost), True)


def _keep(states: dict[int, int], state: int, cost: int) -> None:
    if cost < states.get(state, cost + 1):
        states[state] = cost


_ROUNDS = 20


def _prices(groups: Sequence[Sequence[_Group]]) -> list[int]:
    """Return a price of each unit, such that no group costs less than its units together.

    The prices of units are raised, in turn, as far as the groups allow.
    """
    containing: list[list[_Group]] = [[] for _ in groups]
    for each in groups:
        for group in each:
            for member in group.members:
                containing[member].append(group)
    prices = [min(group.cost // len(group.members) for group in of_unit) for of_unit in containing]
    for _ in range(_ROUNDS):
        before = sum(prices)
        for unit, of_unit in enumerate(containing):
            prices[unit] += min(group.cost - sum(prices[m] for m in group.members) for group in of_unit)
        if sum(prices) == before:
            break
    return prices
