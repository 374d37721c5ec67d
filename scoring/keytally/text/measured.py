"""A sequence of things that have sizes, found by what lies before them.

Items stand in blocks that know their sums, so that finding a place, telling what lies before an
item and replacing items cost about the square root of the number of items.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import add
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
Measure = tuple[int, ...]

BLOCK = 128


class Place(NamedTuple):
    """Where an item stands: the index of its block, and its index in the block."""

    block: int
    item: int


class _Block(Generic[T]):
    __slots__ = ("items", "measures", "total")

    def __init__(self, items: list[T], measures: list[Measure]) -> None:
        self.items = items
        self.measures = measures
        self.total = _sum(measures)


class MeasuredSequence(Generic[T]):
    """Items with a measure each (a tuple of counts), summed along the sequence.

    `measure` tells an item's counts; `empty` is the sum of no items, and gives their number.
    """

    def __init__(self, items: Sequence[T], measure: Callable[[T], Measure], empty: Measure) -> None:
        self._measure = measure
        self._empty = empty
        self._blocks: list[_Block[T]] = []
        self._put(slice(0), list(items), [measure(item) for item in items])

    def _put(self, blocks: slice, items: list[T], measures: list[Measure]) -> None:
        self._blocks[blocks] = _cut(items, measures)

    def __len__(self) -> int:
        return sum(len(block.items) for block in self._blocks)

    def __iter__(self) -> Iterator[T]:
        for block in self._blocks:
            yield from block.items

    def __getitem__(self, place: Place) -> T:
        return self._blocks[place.block].items[place.item]

    def measure_of(self, place: Place) -> Measure:
        """The measure of the item at `place`."""
        return self._blocks[place.block].measures[place.item]

    @property
    def total(self) -> Measure:
        """The sum of all items."""
        return _sum([block.total for block in self._blocks]) or self._empty

    def find(self, count: int, dimension: int) -> tuple[Place, Measure]:
        """The first item whose end lies beyond `count` in `dimension`, and what lies before it.

        An item that holds nothing in that dimension is never found. Past the end the last item is.
        """
        totals = [block.total for block in self._blocks]
        at = _first_beyond(totals, count, dimension)
        if at == len(totals):
            return self._last(self.total)
        before = _sum(totals[:at]) or self._empty
        measures = self._blocks[at].measures
        index = _first_beyond(measures, count - before[dimension], dimension)
        return Place(at, index), tuple(map(add, before, _sum(measures[:index]) or self._empty))

    def _last(self, total: Measure) -> tuple[Place, Measure]:
        place = Place(len(self._blocks) - 1, len(self._blocks[-1].items) - 1)
        return place, tuple(a - b for a, b in zip(total, self._blocks[-1].measures[-1], strict=True))

    def before(self, place: Place) -> Measure:
        """The sum of the items before `place`."""
        blocks = [block.total for block in self._blocks[: place.block]]
        return _sum(blocks + self._blocks[place.block].measures[: place.item]) or self._empty

    def previous(self, place: Place) -> Place | None:
        """The place before `place`, or None at the start."""
        if place.item:
            return Place(place.block, place.item - 1)
        if place.block:
            return Place(place.block - 1, len(self._blocks[place.block - 1].items) - 1)
        return None

    def following(self, place: Place) -> Place | None:
        """The place after `place`, or None at the end."""
        if place.item + 1 < len(self._blocks[place.block].items):
            return Place(place.block, place.item + 1)
        return Place(place.block + 1, 0) if place.block + 1 < len(self._blocks) else None

    def range(self, first: Place, last: Place) -> list[T]:
        """The items from `first` to `last`, both included."""
        if first.block == last.block:
            return self._blocks[first.block].items[first.item : last.item + 1]
        items = self._blocks[first.block].items[first.item :]
        for block in self._blocks[first.block + 1 : last.block]:
            items.extend(block.items)
        return items + self._blocks[last.block].items[: last.item + 1]

    def replace(self, first: Place, last: Place, items: Sequence[T]) -> None:
        """Put `items` in the place of those from `first` to `last`, both included."""
        head, tail = self._blocks[first.block], self._blocks[last.block]
        kept, rest = slice(first.item), slice(last.item + 1, None)
        measures = [self._measure(item) for item in items]
        self._put(
            slice(first.block, last.block + 1),
            head.items[kept] + list(items) + tail.items[rest],
            head.measures[kept] + measures + tail.measures[rest],
        )

    def remeasure(self, place: Place) -> None:
        """Take the measure of an item again, after it has changed."""
        block = self._blocks[place.block]
        block.measures[place.item] = self._measure(block.items[place.item])
        block.total = _sum(block.measures)

    def walk(self, dimension: int) -> Iterator[tuple[T, Measure]]:
        """The items that hold anything in `dimension`, each with what lies before it."""
        before = self._empty
        for block in self._blocks:
            if block.total[dimension]:
                yield from self._walk_block(block, before, dimension)
            before = tuple(map(add, before, block.total))

    def _walk_block(self, block: _Block[T], before: Measure, dimension: int) -> Iterator[tuple[T, Measure]]:
        for item, measure in zip(block.items, block.measures, strict=True):
            if measure[dimension]:
                yield item, before
            before = tuple(map(add, before, measure))


class IndexedSequence(MeasuredSequence[T]):
    """A measured sequence of distinct, hashable items that can be asked where an item stands."""

    def __init__(self, items: Sequence[T], measure: Callable[[T], Measure], empty: Measure) -> None:
        self._homes: dict[T, _Block[T]] = {}
        super().__init__(items, measure, empty)

    def _put(self, blocks: slice, items: list[T], measures: list[Measure]) -> None:
        for block in self._blocks[blocks]:
            for item in block.items:
                del self._homes[item]
        cut = _cut(items, measures)
        self._blocks[blocks] = cut
        for block in cut:
            self._homes.update(dict.fromkeys(block.items, block))

    def __contains__(self, item: T) -> bool:
        return item in self._homes

    def place_of(self, item: T) -> Place:
        """Where `item` stands; raises KeyError where it does not."""
        home = self._homes[item]
        return Place(self._blocks.index(home), home.items.index(item))


def _cut(items: list[T], measures: list[Measure]) -> list[_Block[T]]:
    if len(items) <= 2 * BLOCK:
        return [_Block(items, measures)] if items else []
    starts = range(0, len(items), BLOCK)
    return [_Block(items[at : at + BLOCK], measures[at : at + BLOCK]) for at in starts]


def _first_beyond(measures: Sequence[Measure], count: int, dimension: int) -> int:
    """The index of the first measure at whose end the sum is more than `count`."""
    return bisect_right(list(accumulate(measure[dimension] for measure in measures)), count)


def _sum(measures: Sequence[Measure]) -> Measure:
    return tuple(map(sum, zip(*measures, strict=True)))
