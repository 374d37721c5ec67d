"""The alignment of a class's objects, updated while objects are added, removed and changed.

The definition ranks all pairs in one strict order. Its result is the only stable matching: no other pair
ranks before the pairs of both its objects. It can be updated pair by pair: among all objects without
partners, the one with the best pair that it can win takes that partner, and an object that loses its partner
looks for the next. So most changes touch a few pairs, however many there are. Some make thousands of tied
objects move up by one; if the search gets long, all objects are aligned again.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.incremental.matched_side import MatchedSide
from keytally.evaluations.muc.scoring.alignment.index.indexed_pairs import indexed_pairs
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison, ProfiledObject
from keytally.evaluations.muc.scoring.alignment.index.similarity import NOT_SIMILAR, upper_bound

FEW_CHANGES = 8
"""If more than one object in FEW_CHANGES changes, all are aligned again."""

FEW_OBJECTS = 256
"""Up to this number of objects, the first ones are not indexed before others follow them."""

PATIENCE = 16
"""The number of others that an object may examine on average before all are aligned again."""

PAUSE = 16
"""The number of pairs found between two pauses when all objects are aligned."""

Rank = tuple[int, int, int]
"""The sort key of pairs, the best first: negative similarity, position in the key, position in the response.
"""

Proposal = tuple[Rank, bool]
"""A pair that an object without a partner may win; the key's object proposes if the second is true."""


class StableMatching:
    """The aligned objects of a class: `partner` of each object of both sides."""

    def __init__(self, comparison: ProfileComparison) -> None:
        self._comparison = comparison
        self._key, self._response = MatchedSide(), MatchedSide()
        self._similarity: dict[MucObject, int] = {}
        self._former: dict[MucObject, MucObject | None] = {}
        self._first: tuple[Sequence[ProfiledObject], Sequence[ProfiledObject]] | None = None
        self._is_new = True
        self._patience_left = 0
        self.partner: dict[MucObject, MucObject] = {}

    def update(self, key: Sequence[ProfiledObject], response: Sequence[ProfiledObject]) -> Iterator[None]:
        """Align these objects, in file order, from the previous alignment; pauses between steps.

        The first ones, if they are few, are indexed once others follow, which is rare. Of many they are
        indexed at once, so that the first edit does not have to wait.
        """
        self._former = {}
        if self._is_new and len(key) + len(response) <= FEW_OBJECTS:
            self._is_new, self._first = False, (key, response)
            yield from self._align_all(key, response)
            return
        self._is_new = False
        if self._first is not None:
            for side, profiles in zip((self._key, self._response), self._first, strict=True):
                side.update(profiles)
            self._first = None
        order = self._key.place, self._response.place
        removed, added = zip(self._key.update(key), self._response.update(response), strict=True)
        changes = len(added[0]) + len(added[1])
        if (
            changes * FEW_CHANGES > len(key) + len(response)
            or self._comparison.exact.rules.threshold < 0
            or not _keeps_order(self._key, order[0])
            or not _keeps_order(self._response, order[1])
        ):
            yield from self._align_all(key, response)
            return
        parted = [self._part(obj) for obj in (*removed[0], *removed[1])]
        places = self._key.place.keys() | self._response.place.keys()
        unmatched = [obj for obj in (*added[0], *added[1], *parted) if obj in places]
        is_settled = yield from self._settle(dict.fromkeys(unmatched))
        if not is_settled:
            yield from self._align_all(key, response)

    def keep(self) -> None:
        """Record that nothing has changed."""
        self._former = {}

    def changed(self) -> Iterator[MucObject]:
        """The objects whose partner has changed in the last `update`, including removed ones."""
        return (obj for obj, former in self._former.items() if self.partner.get(obj) is not former)

    def set_pairs(self, pairs: Iterable[tuple[MucObject, MucObject]]) -> None:
        """Replace all pairs by these."""
        self._former = {}
        for obj in [*self.partner]:
            self._part(obj)
        for mine, other in pairs:
            self._join(mine, other, 0)

    def _align_all(self, key: Sequence[ProfiledObject], response: Sequence[ProfiledObject]) -> Iterator[None]:
        for obj in [*self.partner]:
            self._part(obj)
        for count, (similarity, k, r) in enumerate(indexed_pairs(self._comparison, key, response), 1):
            self._join(key[k].obj, response[r].obj, similarity)
            if not count % PAUSE:
                yield

    def _settle(self, unmatched: Iterable[MucObject]) -> Generator[None, None, bool]:
        """Give objects without partners the best that they can win, the best pairs first.

        Returns whether it came to an end; if not, aligning all objects again is faster.
        """
        self._patience_left = PATIENCE * (len(self._key.order) + len(self._response.order))
        proposals: list[Proposal] = []
        for obj in unmatched:
            self._propose(obj, proposals)
            yield
            if self._patience_left < 0:
                return False
        while proposals and self._patience_left >= 0:
            again = self._accept(heappop(proposals))
            if again is not None:
                self._propose(again, proposals)
                yield
        return not proposals

    def _propose(self, obj: MucObject, proposals: list[Proposal]) -> None:
        """Add the best pair that an object can win, if there is any."""
        in_key = obj in self._key.place
        sides = (self._key, self._response) if in_key else (self._response, self._key)
        best = self._best(obj, *sides)
        if best is not None:
            heappush(proposals, (best, in_key))

    def _accept(self, proposal: Proposal) -> MucObject | None:
        """Make a pair if it is still possible; returns the object that lost its partner."""
        rank, in_key = proposal
        mine, other = self._key.order[rank[1]], self._response.order[rank[2]]
        proposer, wanted = (mine, other) if in_key else (other, mine)
        if proposer in self.partner:
            return None
        if not self._wins(rank, wanted):
            return proposer
        former = self._part(wanted)
        self._join(mine, other, -rank[0])
        return former

    def _best(self, obj: MucObject, side: MatchedSide, other: MatchedSide) -> Rank | None:
        """The best pair of an object with one that prefers it to its own partner."""
        profile, found = side.profiles[obj], other.by_feature()
        features = sorted(
            (feature for feature in profile.features if found.get(feature)),
            key=lambda feature: len(found[feature]),
        )
        seen: set[MucObject] = set()
        best: Rank | None = None
        for place, feature in enumerate(features):
            most = upper_bound(len(features) - place, profile.least, 0)
            if best is not None and -best[0] > most:
                break
            self._patience_left -= len(found[feature])
            new = [each for each in found[feature] if self._similarity.get(each, NOT_SIMILAR) <= most]
            for each in new:
                if each not in seen:
                    seen.add(each)
                    rank = self._rank(obj, each, side)
                    if rank is not None and (best is None or rank < best):
                        best = rank
        return best

    def _rank(self, obj: MucObject, each: MucObject, side: MatchedSide) -> Rank | None:
        """The rank of a pair; None if it is not allowed, or `each` has a better one."""
        mine, yours = (obj, each) if side is self._key else (each, obj)
        similarity = self._comparison.similarity(self._key.profiles[mine], self._response.profiles[yours])
        if similarity == NOT_SIMILAR:
            return None
        rank = -similarity, self._key.place[mine], self._response.place[yours]
        return rank if self._wins(rank, each) else None

    def _wins(self, rank: Rank, each: MucObject) -> bool:
        """Whether an object prefers a pair to its current one."""
        rival = self.partner.get(each)
        if rival is None:
            return True
        mine, yours = (each, rival) if each in self._key.place else (rival, each)
        return rank < (-self._similarity[each], self._key.place[mine], self._response.place[yours])

    def _join(self, one: MucObject, other: MucObject, similarity: int) -> None:
        former, partner, known = self._former, self.partner, self._similarity
        former.setdefault(one, None)
        former.setdefault(other, None)
        partner[one], partner[other] = other, one
        known[one] = known[other] = similarity

    def _part(self, obj: MucObject) -> MucObject | None:
        """Separate an object from its partner; returns the partner."""
        partner = self.partner.pop(obj, None)
        if partner is None:
            return None
        for one, other in ((obj, partner), (partner, obj)):
            self._former.setdefault(one, other)
            self.partner.pop(one, None)
            self._similarity.pop(one, None)
        return partner


def _keeps_order(side: MatchedSide, before: Iterable[MucObject]) -> bool:
    """Whether the remaining objects are in the same order as before."""
    if before is side.place:
        return True
    places = [side.place[obj] for obj in before if obj in side.place]
    return all(one < other for one, other in pairwise(places))
