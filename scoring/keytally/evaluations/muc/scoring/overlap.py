"""Finds the tags of a key and a response that are at the same position of the text.

The option `ne_overlap` defines what that means: at least one common character, touching, or the same span.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.muc.model.objects import Extent, MucObject

TagExtent = tuple[int, int, bool, int]
"""A tag's start and end, whether it is the response's, and the index of its object on its side."""

Cluster = list[TagExtent]
"""Tags of both sides, in the order of the text; no tag outside overlaps any of them."""


def tag_extents(objects: Iterable[MucObject], in_response: bool) -> list[TagExtent]:
    """The extents of objects; objects without an extent are left out."""
    return [
        (obj.extent.start, obj.extent.end, in_response, which)
        for which, obj in enumerate(objects)
        if obj.extent is not None
    ]


def overlap_clusters(
    key: Sequence[MucObject], response: Sequence[MucObject], overlap: str
) -> Iterator[Cluster]:
    """The tags of both sides in clusters; tags that overlap nothing may be left out.

    Takes time linear in the tags if they are in the order of the text.
    """
    return clusters(sorted(tag_extents(key, False) + tag_extents(response, True)), overlap)


def clusters(everything: list[TagExtent], overlap: str) -> Iterator[Cluster]:
    """The clusters of the tags of both sides, which are given in order."""
    if overlap == "exact":
        return _spans(everything)
    return _stretches(everything, 1 if overlap == "closed" else 0)


def tags_overlap(key: Extent | None, response: Extent | None, overlap: str) -> bool:
    """Whether two tags are at the same position."""
    if key is None or response is None:
        return False
    if overlap == "exact":
        return (key.start, key.end) == (response.start, response.end)
    shared = min(key.end, response.end) - max(key.start, response.start)
    return shared >= 0 if overlap == "closed" else shared > 0


def overlapping_pairs(cluster: Cluster, overlap: str) -> Iterable[tuple[int, int]]:
    """The overlapping pairs of a cluster: indices of the key and the response.

    Takes time linear in the tags and the pairs.
    """
    if len(cluster) == 2 and overlap == "half_open":
        return _couple(*cluster)
    if overlap == "exact":
        keys = [which for _, _, in_response, which in cluster if not in_response]
        responses = [which for _, _, in_response, which in cluster if in_response]
        return ((key, response) for key in keys for response in responses)
    return _sweep(cluster, overlap == "closed")


def _spans(everything: list[TagExtent]) -> Iterator[Cluster]:
    """The tags of each span."""
    by_span: defaultdict[tuple[int, int], Cluster] = defaultdict(list)
    for place in everything:
        by_span[place[:2]].append(place)
    return (cluster for cluster in by_span.values() if len(cluster) > 1)


def _stretches(everything: list[TagExtent], slack: int) -> Iterator[Cluster]:
    """Runs of tags that overlap (or touch), from left to right."""
    cluster: Cluster = []
    reach = 0
    for place in everything:
        start, end, _, _ = place
        if start >= reach + slack:
            if len(cluster) > 1:
                yield cluster
            cluster = [place]
            reach = end
        else:
            cluster.append(place)
            reach = max(reach, end)
    if len(cluster) > 1:
        yield cluster


def _couple(left: TagExtent, right: TagExtent) -> tuple[tuple[int, int], ...]:
    """The common case: a cluster with one tag of each side, which may not overlap."""
    if left[2] == right[2] or right[0] == right[1] or right[0] >= left[1]:
        return ()
    return ((right[3], left[3]),) if left[2] else ((left[3], right[3]),)


def _sweep(cluster: Cluster, touching: bool) -> Iterator[tuple[int, int]]:
    """A sweep from left to right; each tag overlaps those of the other side that are still open."""
    slack = 1 if touching else 0
    still_open: tuple[Cluster, Cluster] = [], []
    for place in cluster:
        start, end, in_response, which = place
        if start == end and not touching:
            continue
        others = still_open[not in_response]
        others[:] = [other for other in others if other[1] + slack > start]
        for other in others:
            yield (other[3], which) if in_response else (which, other[3])
        still_open[in_response].append(place)
