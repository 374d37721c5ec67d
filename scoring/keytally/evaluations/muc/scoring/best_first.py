"""Greedy alignment of many objects without comparing each with each.

The result is that of taking all pairs by decreasing F, then by the key's file order, then by the
response's. Only objects that share a form can agree in anything, so that candidates come from an index of
forms. Where there are many, what is shared bounds F, so that few pairs are compared, and of objects that
differ in rare forms only the first is looked at (see FreeObjects). The key's objects wait in a heap, each
with its best partner; one whose partner has been taken by another looks for its next best.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.muc.scoring.free import FreeObjects
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
    """The best partner of an object of the key: its likeness, and its place in the response."""

    likeness: int
    place: int


class _Crowd:
    """Two sides of a class with many objects."""

    def __init__(self, onlooker: Onlooker, key: Sights, response: Sights) -> None:
        self._onlooker = onlooker
        self._key, self._response = key, response
        slots = onlooker.alignment.scored_slots
        self._threshold = onlooker.alignment.threshold
        self._weights = {name: slot.definition.weight for name, slot in slots}
        countable = all(sight.countable for sight in chain(key, response))
        self._least = min((sight.least for sight in response), default=0)
        self._free = FreeObjects(response, [name for name, _ in slots], countable)

    def pairs(self) -> Iterator[Aligned]:
        """The pairs that are aligned."""
        aligned: set[int] = set()
        for likeness, k, r in self._sharing():
            aligned.add(k)
            yield likeness, k, r
        if self._threshold < 0:
            yield from self._strangers(k for k in range(len(self._key)) if k not in aligned)

    def _sharing(self) -> Iterator[Aligned]:
        """The pairs that agree in something, the best first."""
        waiting = [(-partner.likeness, k, partner.place) for k, partner in self._first_partners()]
        heapify(waiting)
        taken: set[int] = set()
        while waiting:
            below, k, r = heappop(waiting)
            if r in taken:
                partner = self._best(self._key[k])
                if partner is not None:
                    heappush(waiting, (-partner.likeness, k, partner.place))
            else:
                taken.add(r)
                self._free.take(r)
                yield -below, k, r

    def _first_partners(self) -> Iterator[tuple[int, _Partner]]:
        """What every object of the key would take if it came first."""
        known: dict[tuple[Part, ...], _Partner | None] = {}
        for k, sight in enumerate(self._key):
            if sight.parts not in known:
                known[sight.parts] = self._best(sight)
            partner = known[sight.parts]
            if partner is not None:
                yield k, partner

    def _best(self, sight: Sight) -> _Partner | None:
        """The partner with the highest F that is similar enough; of equals the one that stands first."""
        rare, popular = self._free.held(sight)
        forms = [*rare, *popular]
        found: set[int] = set()
        for rest, form in zip(range(len(forms) - 1, -1, -1), rare, strict=False):
            found.update(self._free.with_rare(form))
            if len(found) <= FEW:
                best = self._best_of(sight, found, 0)
                if best is not None and best.likeness > bound(rest, sight.least, 0):
                    return best
        best = self._likeliest(sight, found)
        kinds = self._free.kinds(popular, max(self._needed(forms) - len(rare), 0))
        return self._best_of_kinds(sight, kinds, found, best)

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

    def _likeliest(self, sight: Sight, found: Iterable[int]) -> _Partner | None:
        """The best partner of those found; those that share the most are compared first."""
        by_bound: defaultdict[int, list[int]] = defaultdict(list)
        for place in found:
            other = self._response[place]
            by_bound[bound(len(sight.forms & other.forms), sight.least, other.least)].append(place)
        best: _Partner | None = None
        for most in sorted(by_bound, reverse=True):
            if best is not None and best.likeness > most:
                break
            best = _better(best, self._best_of(sight, by_bound[most], most))
        return best

    def _best_of_kinds(
        self, sight: Sight, kinds: Sequence[Sequence[int]], but: Collection[int], best: _Partner | None
    ) -> _Partner | None:
        """The best partner of a kind that shares so many forms, or the one that there is already."""
        for count in range(len(kinds) - 1, 0, -1):
            if best is not None and best.likeness > bound(count, sight.least, self._least):
                break
            by_bound: defaultdict[int, list[int]] = defaultdict(list)
            for kind in kinds[count]:
                by_bound[bound(count, sight.least, self._free.least[kind])].append(kind)
            for most in sorted(by_bound, reverse=True):
                if best is not None and best.likeness > most:
                    break
                firsts = (self._free.first(kind, but) for kind in by_bound[most])
                places = [place for place in firsts if place is not None]
                best = _better(best, self._best_of(sight, places, most))
        return best

    def _best_of(self, sight: Sight, found: Iterable[int], most: int) -> _Partner | None:
        """The best partner of some; no likeness is above `most` unless that is 0."""
        best: _Partner | None = None
        for place in sorted(found):
            likeness = self._onlooker.likeness(sight, self._response[place])
            if likeness != UNLIKE:
                best = _better(best, _Partner(likeness, place))
                if likeness == most:
                    break
        return best

    def _strangers(self, keys: Iterable[int]) -> Iterator[Aligned]:
        """The pairs that agree in nothing, where a threshold below 0 lets them be aligned."""
        free = self._free.all()
        for k in keys:
            for place, r in enumerate(free):
                if self._onlooker.likeness(self._key[k], self._response[r]) == 0:
                    del free[place]
                    yield 0, k, r
                    break


def _better(one: _Partner | None, other: _Partner | None) -> _Partner | None:
    """The partner that is more alike, else the one that stands first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda partner: (-partner.likeness, partner.place))


@lru_cache(1 << 14)
def bound(shared: int, key: int, response: int) -> int:
    """The highest likeness of two objects that share so many forms.

    `key` and `response` are how many fills count at least on either side.
    """
    return rank(2 * shared, max(key, shared) + max(response, shared)) if shared else 0
