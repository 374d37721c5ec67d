"""Best-first search for the pairs of two large sides of a class.

The key's objects wait in a heap, each with its best partner; an object whose partner has been taken looks for
its next best. The features that two objects share bound F, so that few pairs are compared, and of
interchangeable objects only the first is examined (see `feature_index`). The heap yields pairs by decreasing
F, then by the key's file order, each with the first of the best partners in the response's file order: the
order of the definition.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.muc.scoring.alignment.index.feature_index import UnalignedObjects
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison, ProfiledObject
from keytally.evaluations.muc.scoring.alignment.index.similarity import NOT_SIMILAR, upper_bound
from keytally.evaluations.muc.scoring.alignment.index.slot_profiles import Feature, SlotProfile

Aligned = tuple[int, int, int]
"""The similarity of two objects, and their positions in the key and in the response, within their class."""

ProfiledObjects = Sequence[ProfiledObject]

FEW_CANDIDATES = 16
"""Up to this number, objects with rare features are compared at once, as likely best partners."""


class _Partner(NamedTuple):
    """The best partner of an object of the key: its similarity, and its position in the response."""

    similarity: int
    place: int


class BestFirstSearch:
    """The search through two sides of a class, given in file order."""

    def __init__(
        self, comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
    ) -> None:
        self._comparison = comparison
        self._key, self._response = key, response
        rules = comparison.exact.rules
        self._threshold = rules.threshold
        self._weights = {slot.name: slot.weight for slot in rules.scored}
        countable = all(profiled.countable for profiled in chain(key, response))
        self._least = min((profiled.least for profiled in response), default=0)
        self._unaligned = UnalignedObjects(response, [slot.name for slot in rules.scored], countable)

    def pairs(self) -> Iterator[Aligned]:
        """The aligned pairs."""
        aligned: set[int] = set()
        for similarity, k, r in self._agreeing_in_something():
            aligned.add(k)
            yield similarity, k, r
        if self._threshold < 0:
            yield from self._agreeing_in_nothing(k for k in range(len(self._key)) if k not in aligned)

    def _agreeing_in_something(self) -> Iterator[Aligned]:
        """The pairs with a common feature, the best first."""
        waiting = [(-partner.similarity, k, partner.place) for k, partner in self._first_partners()]
        heapify(waiting)
        taken: set[int] = set()
        while waiting:
            below, k, r = heappop(waiting)
            if r in taken:
                partner = self._best(self._key[k])
                if partner is not None:
                    heappush(waiting, (-partner.similarity, k, partner.place))
            else:
                taken.add(r)
                self._unaligned.take(r)
                yield -below, k, r

    def _first_partners(self) -> Iterator[tuple[int, _Partner]]:
        """The best partner of every object of the key."""
        known: dict[tuple[SlotProfile, ...], _Partner | None] = {}
        for k, mine in enumerate(self._key):
            if mine.slots not in known:
                known[mine.slots] = self._best(mine)
            partner = known[mine.slots]
            if partner is not None:
                yield k, partner

    def _best(self, mine: ProfiledObject) -> _Partner | None:
        """The sufficiently similar partner with the highest F; of equals the first."""
        rare, popular = self._unaligned.features_found(mine)
        features = [*rare, *popular]
        found: set[int] = set()
        for rest, feature in zip(range(len(features) - 1, -1, -1), rare, strict=False):
            found.update(self._unaligned.with_rare(feature))
            if len(found) <= FEW_CANDIDATES:
                best = self._best_of(mine, found, 0)
                if best is not None and best.similarity > upper_bound(rest, mine.least, 0):
                    return best
        best = self._most_similar(mine, found)
        groups = self._unaligned.groups(popular, max(self._needed(features) - len(rare), 0))
        return self._best_of_groups(mine, groups, found, best)

    def _needed(self, features: Sequence[Feature]) -> int:
        """How many of the features must be looked up; the others together cannot exceed the threshold."""
        slots: set[str] = set()
        weight = Fraction(0)
        for needed in range(len(features), 0, -1):
            slot = features[needed - 1][0]
            if slot not in slots:
                slots.add(slot)
                weight += 100 * max(Fraction(self._weights[slot]), Fraction(0))
            if weight > self._threshold:
                return needed
        return 0

    def _most_similar(self, mine: ProfiledObject, found: Iterable[int]) -> _Partner | None:
        """The best partner of those found; those that share the most are compared first."""
        by_bound: defaultdict[int, list[int]] = defaultdict(list)
        for place in found:
            other = self._response[place]
            bound = upper_bound(len(mine.features & other.features), mine.least, other.least)
            by_bound[bound].append(place)
        best: _Partner | None = None
        for bound in sorted(by_bound, reverse=True):
            if best is not None and best.similarity > bound:
                break
            best = _better(best, self._best_of(mine, by_bound[bound], bound))
        return best

    def _best_of_groups(
        self,
        mine: ProfiledObject,
        groups: Sequence[Sequence[int]],
        but: Collection[int],
        best: _Partner | None,
    ) -> _Partner | None:
        """The best partner in groups ordered by shared features, or the current best one."""
        for count in range(len(groups) - 1, 0, -1):
            if best is not None and best.similarity > upper_bound(count, mine.least, self._least):
                break
            by_bound: defaultdict[int, list[int]] = defaultdict(list)
            for group in groups[count]:
                by_bound[upper_bound(count, mine.least, self._unaligned.least[group])].append(group)
            for bound in sorted(by_bound, reverse=True):
                if best is not None and best.similarity > bound:
                    break
                firsts = (self._unaligned.first(group, but) for group in by_bound[bound])
                places = [place for place in firsts if place is not None]
                best = _better(best, self._best_of(mine, places, bound))
        return best

    def _best_of(self, mine: ProfiledObject, found: Iterable[int], bound: int) -> _Partner | None:
        """The best partner of some; no similarity is above `bound` unless that is 0."""
        best: _Partner | None = None
        for place in sorted(found):
            similarity = self._comparison.similarity(mine, self._response[place])
            if similarity != NOT_SIMILAR:
                best = _better(best, _Partner(similarity, place))
                if similarity == bound:
                    break
        return best

    def _agreeing_in_nothing(self, keys: Iterable[int]) -> Iterator[Aligned]:
        """The pairs without common features, if a threshold below 0 allows them."""
        unaligned = self._unaligned.all()
        for k in keys:
            for place, r in enumerate(unaligned):
                if self._comparison.similarity(self._key[k], self._response[r]) == 0:
                    del unaligned[place]
                    yield 0, k, r
                    break


def _better(one: _Partner | None, other: _Partner | None) -> _Partner | None:
    """The partner with the higher similarity, else the first one."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda partner: (-partner.similarity, partner.place))
