"""Which objects of a class are aligned, kept up while objects come, go and change.

Greedy alignment ranks all pairs in one strict order. Its result is the only one in which no pair stands
before those that its two objects are in (a stable matching), and that can be kept up pair by pair: of all
objects without partners the one takes its partner that can win the best, and whoever is left by that looks
for the next. Most changes therefore touch a few pairs, however many there are. Some make thousands of
objects that tie move up by one; where looking for partners gets long, all are aligned anew.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.best_first import best_pairs, bound
from keytally.evaluations.muc.scoring.sights import UNLIKE, Onlooker, Sight
from keytally.evaluations.muc.scoring.slots import Form

FEW = 8
"""One object in so many may change before all are aligned anew."""

PATIENCE = 16
"""So many looks at others an object of the class has on average before all are aligned anew."""

PAUSE = 16
"""So many pairs are found between two pauses where all objects are aligned."""

Rank = tuple[int, int, int]
"""Sorts pairs, the best first: the likeness below 0, the place in the key, the place in the response."""


Wish = tuple[Rank, bool]
"""The pair that an object without a partner may win; it is of the key where the second is true."""


class _Side:
    """One side of a class: its objects as comparisons see them, in file order, and found by their forms."""

    def __init__(self) -> None:
        self.sights: dict[MucObject, Sight] = {}
        self.order: list[MucObject] = []
        self.place: dict[MucObject, int] = {}
        self._found: dict[Form, dict[MucObject, None]] | None = None

    def renew(self, sights: Sequence[Sight]) -> tuple[list[MucObject], list[MucObject]]:
        """Take in how a side looks now; returns what went and what came, changed objects in both."""
        if list(self.sights.values()) == list(sights):
            return [], []
        before, self.sights = self.sights, {sight.single: sight for sight in sights}
        self.order = [*self.sights]
        self.place = {single: place for place, single in enumerate(self.order)}
        if not before:
            self._found = None
            return [], self.order
        left = [single for single, sight in before.items() if self.sights.get(single) is not sight]
        come = [single for single, sight in self.sights.items() if before.get(single) is not sight]
        if self._found is not None:
            for single in left:
                for form in before[single].forms:
                    del self._found[form][single]
            for single in come:
                self._put(self._found, single)
        return left, come

    def found(self) -> dict[Form, dict[MucObject, None]]:
        """The objects by their forms."""
        if self._found is None:
            self._found = {}
            for single in self.sights:
                self._put(self._found, single)
        return self._found

    def _put(self, found: dict[Form, dict[MucObject, None]], single: MucObject) -> None:
        for form in self.sights[single].forms:
            found.setdefault(form, {})[single] = None


class Matching:
    """The aligned objects of a class: `partner` of each of both sides."""

    def __init__(self, onlooker: Onlooker) -> None:
        self._onlooker = onlooker
        self._key, self._response = _Side(), _Side()
        self._likeness: dict[MucObject, int] = {}
        self._before: dict[MucObject, MucObject | None] = {}
        self._looks = 0
        self.partner: dict[MucObject, MucObject] = {}

    def renew(self, key: Sequence[Sight], response: Sequence[Sight]) -> Iterator[None]:
        """Align these objects, in file order, from what was aligned before; pauses between steps."""
        self._before = {}
        order = self._key.place, self._response.place
        left, come = zip(self._key.renew(key), self._response.renew(response), strict=True)
        changes = len(come[0]) + len(come[1])
        if (
            changes * FEW > len(key) + len(response)
            or self._onlooker.alignment.threshold < 0
            or not self._keeps_order(self._key, order[0])
            or not self._keeps_order(self._response, order[1])
        ):
            yield from self._align_all(key, response)
            return
        parted = [self._part(single) for single in (*left[0], *left[1])]
        places = self._key.place.keys() | self._response.place.keys()
        free = [single for single in (*come[0], *come[1], *parted) if single in places]
        is_settled = yield from self._settle(dict.fromkeys(free))
        if not is_settled:
            yield from self._align_all(key, response)

    def rest(self) -> None:
        """Take note that nothing has changed."""
        self._before = {}

    def moved(self) -> Iterator[MucObject]:
        """The objects that have another partner than before the last `renew`, gone ones too."""
        return (single for single, before in self._before.items() if self.partner.get(single) is not before)

    def recall(self, pairs: Iterable[tuple[MucObject, MucObject]]) -> None:
        """Align these objects instead of those before, whatever they hold."""
        self._before = {}
        for single in [*self.partner]:
            self._part(single)
        for mine, other in pairs:
            self._join(mine, other, 0)

    def _keeps_order(self, side: _Side, before: Iterable[MucObject]) -> bool:
        """Whether the objects that stayed stand in the order in which they stood."""
        if before is side.place:
            return True
        places = [side.place[single] for single in before if single in side.place]
        return all(one < other for one, other in pairwise(places))

    def _align_all(self, key: Sequence[Sight], response: Sequence[Sight]) -> Iterator[None]:
        for single in [*self.partner]:
            self._part(single)
        for place, (likeness, k, r) in enumerate(best_pairs(self._onlooker, key, response), 1):
            self._join(key[k].single, response[r].single, likeness)
            if not place % PAUSE:
                yield

    def _settle(self, free: Iterable[MucObject]) -> Generator[None, None, bool]:
        """Give objects without partners the best that they can win, the best pairs first.

        Tells whether that came to an end, or is better done by aligning all anew.
        """
        self._looks = PATIENCE * (len(self._key.order) + len(self._response.order))
        wishes: list[Wish] = []
        for single in free:
            self._wish(single, wishes)
            yield
            if self._looks < 0:
                return False
        while wishes and self._looks >= 0:
            again = self._fulfil(heappop(wishes))
            if again is not None:
                self._wish(again, wishes)
                yield
        return not wishes

    def _wish(self, single: MucObject, wishes: list[Wish]) -> None:
        """Add what an object wishes for, if it can win anything."""
        in_key = single in self._key.place
        sides = (self._key, self._response) if in_key else (self._response, self._key)
        best = self._best(single, *sides)
        if best is not None:
            heappush(wishes, (best, in_key))

    def _fulfil(self, wish: Wish) -> MucObject | None:
        """Make a pair if it still may be; returns the object that has to look for another partner."""
        rank, in_key = wish
        mine, other = self._key.order[rank[1]], self._response.order[rank[2]]
        single, wanted = (mine, other) if in_key else (other, mine)
        if single in self.partner:
            return None
        if not self._wins(rank, wanted):
            return single
        left = self._part(wanted)
        self._join(mine, other, -rank[0])
        return left

    def _best(self, single: MucObject, side: _Side, other: _Side) -> Rank | None:
        """The best pair of an object with one that prefers it to its own partner."""
        sight, found = side.sights[single], other.found()
        forms = sorted((form for form in sight.forms if found.get(form)), key=lambda form: len(found[form]))
        seen: set[MucObject] = set()
        best: Rank | None = None
        for place, form in enumerate(forms):
            most = bound(len(forms) - place, sight.least, 0)
            if best is not None and -best[0] > most:
                break
            self._looks -= len(found[form])
            new = [each for each in found[form] if self._likeness.get(each, UNLIKE) <= most]
            for each in new:
                if each not in seen:
                    seen.add(each)
                    rank = self._rank(single, each, side)
                    if rank is not None and (best is None or rank < best):
                        best = rank
        return best

    def _rank(self, single: MucObject, each: MucObject, side: _Side) -> Rank | None:
        """The rank of a pair; None where it may not be, or `each` stands better."""
        mine, yours = (single, each) if side is self._key else (each, single)
        likeness = self._onlooker.likeness(self._key.sights[mine], self._response.sights[yours])
        if likeness == UNLIKE:
            return None
        rank = -likeness, self._key.place[mine], self._response.place[yours]
        return rank if self._wins(rank, each) else None

    def _wins(self, rank: Rank, each: MucObject) -> bool:
        """Whether an object prefers a pair to the one that it is in."""
        rival = self.partner.get(each)
        if rival is None:
            return True
        mine, yours = (each, rival) if each in self._key.place else (rival, each)
        return rank < (-self._likeness[each], self._key.place[mine], self._response.place[yours])

    def _join(self, one: MucObject, other: MucObject, likeness: int) -> None:
        for single, partner in ((one, other), (other, one)):
            self._before.setdefault(single, None)
            self.partner[single] = partner
            self._likeness[single] = likeness

    def _part(self, single: MucObject) -> MucObject | None:
        """Part an object from its partner, which is returned."""
        partner = self.partner.pop(single, None)
        if partner is None:
            return None
        for one, other in ((single, partner), (partner, single)):
            self._before.setdefault(one, other)
            self.partner.pop(one, None)
            self._likeness.pop(one, None)
        return partner
