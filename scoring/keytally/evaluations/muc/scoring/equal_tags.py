"""The alignment of many tags at one place, where most of them are equal: by groups, not one by one.

Tags with the same span, the same type and the same text compare alike, so one of them is compared for all.
The pairs are those of the definition: the best first, of equally good ones the first in the key, then the
first in the response.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import merge

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ClassComparison, ComparedObjects
from keytally.evaluations.muc.scoring.overlap import overlapping_pairs, tag_extents

Group = Sequence[int]
"""Equal tags of a side by their positions in its file, in order."""


def aligned_in_groups(
    comparison: ClassComparison,
    key: Mapping[int, MucObject],
    response: Mapping[int, MucObject],
    overlap: str,
    accepts: Callable[[ComparedObjects], bool],
) -> Iterator[tuple[int, int, ComparedObjects]]:
    """The aligned pairs of a cluster, whose objects are given by their positions in their files."""
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
    """The groups of tags that compare alike, in the order of their first ones."""
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place in sorted(objects):
        groups[_content(objects[place])].append(place)
    return list(groups.values())


def _content(tag: MucObject) -> Hashable:
    """The span of a tag and the texts of its fills: all that its comparisons depend on."""
    slots = [
        (name, slot.optional, tuple([tuple([fill.text for fill in fills]) for fills in slot.alternatives]))
        for name, slot in sorted(tag.slots.items())
    ]
    return tag.extent and tag.extent[:2], tuple(slots)


def _taken(
    partners: Mapping[int, Sequence[int]], keys: Sequence[deque[int]], responses: Sequence[deque[int]]
) -> Iterator[tuple[int, int, int, int]]:
    """The pairs of one level of F: group and tag of the key, group and tag of the response."""
    waiting = [[(k, mine) for k in keys[mine]] for mine in partners]
    for k, mine in merge(*waiting):
        firsts = [(responses[other][0], other) for other in partners[mine] if responses[other]]
        if firsts:
            r, other = min(firsts)
            responses[other].popleft()
            keys[mine].remove(k)
            yield mine, k, other, r
