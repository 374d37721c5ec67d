"""The unaligned objects of one side, found by the features that they share with another object.

Few objects have a rare feature; they are found one by one. Objects that differ in rare features only are
interchangeable: they compare alike with every object that shares none of these, so that the first of such a
group represents all. So thousands of objects that share only a set fill cost as much as one.
"""

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfiledObject
from keytally.evaluations.muc.scoring.alignment.index.slot_profiles import Feature, SlotProfile

POPULAR = 32
"""A feature that more objects have is popular, any other is rare."""


class FoundFeatures(NamedTuple):
    """The features of an object that unaligned objects have too; rare and popular ones, the rarest first."""

    rare: list[Feature]
    popular: list[Feature]


class UnalignedObjects:
    """One side's unaligned objects, by their positions in file order; groups have numbers.

    `slots` are the names of the slots of profiles. If all objects of both sides are `countable`, popular
    features and numbers of fills define a group, else the profiles without their rare features do.
    """

    def __init__(self, objects: Sequence[ProfiledObject], slots: Sequence[str], countable: bool) -> None:
        self._objects, self._slots, self._countable = objects, slots, countable
        self._times = Counter(feature for profiled in objects for feature in profiled.features)
        self._rare: dict[Feature, dict[int, None]] = {}
        self._popular: dict[Feature, dict[int, None]] = {}
        self._members: list[OrderedDict[int, None]] = []
        self._group_of: list[int] = []
        self.least: list[int] = []
        groups: dict[Hashable, int] = {}
        for place, profiled in enumerate(objects):
            group = groups.setdefault(self._without_rare(profiled), len(groups))
            self._put(place, profiled, group)

    def _put(self, place: int, profiled: ProfiledObject, group: int) -> None:
        """Add an object to its group."""
        if group == len(self._members):
            self._members.append(OrderedDict())
            self.least.append(profiled.least)
        self._members[group][place] = None
        self._group_of.append(group)
        for feature in profiled.features:
            found, which = (self._popular, group) if self._is_popular(feature) else (self._rare, place)
            found.setdefault(feature, {})[which] = None

    def _is_popular(self, feature: Feature) -> bool:
        return self._times[feature] > POPULAR

    def _without_rare(self, profiled: ProfiledObject) -> Hashable:
        """The key of an object's group: its profile without its rare features."""
        popular = frozenset(filter(self._is_popular, profiled.features))
        if self._countable:
            return popular, profiled.least
        return popular, tuple(map(self._slot_without_rare, self._slots, profiled.slots))

    def _slot_without_rare(self, slot: str, profile: SlotProfile) -> Hashable:
        alternatives = tuple(
            tuple(tuple(form for form in forms if self._is_popular((slot, form, 0))) for forms in fills)
            for fills in profile.alternatives
        )
        return alternatives, profile.optional

    def take(self, place: int) -> None:
        """Remove an object that has been aligned."""
        group = self._group_of[place]
        members = self._members[group]
        del members[place]
        for feature in self._objects[place].features:
            if not self._is_popular(feature):
                del self._rare[feature][place]
            elif not members:
                del self._popular[feature][group]

    def all(self) -> list[int]:
        """All unaligned objects, in file order."""
        return sorted(place for members in self._members for place in members)

    def features_found(self, other: ProfiledObject) -> FoundFeatures:
        """The features of an object of the other side that unaligned objects have."""
        rare = [feature for feature in other.features if self._rare.get(feature)]
        popular = [feature for feature in other.features if self._popular.get(feature)]
        rare.sort(key=lambda feature: len(self._rare[feature]))
        popular.sort(key=self._times.__getitem__)
        return FoundFeatures(rare, popular)

    def with_rare(self, feature: Feature) -> Iterable[int]:
        """The objects that have a rare feature."""
        return self._rare[feature]

    def groups(self, popular: Sequence[Feature], needed: int) -> list[list[int]]:
        """The groups with one of the first popular features, by the number of features that they share."""
        shared: Counter[int] = Counter()
        for feature in popular[:needed]:
            shared.update(self._popular[feature].keys())
        for feature in popular[needed:]:
            shared.update(shared.keys() & self._popular[feature].keys())
        by_count: list[list[int]] = [[] for _ in range(len(popular) + 1)]
        for group, count in shared.items():
            by_count[count].append(group)
        return by_count

    def first(self, group: int, but: Collection[int]) -> int | None:
        """The first of a group that is not excluded."""
        return next((place for place in self._members[group] if place not in but), None)
