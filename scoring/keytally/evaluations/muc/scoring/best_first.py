"""Greedy alignment of many objects without comparing each with each.

The result is that of taking all pairs by decreasing F, then by the key's file order, then by the
response's. Only objects that share a form can agree in anything, so that candidates come from an index of
forms. Where there are many, objects that no comparison can tell apart form a group, found by the forms
that are rare; what is shared bounds F, so few pairs are compared. A group of the key waits in a heap with
its best partner; one whose partner has been taken by another looks for its next best.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.muc.scoring.sights import EQUAL, UNLIKE, Onlooker, Sight, rank
from keytally.evaluations.muc.scoring.slots import Form, Part

Aligned = tuple[int, int, int]
"""How alike two objects are, and their places among those of their class, the key's and the response's."""

Sights = Sequence[Sight]

CROWD = 4096
"""Classes with more pairs than this are looked through best first."""

FEW = 16
"""As many groups that were found are compared at once, in the hope that none else can be better."""


def best_pairs(onlooker: Onlooker, key: Sights, response: Sights) -> Iterator[Aligned]:
    """The pairs of one class that are aligned, those that agree in everything first."""
    agreeing = _agreeing(key, response)
    for k, r in agreeing.items():
        yield EQUAL, k, r
    taken = set(agreeing.values())
    keys = [k for k in range(len(key)) if k not in agreeing]
    responses = [r for r in range(len(response)) if r not in taken]
    rest = _differing(onlooker, [key[k] for k in keys], [response[r] for r in responses])
    for likeness, k, r in rest:
        yield likeness, keys[k], responses[r]


def _agreeing(key: Sights, response: Sights) -> dict[int, int]:
    """The pairs with an F of 1 that are taken before all others, where forms alone tell which have it."""
    if not all(sight.countable for sight in chain(key, response)):
        return {}
    waiting: dict[frozenset[Form], deque[int]] = {}
    for r, other in enumerate(response):
        if other.least == len(other.forms):
            waiting.setdefault(other.forms, deque()).append(r)
    found: dict[int, int] = {}
    for k, mine in enumerate(key):
        if mine.least == len(mine.forms) and mine.forms and (places := waiting.get(mine.forms)):
            found[k] = places.popleft()
    return found


def _differing(onlooker: Onlooker, key: Sights, response: Sights) -> Iterator[Aligned]:
    """The pairs that are aligned of objects that need not agree in everything."""
    if len(key) * len(response) > CROWD:
        return _Crowd(onlooker, key, response).pairs()
    return _taken(sorted(_candidates(onlooker, key, response)))


def _candidates(onlooker: Onlooker, key: Sights, response: Sights) -> Iterator[tuple[int, int, int]]:
    """All pairs that may be aligned, each with its rank below 0."""
    if onlooker.alignment.threshold < 0:
        everybody = range(len(response))
        shared: Iterable[Mapping[int, int]] = (
            {r: len(mine.forms & response[r].forms) for r in everybody} for mine in key
        )
    else:
        shared = _sharing(key, response)
    for k, counts in enumerate(shared):
        for r, count in counts.items():
            likeness = onlooker.likeness(key[k], response[r], count)
            if likeness != UNLIKE:
                yield -likeness, k, r


def _sharing(key: Sights, response: Sights) -> Iterator[Mapping[int, int]]:
    """For each object of the key the response's that share forms with it, and how many."""
    found: dict[Form, list[int]] = {}
    for r, other in enumerate(response):
        for form in other.forms:
            found.setdefault(form, []).append(r)
    for mine in key:
        counts: dict[int, int] = {}
        for form in mine.forms:
            for r in found.get(form, ()):
                counts[r] = counts.get(r, 0) + 1
        yield counts


def _taken(ranked: Iterable[tuple[int, int, int]]) -> Iterator[Aligned]:
    """The pairs of which neither object has been taken before."""
    keys: set[int] = set()
    responses: set[int] = set()
    for below, k, r in ranked:
        if k not in keys and r not in responses:
            keys.add(k)
            responses.add(r)
            yield -below, k, r


class _Partner(NamedTuple):
    """The best partner of a group: its likeness, the group, and which of its members it was then."""

    likeness: int
    group: int
    member: int


class _Group:
    """Objects of one side that compare alike with every object of the other, in file order."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.members: deque[int] = deque()
        self.partner: _Partner | None = None


class _Crowd:
    """Two sides of a class with many objects."""

    def __init__(self, onlooker: Onlooker, key: Sights, response: Sights) -> None:
        self._onlooker = onlooker
        self._key, self._response = key, response
        alignment = onlooker.alignment
        self._threshold = alignment.threshold
        self._weights = {name: slot.definition.weight for name, slot in alignment.scored_slots}
        self._keys, self._responses = _groups(key), _groups(response)
        self._found: defaultdict[Form, dict[int, None]] = defaultdict(dict)
        for place, group in enumerate(self._responses):
            for form in group.sight.forms:
                self._found[form][place] = None

    def pairs(self) -> Iterator[Aligned]:
        """The pairs that are aligned."""
        yield from self._sharing()
        if self._threshold < 0:
            yield from self._strangers()

    def _sharing(self) -> Iterator[Aligned]:
        """The pairs that agree in something, the best first."""
        waiting = [(-1 << 65, group.members[0], which) for which, group in enumerate(self._keys)]
        heapify(waiting)
        while waiting:
            rank_below, _, which = heappop(waiting)
            group = self._keys[which]
            if not self._is_free(group.partner):
                group.partner = self._best(group.sight)
            if group.partner is None:
                continue
            if group.partner.likeness == -rank_below:
                yield -rank_below, group.members.popleft(), self._take(group.partner.group)
            if group.members:
                heappush(waiting, (-group.partner.likeness, group.members[0], which))

    def _is_free(self, partner: _Partner | None) -> bool:
        """Whether a partner is still there, and the same member of its group comes next."""
        if partner is None:
            return False
        members = self._responses[partner.group].members
        return bool(members) and members[0] == partner.member

    def _take(self, which: int) -> int:
        """Take the next member of a group of the response; one that has none left is found no more."""
        group = self._responses[which]
        taken = group.members.popleft()
        if not group.members:
            for form in group.sight.forms:
                del self._found[form][which]
        return taken

    def _best(self, sight: Sight) -> _Partner | None:
        """The partner with the highest F that is similar enough; of equals the one that stands first."""
        held = [form for form in sight.forms if self._found.get(form)]
        forms = sorted(held, key=lambda form: len(self._found[form]))
        needed = self._needed(forms)
        shared: Counter[int] = Counter()
        for place, form in enumerate(forms[:needed]):
            shared.update(self._found[form].keys())
            if len(shared) <= FEW:
                best = self._best_of(sight, shared, 0)
                rest = len(forms) - place - 1
                if best is not None and best.likeness > bound(rest, sight.least, 0):
                    return best
        for form in forms[needed:]:
            shared.update(shared.keys() & self._found[form].keys())
        return self._likeliest(sight, shared)

    def _needed(self, forms: Sequence[Form]) -> int:
        """How many of the forms must be looked up; the rest together cannot exceed the threshold."""
        slots: set[str] = set()
        weight = Fraction(0)
        for needed in range(len(forms), 0, -1):
            slot = forms[needed - 1][0]
            if slot not in slots:
                slots.add(slot)
                weight += 100 * max(Fraction(self._weights[slot]), Fraction(0))
            if weight > self._threshold:
                return needed
        return 0

    def _likeliest(self, sight: Sight, shared: Counter[int]) -> _Partner | None:
        """The best partner of those found, given how much each shares; the likeliest are compared first."""
        by_bound: defaultdict[int, list[int]] = defaultdict(list)
        for which, times in shared.items():
            by_bound[bound(times, sight.least, self._responses[which].sight.least)].append(which)
        best: _Partner | None = None
        for most in sorted(by_bound, reverse=True):
            if best is not None and best.likeness > most:
                break
            best = _better(best, self._best_of(sight, by_bound[most], most))
        return best

    def _best_of(self, sight: Sight, found: Iterable[int], most: int) -> _Partner | None:
        """The best partner of some; no likeness is above `most` unless that is 0."""
        best: _Partner | None = None
        for member, which in sorted((self._responses[which].members[0], which) for which in found):
            likeness = self._onlooker.likeness(sight, self._responses[which].sight)
            if likeness != UNLIKE:
                best = _better(best, _Partner(likeness, which, member))
                if likeness == most:
                    break
        return best

    def _strangers(self) -> Iterator[Aligned]:
        """The pairs that agree in nothing, where a threshold below 0 lets them be aligned."""
        free = sorted(member for group in self._responses for member in group.members)
        for k in sorted(member for group in self._keys for member in group.members):
            for place, r in enumerate(free):
                if self._onlooker.likeness(self._key[k], self._response[r]) == 0:
                    del free[place]
                    yield 0, k, r
                    break


def _better(one: _Partner | None, other: _Partner | None) -> _Partner | None:
    """The partner that is more alike, else the one that stands first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda partner: (-partner.likeness, partner.member))


@lru_cache(1 << 14)
def bound(shared: int, key: int, response: int) -> int:
    """The highest likeness of two objects that share so many forms.

    `key` and `response` are how many fills count at least on either side.
    """
    return rank(2 * shared, max(key, shared) + max(response, shared)) if shared else 0


def _groups(sights: Sights) -> list[_Group]:
    """One side's objects by all that can matter."""
    groups: dict[tuple[Part, ...], _Group] = {}
    for place, sight in enumerate(sights):
        group = groups.get(sight.parts)
        if group is None:
            group = groups[sight.parts] = _Group(sight)
        group.members.append(place)
    return list(groups.values())
