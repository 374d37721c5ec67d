"""Which tags of a key and a response come from the same position of the text.

What that means is an option (`ne_overlap`): at least one common character, touching, or the same span.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model import MucObject


class Place(NamedTuple):
    """A tag's extent, and which object of its side it is."""

    start: int
    end: int
    which: int


class Cluster(NamedTuple):
    """Objects that may only be aligned with each other, by their indices: nothing else overlaps them."""

    key: list[Place]
    response: list[Place]


def places(objects: Sequence[MucObject]) -> list[Place]:
    """The extents of objects, in the order of the text; objects without one have no position."""
    found = []
    for index, single in enumerate(objects):
        extent = single.extent
        if extent is not None:
            found.append(Place(extent.start, extent.end, index))
    found.sort()
    return found


def clusters(key: list[Place], response: list[Place], overlap: str) -> Iterator[Cluster]:
    """The stretches of text that tags of both sides share; takes time linear in the tags.

    A cluster has tags of both sides; tags that nothing of the other side meets are in none.
    """
    found = _spans(key, response) if overlap == "exact" else _stretches(key, response, overlap == "closed")
    return (cluster for cluster in found if cluster.key and cluster.response)


def candidates(cluster: Cluster, overlap: str) -> Iterator[tuple[int, int]]:
    """The pairs of a cluster that come from the same position: indices of the key and the response.

    Takes time linear in the tags and the pairs.
    """
    if overlap == "exact":
        return ((key.which, response.which) for key in cluster.key for response in cluster.response)
    return _sweep(cluster, overlap == "closed")


def _spans(key: list[Place], response: list[Place]) -> Iterator[Cluster]:
    by_span: defaultdict[tuple[int, int], Cluster] = defaultdict(lambda: Cluster([], []))
    for place in key:
        by_span[place.start, place.end].key.append(place)
    for place in response:
        by_span[place.start, place.end].response.append(place)
    return iter(by_span.values())


def _stretches(key: list[Place], response: list[Place], touching: bool) -> Iterator[Cluster]:
    """Runs of tags that overlap (or touch), from left to right."""
    slack = 1 if touching else 0
    cluster, reach = Cluster([], []), 0
    for place, on_key in _merged(key, response):
        if place.start >= reach + slack:
            yield cluster
            cluster = Cluster([], [])
        (cluster.key if on_key else cluster.response).append(place)
        reach = max(reach, place.end)
    yield cluster


def _merged(key: list[Place], response: list[Place]) -> Iterator[tuple[Place, bool]]:
    """The places of both sides in the order of the text; tells of each whether it is the key's."""
    waiting = iter(response)
    other = next(waiting, None)
    for place in key:
        while other is not None and other.start < place.start:
            yield other, False
            other = next(waiting, None)
        yield place, True
    while other is not None:
        yield other, False
        other = next(waiting, None)


def _sweep(cluster: Cluster, touching: bool) -> Iterator[tuple[int, int]]:
    """Goes through the tags from left to right, each meets those of the other side that are still open."""
    slack = 1 if touching else 0
    open_keys: list[Place] = []
    open_responses: list[Place] = []
    for place, on_key in _merged(cluster.key, cluster.response):
        if place.start == place.end and not touching:
            continue
        if on_key:
            open_responses = [other for other in open_responses if other.end + slack > place.start]
            yield from ((place.which, other.which) for other in open_responses)
            open_keys.append(place)
        else:
            open_keys = [other for other in open_keys if other.end + slack > place.start]
            yield from ((other.which, place.which) for other in open_keys)
            open_responses.append(place)
