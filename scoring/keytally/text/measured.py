"""A sequence of items with sizes, which finds an item by the sum of the sizes before it.

Items are stored in blocks with sums, so that finding an item, the sum before an item and replacing items cost
about the square root of the number of items.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, compress
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
Measure = tuple[int, ...]
Columns = list[list[int]]
"""For each dimension the counts of one thing after the other."""

BLOCK = 128


class ItemIndex(NamedTuple):
    """The index of an item: that of its block, and its index in the block."""

    block: int
    item: int


class _Block(Generic[T]):
    __slots__ = ("columns", "items", "state")

    def __init__(self, items: list[T], columns: Columns) -> None:
        self.items = items
        self.columns = columns
        self.state = object()


class ItemRange(Generic[T]):
    """Adjacent items: the one before the first, and an object that is the same until they change.

    `holding` gives the items that are not empty in the given dimension, each with the sum before it.
    """

    __slots__ = ("before", "first", "holding", "previous", "state")

    def __init__(
        self,
        previous: T | None,
        first: T,
        before: Measure,
        state: object,
        holding: Iterator[tuple[T, Measure]],
    ) -> None:
        self.previous = previous
        self.first = first
        self.before = before
        self.state = state
        self.holding = holding


class MeasuredSequence(Generic[T]):
    """Items with a measure each (a tuple of counts), summed along the sequence.

    `measure` returns the counts of some items, for each of the `dimensions` in turn.
    """

    def __init__(
        self, items: Sequence[T], measure: Callable[[Sequence[T]], Columns], dimensions: int
    ) -> None:
        self._measure = measure
        self._blocks: list[_Block[T]] = []
        self._totals: Columns = [[] for _ in range(dimensions)]
        self._put(slice(0), _cut(list(items), measure(items)))

    def _put(self, place: slice, blocks: list[_Block[T]]) -> None:
        self._blocks[place] = blocks
        for dimension, totals in enumerate(self._totals):
            totals[place] = [sum(block.columns[dimension]) for block in blocks]

    def __len__(self) -> int:
        return sum(len(block.items) for block in self._blocks)

    def __iter__(self) -> Iterator[T]:
        for block in self._blocks:
            yield from block.items

    def __getitem__(self, place: ItemIndex) -> T:
        return self._blocks[place.block].items[place.item]

    def measure_of(self, place: ItemIndex) -> Measure:
        """The measure of the item at `place`."""
        return tuple(column[place.item] for column in self._blocks[place.block].columns)

    @property
    def total(self) -> Measure:
        """The sum of all items."""
        return tuple(map(sum, self._totals))

    def find(self, count: int, dimension: int) -> tuple[ItemIndex, Measure]:
        """The first item whose end is beyond `count` in `dimension`, and the sum before it.

        An item that is empty in that dimension is never found. Past the end it is the last item.
        """
        totals = self._totals[dimension]
        at = _first_beyond(totals, count)
        if at == len(totals):
            place = ItemIndex(at - 1, len(self._blocks[-1].items) - 1)
        else:
            column = self._blocks[at].columns[dimension]
            place = ItemIndex(at, _first_beyond(column, count - sum(totals[:at])))
        return place, self.before(place)

    def before(self, place: ItemIndex) -> Measure:
        """The sum of the items before `place`."""
        block, item = place
        columns = self._blocks[block].columns
        return tuple(
            sum(totals[:block]) + sum(column[:item])
            for totals, column in zip(self._totals, columns, strict=True)
        )

    def before_in(self, place: ItemIndex, dimension: int) -> int:
        """The sum of the items before `place` in one dimension."""
        column = self._blocks[place.block].columns[dimension]
        return sum(self._totals[dimension][: place.block]) + sum(column[: place.item])

    def previous(self, place: ItemIndex) -> ItemIndex | None:
        """The place before `place`, or None at the start."""
        if place.item:
            return ItemIndex(place.block, place.item - 1)
        if place.block:
            return ItemIndex(place.block - 1, len(self._blocks[place.block - 1].items) - 1)
        return None

    def following(self, place: ItemIndex) -> ItemIndex | None:
        """The place after `place`, or None at the end."""
        if place.item + 1 < len(self._blocks[place.block].items):
            return ItemIndex(place.block, place.item + 1)
        return ItemIndex(place.block + 1, 0) if place.block + 1 < len(self._blocks) else None

    def range(self, first: ItemIndex, last: ItemIndex) -> list[T]:
        """The items from `first` to `last`, both included."""
        if first.block == last.block:
            return self._blocks[first.block].items[first.item : last.item + 1]
        items = self._blocks[first.block].items[first.item :]
        for block in self._blocks[first.block + 1 : last.block]:
            items.extend(block.items)
        return items + self._blocks[last.block].items[: last.item + 1]

    def replace(self, first: ItemIndex, last: ItemIndex, items: Sequence[T]) -> None:
        """Replace the items from `first` to `last`, both included, by `items`."""
        head, tail = self._blocks[first.block], self._blocks[last.block]
        kept, rest = slice(first.item), slice(last.item + 1, None)
        columns = [
            before[kept] + new + after[rest]
            for before, new, after in zip(head.columns, self._measure(items), tail.columns, strict=True)
        ]
        blocks = _cut(head.items[kept] + list(items) + tail.items[rest], columns)
        self._put(slice(first.block, last.block + 1), blocks)

    def remeasure(self, place: ItemIndex) -> None:
        """Measure an item again after it has changed."""
        block = self._blocks[place.block]
        block.state = object()
        new = self._measure([block.items[place.item]])
        for totals, column, (count,) in zip(self._totals, block.columns, new, strict=True):
            totals[place.block] += count - column[place.item]
            column[place.item] = count

    def stretches(self, dimension: int) -> Iterator[ItemRange[T]]:
        """The ranges that are not empty in `dimension`; items of others cost nothing."""
        starts = [list(accumulate(totals, initial=0)) for totals in self._totals]
        for at in compress(range(len(self._blocks)), self._totals[dimension]):
            block, before = self._blocks[at], tuple(sums[at] for sums in starts)
            previous = self._blocks[at - 1].items[-1] if at else None
            holding = _walk_block(block, before, dimension)
            yield ItemRange(previous, block.items[0], before, block.state, holding)


def _walk_block(block: _Block[T], start: Measure, dimension: int) -> Iterator[tuple[T, Measure]]:
    before, seen = start, 0
    for index in compress(range(len(block.items)), block.columns[dimension]):
        sums = [first + sum(column[seen:index]) for first, column in zip(before, block.columns, strict=True)]
        before, seen = tuple(sums), index
        yield block.items[index], before


class IndexedSequence(MeasuredSequence[T]):
    """A measured sequence of distinct, hashable items with a lookup of their indices."""

    def __init__(
        self, items: Sequence[T], measure: Callable[[Sequence[T]], Columns], dimensions: int
    ) -> None:
        self._homes: dict[T, _Block[T]] = {}
        super().__init__(items, measure, dimensions)

    def _put(self, place: slice, blocks: list[_Block[T]]) -> None:
        for block in self._blocks[place]:
            for item in block.items:
                del self._homes[item]
        super()._put(place, blocks)
        for block in blocks:
            self._homes.update(dict.fromkeys(block.items, block))

    def __contains__(self, item: T) -> bool:
        return item in self._homes

    def state_of(self, item: T) -> object:
        """The `state` of the range that an item is in; raises KeyError for another item."""
        return self._homes[item].state

    def start_of_range(self, item: T) -> ItemIndex:
        """The index of the first item of the range that an item is in; raises KeyError for another item."""
        return ItemIndex(self._blocks.index(self._homes[item]), 0)

    def place_of(self, item: T) -> ItemIndex:
        """The index of `item`; raises KeyError for another item."""
        home = self._homes[item]
        return ItemIndex(self._blocks.index(home), home.items.index(item))


def _cut(items: list[T], columns: Columns) -> list[_Block[T]]:
    if len(items) <= 2 * BLOCK:
        return [_Block(items, columns)] if items else []
    starts = range(0, len(items), BLOCK)
    return [_Block(items[at : at + BLOCK], [column[at : at + BLOCK] for column in columns]) for at in starts]


def _first_beyond(counts: Sequence[int], count: int) -> int:
    """The index of the first count with which the sum is more than `count`."""
    return bisect_right(list(accumulate(counts)), count)
