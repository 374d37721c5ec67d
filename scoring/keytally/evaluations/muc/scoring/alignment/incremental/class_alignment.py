"""The objects of one class on both sides of a document, with incremental alignment and pairs."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ComparedObjects
from keytally.evaluations.muc.scoring.alignment.incremental.stable_matching import StableMatching
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison, ProfiledObject
from keytally.evaluations.muc.scoring.result import ObjectPair

PAUSE = 256
"""The number of objects profiled between two pauses."""

Objects = Sequence[MucObject]


class ClassAlignment:
    """The objects of one class; `pairs` has each pair under its key object, or else its response object.

    If `by_place` is true, objects are paired in file order. After `update`, `outdated` has the objects whose
    pairs must be made again, if there are any pairs.
    """

    def __init__(self, profiles: ProfileComparison, by_place: bool) -> None:
        self.comparison = profiles.exact
        self.key: Objects = ()
        self.response: Objects = ()
        self.pairs: dict[MucObject, ObjectPair] = {}
        self.outdated: dict[MucObject, None] = {}
        self._all: list[ObjectPair] | None = None
        self._by_place = by_place
        self._profiles = profiles
        self._matching = StableMatching(profiles)
        self._profiled: dict[MucObject, ProfiledObject] = {}

    @property
    def partner(self) -> Mapping[MucObject, MucObject]:
        """The partners of the objects of both sides that are aligned."""
        return self._matching.partner

    def changed_partners(self) -> list[MucObject]:
        """The objects whose partner has changed since the last update."""
        return [*self._matching.changed()]

    def update(self, key: Objects, response: Objects, stale: set[MucObject]) -> Iterator[None]:
        """Align these objects; `stale` are those whose pointers may have other targets."""
        self.outdated = {}
        if self.key == key and self.response == response and not stale:
            self._matching.keep()
            return
        before, self.key, self.response = (self.key, self.response), key, response
        removed = [*_lacking(before[0], key), *_lacking(before[1], response)] if any(before) else []
        if self._by_place:
            changed = [*_lacking(key, before[0]), *_lacking(response, before[1])]
            changed += [obj for obj in (*key, *response) if obj in stale]
            self._matching.set_pairs(zip(key, response, strict=False))
        else:
            changed = yield from self._align(key, response, stale, removed)
        if any(before):
            self.outdated = dict.fromkeys((*changed, *self._matching.changed(), *removed))

    def _align(
        self, key: Objects, response: Objects, stale: set[MucObject], removed: Iterable[MucObject]
    ) -> Generator[None, None, list[MucObject]]:
        """Align these objects by their profiles; returns those with another profile than before."""
        for obj in removed:
            del self._profiled[obj]
        changed = yield from self._profile(key, True, stale)
        changed += yield from self._profile(response, False, stale)
        profiled = self._profiled.__getitem__
        yield from self._matching.update(list(map(profiled, key)), list(map(profiled, response)))
        return changed

    def _profile(
        self, objects: Objects, key_side: bool, stale: set[MucObject]
    ) -> Generator[None, None, list[MucObject]]:
        """Profile the new and the stale objects of a side; returns those with another profile than before."""
        known, changed = self._profiled, list[MucObject]()
        examined = [obj for obj in objects if obj not in known or obj in stale]
        for count, obj in enumerate(examined, 1):
            if not count % PAUSE:
                yield
            before, now = known.get(obj), self._profiles.profiled(obj, key_side)
            if before is None or before.slots != now.slots:
                known[obj] = now
                changed.append(obj)
        return changed

    def compare(self, key: MucObject, response: MucObject) -> ComparedObjects:
        """The comparison of two aligned objects."""
        if self._by_place:
            return self.comparison.compare(key, response)
        return self._profiles.compare(self._profiled[key], self._profiled[response])

    def all_pairs(self) -> list[ObjectPair]:
        """The pairs of the key's objects in order, then spurious ones."""
        if self._all is None:
            pairs = self.pairs
            self._all = [pairs[obj] for obj in (*self.key, *self.response) if obj in pairs]
        return self._all

    def put(self, pairs: Mapping[MucObject, ObjectPair]) -> None:
        """Set the pairs of some objects of the key, and of some unaligned ones of the response."""
        if pairs:
            self.pairs.update(pairs)
            self._all = None

    def drop(self, objects: Iterable[MucObject]) -> list[ObjectPair]:
        """Remove and return the pairs of some objects."""
        dropped = [self.pairs.pop(obj) for obj in objects if obj in self.pairs]
        self._all = None if dropped else self._all
        return dropped


def _lacking(objects: Objects, others: Objects) -> Objects:
    """The objects that are not among the others."""
    if not objects or objects == others:
        return ()
    known = set(others)
    return [obj for obj in objects if obj not in known]
