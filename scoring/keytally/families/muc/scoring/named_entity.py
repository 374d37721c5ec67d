"""Scoring of the named-entity task: overlapping tags, their alignment, and groups of equal tags."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import merge
from typing import NamedTuple

from keytally.families.muc.model import Configuration, Extent, MucObject
from keytally.families.muc.scoring.alignment import (
    Candidate,
    ClassComparison,
    ComparedObjects,
    class_comparisons,
    take_best_first,
)
from keytally.families.muc.scoring.results import DocumentScore, ObjectPair, Tabulator
from keytally.families.muc.scoring.slots import SlotComparison

# Finds the tags of a key and a response that are at the same position of the text.
#
# The option `ne_overlap` defines the condition: at least one common character, touching, or the same span.


TagExtent = tuple[int, int, bool, int]
"""The start and end of a tag, whether it belongs to the response, and the index of its object on its side."""

Cluster = list[TagExtent]
"""Tags of both sides in text order that overlap no tag outside the cluster."""


def tag_extents(objects: Iterable[MucObject], in_response: bool) -> list[TagExtent]:
    """Return the tag extents of objects; objects without an extent are omitted."""
    return [
        (obj.extent.start, obj.extent.end, in_response, which)
        for which, obj in enumerate(objects)
        if obj.extent is not None
    ]


def overlap_clusters(
    key: Sequence[MucObject], response: Sequence[MucObject], overlap: str
) -> Iterator[Cluster]:
    """Yield the tags of both sides in clusters; tags without overlap may be omitted.

    The time is linear in the number of tags if they are in text order.
    """
    return clusters_in_order(sorted(tag_extents(key, False) + tag_extents(response, True)), overlap)


def clusters_in_order(everything: list[TagExtent], overlap: str) -> Iterator[Cluster]:
    """Yield the clusters of the tags of both sides, which are given in order."""
    if overlap == "exact":
        return _spans(everything)
    return _stretches(everything, 1 if overlap == "closed" else 0)


def tags_overlap(key: Extent | None, response: Extent | None, overlap: str) -> bool:
    """Return whether two tags overlap in the sense of `overlap`."""
    if key is None or response is None:
        return False
    if overlap == "exact":
        return (key.start, key.end) == (response.start, response.end)
    shared = min(key.end, response.end) - max(key.start, response.start)
    return shared >= 0 if overlap == "closed" else shared > 0


def overlapping_pairs(cluster: Cluster, overlap: str) -> Iterable[tuple[int, int]]:
    """Return the overlapping pairs of a cluster as indices of the key and the response.

    The time is linear in the number of tags and pairs.
    """
    if len(cluster) == 2 and overlap == "half_open":
        return _couple(*cluster)
    if overlap == "exact":
        keys = [which for _, _, in_response, which in cluster if not in_response]
        responses = [which for _, _, in_response, which in cluster if in_response]
        return ((key, response) for key in keys for response in responses)
    return _sweep(cluster, overlap == "closed")


def _spans(everything: list[TagExtent]) -> Iterator[Cluster]:
    """Yield a cluster for each span."""
    by_span: defaultdict[tuple[int, int], Cluster] = defaultdict(list)
    for place in everything:
        by_span[place[:2]].append(place)
    return (cluster for cluster in by_span.values() if len(cluster) > 1)


def _stretches(everything: list[TagExtent], slack: int) -> Iterator[Cluster]:
    """Yield runs of tags that overlap (or touch), in text order."""
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
    """Return the pairs in the common case: one tag on each side, which may or may not overlap."""
    if left[2] == right[2] or right[0] == right[1] or right[0] >= left[1]:
        return ()
    return ((right[3], left[3]),) if left[2] else ((left[3], right[3]),)


def _sweep(cluster: Cluster, touching: bool) -> Iterator[tuple[int, int]]:
    """Sweep from left to right, and yield each tag with the open tags of the other side."""
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


# Pairs that agree in everything, found by index among objects that may or may not overlap.
#
# The definition takes them first, so they can be taken before other pairs are compared. If many tags overlap
# many others (deeply nested ones), that avoids comparing every one with every other.


Meeting = Callable[[MucObject, MucObject], bool]


class _Index(NamedTuple):
    """The response objects, indexed by their fills in the most selective slot."""

    name: str
    slot: SlotComparison
    by_form: Mapping[str, list[int]]


def fully_agreeing(
    comparison: ClassComparison,
    key: Mapping[int, MucObject],
    response: Mapping[int, MucObject],
    meet: Meeting,
    accepts: Callable[[ComparedObjects], bool],
) -> Iterator[tuple[int, int, ComparedObjects]]:
    """Yield the aligned pairs with an F of 1, in the order of the key.

    Objects are identified by their positions in their files; `meet` returns whether two of them may be
    aligned at all.
    """
    free = {r: response[r] for r in sorted(response)}
    index = _best_index(comparison, free)
    for k in sorted(key):
        for r in _likely(index, key[k], free):
            if r in free and meet(key[k], free[r]):
                compared = comparison.compare(key[k], free[r])
                if compared.f == 1 and accepts(compared):
                    yield k, r, compared
                    _take(index, free, r)
                    break


def _best_index(comparison: ClassComparison, response: Mapping[int, MucObject]) -> _Index | None:
    """Return the index with the most entries; None if no slot can be looked up."""
    indices = (_index(name, slot, response) for name, slot in comparison.scored_slots)
    return max(
        (index for index in indices if index.by_form), key=lambda index: len(index.by_form), default=None
    )


def _index(name: str, slot: SlotComparison, response: Mapping[int, MucObject]) -> _Index:
    by_form: dict[str, list[int]] = {}
    for r, obj in response.items():
        for form in slot.correct_forms(obj.slots.get(name)):
            by_form.setdefault(form, []).append(r)
    return _Index(name, slot, by_form)


def _likely(index: _Index | None, obj: MucObject, free: Mapping[int, MucObject]) -> Iterable[int]:
    """Return the response objects that may agree completely with an object of the key, in order.

    Such objects share a fill in each slot of the key's object that is not optional.
    """
    slot = obj.slots.get(index.name) if index is not None else None
    forms = index.slot.correct_forms(slot) if index is not None else frozenset()
    if index is None or slot is None or slot.optional or not forms:
        return tuple(free)
    return merge(*(index.by_form.get(form, ()) for form in forms))


def _take(index: _Index | None, free: dict[int, MucObject], r: int) -> None:
    obj = free.pop(r)
    if index is not None:
        for form in index.slot.correct_forms(obj.slots.get(index.name)):
            index.by_form[form].remove(r)


# The alignment of many tags at one place, most of them equal: by groups, not one by one.
#
# Tags with the same span, the same type and the same text compare alike, so one of them is compared for all.
# The pairs are those of the definition: the best first, of equally good ones the first in the key, then the
# first in the response.


Group = Sequence[int]
"""Equal tags on one side, by position in the file, in order."""


def aligned_in_groups(
    comparison: ClassComparison,
    key: Mapping[int, MucObject],
    response: Mapping[int, MucObject],
    overlap: str,
    accepts: Callable[[ComparedObjects], bool],
) -> Iterator[tuple[int, int, ComparedObjects]]:
    """Yield the aligned pairs of a cluster; objects are identified by their positions in their files."""
    keys, responses = equal_tags(key), equal_tags(response)
    firsts = [key[group[0]] for group in keys], [response[group[0]] for group in responses]
    cluster = sorted(tag_extents(firsts[0], False) + tag_extents(firsts[1], True))
    found: dict[tuple[int, int], ComparedObjects] = {}
    levels: defaultdict[Fraction, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for mine, other in overlapping_pairs(cluster, overlap):
        compared = comparison.compare(firsts[0][mine], firsts[1][other])
        if accepts(compared):
            found[mine, other] = compared
            levels[compared.f][mine].append(other)
    free = list(map(deque, keys)), list(map(deque, responses))
    for f in sorted(levels, reverse=True):
        for mine, k, other, r in _taken(levels[f], *free):
            yield k, r, found[mine, other]


def equal_tags(objects: Mapping[int, MucObject]) -> list[Group]:
    """Return the groups of tags that compare identically, in the order of their first members."""
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place in sorted(objects):
        groups[_content(objects[place])].append(place)
    return list(groups.values())


def _content(tag: MucObject) -> Hashable:
    """Return the span of a tag and the texts of its fills, which determine all its comparisons."""
    slots = [
        (name, slot.optional, tuple([tuple([fill.text for fill in fills]) for fills in slot.alternatives]))
        for name, slot in sorted(tag.slots.items())
    ]
    return tag.extent and tag.extent[:2], tuple(slots)


def _taken(
    partners: Mapping[int, Sequence[int]], keys: Sequence[deque[int]], responses: Sequence[deque[int]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the pairs with the same F, as group and tag of the key, then group and tag of the response."""
    waiting = [[(k, mine) for k in keys[mine]] for mine in partners]
    for k, mine in merge(*waiting):
        firsts = [(responses[other][0], other) for other in partners[mine] if responses[other]]
        if firsts:
            r, other = min(firsts)
            responses[other].popleft()
            keys[mine].remove(k)
            yield mine, k, other, r


# The named-entity task: template-element scoring of tags that overlap.
#
# Rules: manual, "Named Entity (NE) Task Scoring".


Aligned = tuple[int, int, ComparedObjects]
Objects = Sequence[MucObject]
Numbered = Objects | Mapping[int, MucObject]
"""Objects by their numbers on their side."""

MANY_TAGS = 32
"""Clusters with more tags than this are first searched by index."""


class NamedEntityScoring:
    """Scores documents for one configuration; the result does not depend on their order."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.overlap = configuration.ne_overlap
        self._pairs_anyway = configuration.ne_allow_incorrect
        self.tabulator = Tabulator(configuration)
        self.classes = class_comparisons(configuration)

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """Return the score of one document, given the objects of both sides in file order.

        Objects of undeclared classes are ignored.
        """
        keys, responses = _by_class(key), _by_class(response)
        classes = {
            name: self._pairs(comparison, keys.get(name, []), responses.get(name, []))
            for name, comparison in self.classes.items()
            if name in keys or name in responses
        }
        return DocumentScore(document, classes, self.tabulator.tabulation(classes))

    def _pairs(self, comparison: ClassComparison, key: Objects, response: Objects) -> list[ObjectPair]:
        """Return the pairs of a class: objects of the key in order, then spurious ones."""
        partners: dict[int, ObjectPair] = {}
        used = set()
        for k, r, compared in self.aligned(
            comparison, overlap_clusters(key, response, self.overlap), key, response
        ):
            partners[k] = comparison.pair(key[k], response[r], compared)
            used.add(r)
        pairs = [partners.get(k) or comparison.left_over(obj, True) for k, obj in enumerate(key)]
        spurious = (obj for r, obj in enumerate(response) if r not in used)
        return pairs + [comparison.left_over(obj, False) for obj in spurious]

    def aligned(
        self, comparison: ClassComparison, clusters: Iterable[Cluster], key: Numbered, response: Numbered
    ) -> Iterator[Aligned]:
        """Yield the aligned pairs; objects of different clusters do not compete."""
        for cluster in clusters:
            if len(cluster) > MANY_TAGS:
                yield from self._agreeing_first(comparison, cluster, key, response)
            else:
                yield from self._chosen(comparison, cluster, key, response)

    def _agreeing_first(
        self, comparison: ClassComparison, cluster: Cluster, key: Numbered, response: Numbered
    ) -> Iterator[Aligned]:
        """Yield the pairs of a large cluster by groups of equal tags; if the cluster has many groups, full
        agreements are aligned first.
        """
        keys = {which: key[which] for _, _, in_response, which in cluster if not in_response}
        responses = {which: response[which] for _, _, in_response, which in cluster if in_response}
        if len(equal_tags(keys)) * len(equal_tags(responses)) > MANY_TAGS * len(cluster):
            for k, r, compared in fully_agreeing(comparison, keys, responses, self._meet, self.accepts):
                yield k, r, compared
                del keys[k], responses[r]
        yield from aligned_in_groups(comparison, keys, responses, self.overlap, self.accepts)

    def _chosen(
        self, comparison: ClassComparison, cluster: Cluster, key: Numbered, response: Numbered
    ) -> Iterable[Aligned]:
        """Return the pairs of a cluster, best first."""
        found: dict[Candidate, ComparedObjects] = {}
        for k, r in overlapping_pairs(cluster, self.overlap):
            compared = comparison.compare(key[k], response[r])
            if self.accepts(compared):
                found[k, r] = compared
        chosen = found if len(found) < 2 else take_best_first((pair, each.f) for pair, each in found.items())
        return [(k, r, found[k, r]) for k, r in chosen]

    def _meet(self, key: MucObject, response: MucObject) -> bool:
        return tags_overlap(key.extent, response.extent, self.overlap)

    def accepts(self, compared: ComparedObjects) -> bool:
        """Return whether two overlapping objects may be aligned."""
        return compared.similar or self._pairs_anyway


def _by_class(objects: Sequence[MucObject]) -> Mapping[str, list[MucObject]]:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for obj in objects:
        by_class[obj.class_name].append(obj)
    return by_class
