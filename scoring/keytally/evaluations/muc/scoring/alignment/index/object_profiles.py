"""Profiles of objects for the index, and the similarity of two objects without pairing their fills.

Nearly all objects have slots whose correct fills can be counted: they are as many as the features that both
have. F then follows from three counts. All others are compared fill by fill.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ClassComparison, ComparedObjects
from keytally.evaluations.muc.scoring.alignment.comparison.pointer_fills import Targets
from keytally.evaluations.muc.scoring.alignment.index.similarity import (
    NOT_SIMILAR,
    similarity,
    similarity_of,
)
from keytally.evaluations.muc.scoring.alignment.index.slot_profiles import (
    NO_SLOT,
    Feature,
    SlotProfile,
    SlotProfiler,
)
from keytally.evaluations.muc.scoring.alignment.slots_cache import SlotsCache


class ObjectProfile(NamedTuple):
    """What a comparison uses of an object: the profiles of its scored slots, and derived values.

    An object is `plain` if all its slots are scored, and all their profiles whole; see SlotProfile for the
    rest.
    """

    slots: tuple[SlotProfile, ...]
    features: frozenset[Feature]
    least: int
    countable: bool
    plain: bool


class ProfiledObject:
    """An object with its profile."""

    __slots__ = ("countable", "features", "least", "obj", "plain", "slots")

    def __init__(self, obj: MucObject, profile: ObjectProfile) -> None:
        self.obj = obj
        self.slots, self.features, self.least, self.countable, self.plain = profile


class ProfileComparison:
    """Compares the objects of one class by their profiles; `exact` compares them fill by fill.

    The profile of an object that has neither pointers nor marks of a key follows from its slots alone, and is
    cached for both sides of all documents.
    """

    def __init__(self, exact: ClassComparison, profilers: Sequence[SlotProfiler] = ()) -> None:
        self.exact = exact
        self._profilers = profilers or [SlotProfiler(each) for _, each in exact.scored_slots]
        self._profiles_of = {
            name: [(place, self._profilers[place].profile) for place in found]
            for name, found in exact.rules.places.items()
        }
        self._are_distinct = len(exact.rules.places) == len(self._profilers)
        self._known = None if exact.has_pointers else SlotsCache[ObjectProfile]()

    def in_document(self, targets: Targets) -> "ProfileComparison":
        """The same comparison where pointers point to these targets."""
        if not self.exact.has_pointers:
            return self
        exact = self.exact.in_document(targets)
        pairs = zip(self._profilers, exact.scored_slots, strict=True)
        return ProfileComparison(exact, [profiler.of(slot) for profiler, (_, slot) in pairs])

    def profiled(self, obj: MucObject, key_side: bool) -> ProfiledObject:
        """An object with its profile."""
        profile = None if self._known is None else self._known.get(obj.slots)
        if profile is None:
            profile = self._profile(obj, key_side)
            if self._known is not None and (profile.plain or not any(map(_is_marked, obj.slots.values()))):
                self._known.put(obj.slots, profile)
        return ProfiledObject(obj, profile)

    def _profile(self, obj: MucObject, key_side: bool) -> ObjectProfile:
        slots, profiles, found = obj.slots, [NO_SLOT] * len(self._profilers), list[Feature]()
        fewest, are_countable, wholes = 0, self.exact.rules.is_countable, 0
        for name, slot in slots.items():
            for place, profile_of in self._profiles_of.get(name, ()):
                profile = profiles[place] = profile_of(slot, key_side)
                _, _, _, features, least, countable, whole = profile
                found += features
                fewest += least
                wholes += whole
                if not countable:
                    are_countable = False
        plain = wholes == len(slots) and self._are_distinct
        return ObjectProfile(tuple(profiles), frozenset(found), fewest, are_countable, plain)

    def compare(self, key: ProfiledObject, response: ProfiledObject) -> ComparedObjects:
        """The comparison of two objects; full agreement is found without pairing fills."""
        if key.plain and response.plain and key.slots == response.slots:
            return self.exact.rules.agreeing(tuple([profile.least for profile in key.slots]))
        return self.exact.compare(key.obj, response.obj)

    def similarity(self, key: ProfiledObject, response: ProfiledObject, shared: int | None = None) -> int:
        """F as a similarity; NOT_SIMILAR if two objects may not be aligned.

        `shared` is the number of common features, if known.
        """
        if key.countable and response.countable:
            if shared is None:
                shared = len(key.features & response.features)
            return similarity(2 * shared, key.least + response.least) if shared else NOT_SIMILAR
        compared = self.exact.compare(key.obj, response.obj)
        return similarity_of(compared.f) if compared.similar else NOT_SIMILAR


def _is_marked(slot: Slot) -> bool:
    """Whether a slot has marks that only a key may have, so that its profile may differ in a response."""
    return slot.optional or len(slot.alternatives) > 1
