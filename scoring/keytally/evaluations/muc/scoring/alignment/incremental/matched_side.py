"""One side of a class whose objects are matched, with an incremental index of their features."""

from collections.abc import Sequence

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfiledObject
from keytally.evaluations.muc.scoring.alignment.index.slot_profiles import Feature

ByFeature = dict[Feature, dict[MucObject, None]]


class MatchedSide:
    """The objects of one side by their profiles: in file order, by position, and by feature."""

    def __init__(self) -> None:
        self.profiles: dict[MucObject, ProfiledObject] = {}
        self.order: list[MucObject] = []
        self.place: dict[MucObject, int] = {}
        self._by_feature: ByFeature | None = None

    def update(self, profiles: Sequence[ProfiledObject]) -> tuple[list[MucObject], list[MucObject]]:
        """Set the current objects; returns those removed and added, changed objects in both."""
        if list(self.profiles.values()) == list(profiles):
            return [], []
        before, self.profiles = self.profiles, {profiled.obj: profiled for profiled in profiles}
        self.order = [*self.profiles]
        self.place = {obj: place for place, obj in enumerate(self.order)}
        if not before:
            self._by_feature = None
            return [], self.order
        removed = [obj for obj, profiled in before.items() if self.profiles.get(obj) is not profiled]
        added = [obj for obj, profiled in self.profiles.items() if before.get(obj) is not profiled]
        if self._by_feature is not None:
            for obj in removed:
                for feature in before[obj].features:
                    del self._by_feature[feature][obj]
            for obj in added:
                self._put(self._by_feature, obj)
        return removed, added

    def by_feature(self) -> ByFeature:
        """The objects by their features."""
        if self._by_feature is None:
            self._by_feature = {}
            for obj in self.profiles:
                self._put(self._by_feature, obj)
        return self._by_feature

    def _put(self, by_feature: ByFeature, obj: MucObject) -> None:
        for feature in self.profiles[obj].features:
            by_feature.setdefault(feature, {})[obj] = None
