"""Knows what stands in the gold again where alignment does not: by what it says.

A merge may make a gold object of what several annotators say, or of one that says so little that the scorer
aligns it with nothing, under another number. Rule: an annotation of the gold without an item is about an item
without a place in the gold if all that it says, with its parts, is said of that item by somebody. First come
the annotations for which there are the fewest such items; of several items the one in which somebody has the
annotation's place comes first, then one of which nobody says more, then the first; those of which it is
decided that nothing is there come last. A reference to what is
not known yet is as good as any other of these.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation

_UNKNOWN = -1
"""What stands for every item that has no place in the gold yet."""

Root = Hashable
"""What an annotation says itself."""

Part = Hashable
"""What a part says, and which one it is."""


class Saying(NamedTuple):
    """What an annotation says with its parts; references lead to items, or to what is unknown."""

    place: tuple[int | str, ...]
    root: Root
    parts: Sequence[Part]


def sayings(
    said: Sequence[Annotation], item_of: Sequence[int], known: Mapping[int, int]
) -> Mapping[int, Saying]:
    """What each annotation without a parent says; of items only those that the gold has are `known`."""

    def value(annotation: Annotation) -> Hashable:
        words = (
            each if isinstance(each, str) else _number(item_of[each.target]) for each in annotation.value
        )
        return tuple(sorted(words, key=lambda each: (isinstance(each, str), str(each))))

    def _number(item: int) -> int:
        return item if item in known else _UNKNOWN

    found: dict[int, Saying] = {}
    owner: list[int] = []
    parts = defaultdict[int, list[Part]](list)
    count = defaultdict[Hashable, int](int)
    for index, each in enumerate(said):
        owner.append(index if each.parent is None else owner[each.parent])
        if each.parent is not None:
            named = each.parent, each.kind, each.name
            parts[owner[index]].append((*named[1:], count[named], value(each)))
            count[named] += 1
    for index, each in enumerate(said):
        if each.parent is None:
            found[index] = Saying(each.place, (each.kind, each.extent, value(each)), parts[index])
    return found


def recognised(
    gold: Mapping[int, Saying], items: Mapping[int, Sequence[Saying]], nothing: Collection[int] = ()
) -> Iterator[tuple[int, int]]:
    """The further annotations of the gold that are about an item: the item's number, and the annotation.

    `gold` has those that are about no item, `items` has what annotators say of those that the gold lacks, and
    `nothing` the items of which it is decided that nothing is there.
    """
    index = _Index(items)
    candidates = {number: index.of(saying) for number, saying in gold.items()}
    for number in sorted(gold, key=lambda each: (len(candidates[each]), gold[each].place)):
        left = (item for item in candidates[number] if item not in index.taken)
        best = min(left, key=lambda item: (item in nothing, *index.rank(item, gold[number])), default=None)
        if best is not None:
            index.taken.add(best)
            yield best, number


class _Index:
    """The items by what is said of them."""

    def __init__(self, items: Mapping[int, Sequence[Saying]]) -> None:
        self._items = items
        self._roots = defaultdict[Root, dict[int, None]](dict)
        self._parts = defaultdict[tuple[Root, Part], dict[int, None]](dict)
        self.taken = set[int]()
        for number, members in items.items():
            for root in {each.root for each in members}:
                self._roots[root][number] = None
                for part in {part for each in members for part in each.parts}:
                    self._parts[root, part][number] = None

    def of(self, saying: Saying) -> Sequence[int]:
        """The items of which all that an annotation says is said by somebody."""
        found = [self._parts.get((saying.root, part), {}) for part in saying.parts]
        first, *others = sorted([self._roots.get(saying.root, {}), *found], key=len)
        return [number for number in first if all(number in other for other in others)]

    def rank(self, number: int, saying: Saying) -> tuple[bool, bool, int]:
        """How well an item fits; the least is the best."""
        members = self._items[number]
        says_more = any(len(each.parts) > len(saying.parts) for each in members)
        return all(each.place != saying.place for each in members), says_more, number
