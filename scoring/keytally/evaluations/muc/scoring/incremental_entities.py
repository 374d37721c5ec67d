"""The rows of a large document of tags: what its tags are to each other is kept from version to version.

A keystroke moves the tags behind it on one side, so overlaps are found anew each time; comparisons are not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, repeat
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.placeless import PlacedObjects
from keytally.evaluations.muc.model.objects import Extent, MucObject
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.evaluations.muc.scoring.overlap import Cluster, TagExtent, clusters, overlapping_pairs
from keytally.evaluations.muc.scoring.rows import Share, sum_of
from keytally.tallies.tabulation import Tabulation

Pair = tuple[MucObject | None, MucObject | None]
"""Two objects that are aligned, or one without a partner."""

NOT_ALIGNED: Share = ()
"""Stands for two objects that overlap and may not be aligned."""


class _Side(NamedTuple):
    """The objects of one class on one side, with their stripped offsets."""

    objects: Sequence[MucObject]
    starts: Sequence[int]
    ends: Sequence[int]

    def extents(self, in_response: bool) -> Iterable[TagExtent]:
        """Where the objects stand."""
        return zip(self.starts, self.ends, repeat(in_response), range(len(self.objects)))

    def in_place(self, number: int) -> MucObject:
        """An object with its extent."""
        obj = self.objects[number]
        section = obj.extent.section if obj.extent is not None else ""
        return obj.placed(Extent(self.starts[number], self.ends[number], section))


class _SideByClass:
    """The objects of one side of a document by class, mostly those of the version before."""

    def __init__(self) -> None:
        self._placed = PlacedObjects()
        self._by_class: Mapping[str, _Side] = {}

    def of(self, placed: PlacedObjects) -> Mapping[str, _Side]:
        """The objects of each class, in order."""
        if placed is not self._placed:
            self._placed, self._by_class = placed, _by_class(placed)
        return self._by_class


class IncrementalEntities:
    """Scores the versions of one document; each result is that of `NamedEntityScoring.score`.

    What pairs of objects add to the rows is kept for those of the last version.
    """

    def __init__(self, scoring: NamedEntityScoring) -> None:
        self._scoring = scoring
        self._shares: dict[Pair, Share] = {}
        self._key = _SideByClass()
        self._response = _SideByClass()

    def tabulation(self, key: PlacedObjects, response: PlacedObjects) -> Tabulation:
        """The rows of the next version."""
        keys, responses = self._key.of(key), self._response.of(response)
        shares: dict[Pair, Share] = {}
        found: list[Share] = []
        for name in self._scoring.classes:
            if name in keys or name in responses:
                found += self._class_shares(name, keys.get(name, _NONE), responses.get(name, _NONE), shares)
        self._shares = shares
        return sum_of(found)

    def _class_shares(
        self, name: str, key: _Side, response: _Side, shares: dict[Pair, Share]
    ) -> Iterator[Share]:
        """What the pairs of a class add: the key's objects in order, then spurious ones."""
        partners = self._partners(name, key, response, shares)
        used = {r for r, _ in partners.values()}
        for k, obj in enumerate(key.objects):
            yield partners[k][1] if k in partners else self._share(name, (obj, None), shares)
        for r, obj in enumerate(response.objects):
            if r not in used:
                yield self._share(name, (None, obj), shares)

    def _partners(
        self, name: str, key: _Side, response: _Side, shares: dict[Pair, Share]
    ) -> dict[int, tuple[int, Share]]:
        """The partner of each aligned object of the key, and what the two add."""
        overlap, partners = self._scoring.overlap, dict[int, tuple[int, Share]]()
        for cluster in clusters(sorted(chain(key.extents(False), response.extents(True))), overlap):
            if len(cluster) > 2:
                partners.update(self._of_crowd(name, key, response, cluster))
            else:
                for k, r in overlapping_pairs(cluster, overlap):
                    share = self._share(name, (key.objects[k], response.objects[r]), shares)
                    if share is not NOT_ALIGNED:
                        partners[k] = r, share
        return partners

    def _of_crowd(
        self, name: str, key: _Side, response: _Side, cluster: Cluster
    ) -> Iterator[tuple[int, tuple[int, Share]]]:
        """The pairs of a cluster of several tags of a side, which compete."""
        keys = {which: key.in_place(which) for _, _, in_response, which in cluster if not in_response}
        responses = {which: response.in_place(which) for _, _, in_response, which in cluster if in_response}
        comparison, tabulator = self._scoring.classes[name], self._scoring.tabulator
        for k, r, compared in self._scoring.aligned(comparison, [cluster], keys, responses):
            yield k, (r, tabulator.share(name, comparison.pair(keys[k], responses[r], compared)))

    def _share(self, name: str, pair: Pair, shares: dict[Pair, Share]) -> Share:
        """What a pair adds; it joins those that are kept."""
        share = self._shares.get(pair)
        if share is None:
            share = self._new_share(name, *pair)
        shares[pair] = share
        return share

    def _new_share(self, name: str, key: MucObject | None, response: MucObject | None) -> Share:
        comparison, tabulator = self._scoring.classes[name], self._scoring.tabulator
        if key is None or response is None:
            obj = key or response
            assert obj is not None
            return tabulator.share(name, comparison.left_over(obj, response is None))
        compared = comparison.compare(key, response)
        if not self._scoring.accepts(compared):
            return NOT_ALIGNED
        return tabulator.share(name, comparison.pair(key, response, compared))


_NONE = _Side((), (), ())


def _by_class(placed: PlacedObjects) -> Mapping[str, _Side]:
    """The objects of each class, in order."""
    names = [obj.class_name for obj in placed.objects]
    sides: dict[str, _Side] = {}
    for name in dict.fromkeys(names):
        chosen = [each == name for each in names]
        objects, starts, ends = placed
        sides[name] = _Side(
            list(compress(objects, chosen)), list(compress(starts, chosen)), list(compress(ends, chosen))
        )
    return sides
