"""The objects of one side that are still to be aligned, found by what they share with one of the other.

Few objects have a rare form; they are found one by one. Objects that differ in rare forms only are of one
kind: they compare alike with every object that shares none of these, so that the first of a kind is found
in the stead of all. Thousands of objects that share a set fill and nothing else cost what one costs.
"""

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.scoring.sights import Sight
from keytally.evaluations.muc.scoring.slots import Form, Part

POPULAR = 32
"""A form that more objects have is popular, any other is rare."""


class Held(NamedTuple):
    """The forms of an object that free objects have, in either group from the rarest on."""

    rare: list[Form]
    popular: list[Form]


class FreeObjects:
    """One side's objects that are free, by their places in file order; kinds go by numbers.

    `slots` names what the parts of sights are of. Where all objects of both sides are `countable`, forms
    and numbers of fills tell a kind, else its parts without their rare forms do.
    """

    def __init__(self, sights: Sequence[Sight], slots: Sequence[str], countable: bool) -> None:
        self._sights, self._slots, self._countable = sights, slots, countable
        self._times = Counter(form for sight in sights for form in sight.forms)
        self._rare: dict[Form, dict[int, None]] = {}
        self._popular: dict[Form, dict[int, None]] = {}
        self._members: list[OrderedDict[int, None]] = []
        self._kind_of: list[int] = []
        self.least: list[int] = []
        kinds: dict[Hashable, int] = {}
        for place, sight in enumerate(sights):
            kind = kinds.setdefault(self._without_rare(sight), len(kinds))
            self._put(place, sight, kind)

    def _put(self, place: int, sight: Sight, kind: int) -> None:
        """Let an object be found as one of its kind."""
        if kind == len(self._members):
            self._members.append(OrderedDict())
            self.least.append(sight.least)
        self._members[kind][place] = None
        self._kind_of.append(kind)
        for form in sight.forms:
            found, which = (self._popular, kind) if self._is_popular(form) else (self._rare, place)
            found.setdefault(form, {})[which] = None

    def _is_popular(self, form: Form) -> bool:
        return self._times[form] > POPULAR

    def _without_rare(self, sight: Sight) -> Hashable:
        """What an object is to those that share none of its rare forms."""
        popular = frozenset(filter(self._is_popular, sight.forms))
        if self._countable:
            return popular, sight.least
        return popular, tuple(map(self._part_without_rare, self._slots, sight.parts))

    def _part_without_rare(self, slot: str, part: Part) -> Hashable:
        alternatives = tuple(
            tuple(tuple(form for form in forms if self._is_popular((slot, form, 0))) for forms in fills)
            for fills in part.alternatives
        )
        return alternatives, part.optional

    def take(self, place: int) -> None:
        """Take an object; it is found no more."""
        kind = self._kind_of[place]
        members = self._members[kind]
        del members[place]
        for form in self._sights[place].forms:
            if not self._is_popular(form):
                del self._rare[form][place]
            elif not members:
                del self._popular[form][kind]

    def all(self) -> list[int]:
        """All that are free, in file order."""
        return sorted(place for members in self._members for place in members)

    def held(self, sight: Sight) -> Held:
        """The forms of an object of the other side by which any are found."""
        rare = [form for form in sight.forms if self._rare.get(form)]
        popular = [form for form in sight.forms if self._popular.get(form)]
        rare.sort(key=lambda form: len(self._rare[form]))
        popular.sort(key=self._times.__getitem__)
        return Held(rare, popular)

    def with_rare(self, form: Form) -> Iterable[int]:
        """Those that have a rare form."""
        return self._rare[form]

    def kinds(self, popular: Sequence[Form], needed: int) -> list[list[int]]:
        """The kinds that have one of the first so many popular forms, by how many of all they have."""
        shared: Counter[int] = Counter()
        for form in popular[:needed]:
            shared.update(self._popular[form].keys())
        for form in popular[needed:]:
            shared.update(shared.keys() & self._popular[form].keys())
        by_count: list[list[int]] = [[] for _ in range(len(popular) + 1)]
        for kind, count in shared.items():
            by_count[count].append(kind)
        return by_count

    def first(self, kind: int, but: Collection[int]) -> int | None:
        """The first of a kind that is none of some."""
        return next((place for place in self._members[kind] if place not in but), None)
