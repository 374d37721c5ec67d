"""Editable text, and sequences of sized items with search by the sum of the preceding sizes."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, compress
from typing import Generic, NamedTuple, TypeVar

from keytally.text.positions import LINE_END, Position, count_line_ends

# A sequence of items with sizes, which finds an item by the sum of the sizes before it.
#
# Items are stored in blocks with sums, so that finding an item, the sum before an item and replacing items
# cost about the square root of the number of items.


T = TypeVar("T")
Measure = tuple[int, ...]
Columns = list[list[int]]
"""The counts of consecutive items, with one list for each dimension."""

BLOCK = 128


class ItemIndex(NamedTuple):
    """The index of an item: the index of its block, and its index in the block."""

    block: int
    item: int


class _Block(Generic[T]):
    __slots__ = ("columns", "items", "state")

    def __init__(self, items: list[T], columns: Columns) -> None:
        self.items = items
        self.columns = columns
        self.state = object()


class ItemRange(Generic[T]):
    """Adjacent items: the item before the first, and an object that stays the same until the items change.

    `holding` yields the items that are not empty in the given dimension, each with the sum of the preceding
    items.
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
    """A sequence of items, each with a measure (a tuple of counts) that can be summed along the sequence.

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
        """Return the measure of the item at the index `place`."""
        return tuple(column[place.item] for column in self._blocks[place.block].columns)

    @property
    def total(self) -> Measure:
        """Return the sum of all items."""
        return tuple(map(sum, self._totals))

    def find(self, count: int, dimension: int) -> tuple[ItemIndex, Measure]:
        """Return the index of the first item that ends beyond `count` in `dimension`, and the sum before it.

        Items that are empty in that dimension are skipped. Beyond the end, the index of the last item is
        returned.
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
        """Return the sum of the items before `place`."""
        block, item = place
        columns = self._blocks[block].columns
        return tuple(
            sum(totals[:block]) + sum(column[:item])
            for totals, column in zip(self._totals, columns, strict=True)
        )

    def before_in(self, place: ItemIndex, dimension: int) -> int:
        """Return the sum of the items before `place` in one dimension."""
        column = self._blocks[place.block].columns[dimension]
        return sum(self._totals[dimension][: place.block]) + sum(column[: place.item])

    def previous(self, place: ItemIndex) -> ItemIndex | None:
        """Return the index before `place`, or None at the start."""
        if place.item:
            return ItemIndex(place.block, place.item - 1)
        if place.block:
            return ItemIndex(place.block - 1, len(self._blocks[place.block - 1].items) - 1)
        return None

    def following(self, place: ItemIndex) -> ItemIndex | None:
        """Return the index after `place`, or None at the end."""
        if place.item + 1 < len(self._blocks[place.block].items):
            return ItemIndex(place.block, place.item + 1)
        return ItemIndex(place.block + 1, 0) if place.block + 1 < len(self._blocks) else None

    def range(self, first: ItemIndex, last: ItemIndex) -> list[T]:
        """Return the items from `first` to `last`, both included."""
        if first.block == last.block:
            return self._blocks[first.block].items[first.item : last.item + 1]
        items = self._blocks[first.block].items[first.item :]
        for block in self._blocks[first.block + 1 : last.block]:
            items.extend(block.items)
        return items + self._blocks[last.block].items[: last.item + 1]

    def replace(self, first: ItemIndex, last: ItemIndex, items: Sequence[T]) -> None:
        """Replace the items from `first` to `last`, both included, with `items`."""
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
        """Yield the ranges that are not empty in `dimension`; items in other ranges are skipped at no
        cost.
        """
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
        """Return the `state` of the range that contains an item; raises KeyError for an unknown item."""
        return self._homes[item].state

    def start_of_range(self, item: T) -> ItemIndex:
        """Return the index of the first item of the range that contains an item.

        Raises KeyError for an unknown item.
        """
        return ItemIndex(self._blocks.index(self._homes[item]), 0)

    def place_of(self, item: T) -> ItemIndex:
        """Return the index of `item`; raises KeyError for an unknown item."""
        home = self._homes[item]
        return ItemIndex(self._blocks.index(home), home.items.index(item))


def _cut(items: list[T], columns: Columns) -> list[_Block[T]]:
    if len(items) <= 2 * BLOCK:
        return [_Block(items, columns)] if items else []
    starts = range(0, len(items), BLOCK)
    return [_Block(items[at : at + BLOCK], [column[at : at + BLOCK] for column in columns]) for at in starts]


def _first_beyond(counts: Sequence[int], count: int) -> int:
    """Return the index of the first count at which the running sum exceeds `count`."""
    return bisect_right(list(accumulate(counts)), count)


CHUNK = 2048
SMALL = 256

_CHARACTERS, _LINE_ENDS = 0, 1


def _measure(chunks: Sequence[str]) -> Columns:
    return [list(map(len, chunks)), list(map(count_line_ends, chunks))]


class TextBuffer:
    r"""An editable text; offsets and columns count code points, lines count from 0.

    The text is stored in short chunks; no chunk ends between the two characters of `\r\n`.
    """

    def __init__(self, text: str = "") -> None:
        self._chunks = MeasuredSequence(_chunked(text), _measure, dimensions=2)

    def __len__(self) -> int:
        return self._chunks.total[_CHARACTERS]

    def __str__(self) -> str:
        return "".join(self._chunks)

    @property
    def line_count(self) -> int:
        """Return the number of lines: the number of line ends plus one."""
        return self._chunks.total[_LINE_ENDS] + 1

    def slice(self, start: int, end: int) -> str:
        """Return the text from `start` to `end`."""
        if start >= end:
            return ""
        first, before = self._chunks.find(start, _CHARACTERS)
        last, _ = self._chunks.find(end - 1, _CHARACTERS)
        text = "".join(self._chunks.range(first, last))
        return text[start - before[_CHARACTERS] : end - before[_CHARACTERS]]

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the text from `start` to `end`; both are clamped to the text."""
        start = min(max(start, 0), len(self))
        end = min(max(end, start), len(self))
        first, before = self._chunks.find(start, _CHARACTERS)
        last, before_last = self._chunks.find(end, _CHARACTERS)
        head = self._chunks[first][: start - before[_CHARACTERS]]
        tail = self._chunks[last][end - before_last[_CHARACTERS] :]
        first, last, middle = self._joined(first, last, head + text + tail)
        self._chunks.replace(first, last, _chunked(middle))

    def _joined(self, first: ItemIndex, last: ItemIndex, text: str) -> tuple[ItemIndex, ItemIndex, str]:
        """Join neighbouring chunks if `text` is short, or would split a line end."""
        previous = self._chunks.previous(first)
        if previous and (len(text) < SMALL or text.startswith("\n")):
            first, text = previous, self._chunks[previous] + text
        following = self._chunks.following(last)
        if following and text.endswith("\r"):
            last, text = following, text + self._chunks[following]
        return first, last, text

    def line_start(self, line: int) -> int:
        """Return the offset of the start of `line`; the end of the text for a line past the last line."""
        if line <= 0:
            return 0
        if line >= self.line_count:
            return len(self)
        place, before = self._chunks.find(line - 1, _LINE_ENDS)
        wanted = line - 1 - before[_LINE_ENDS]
        for number, end in enumerate(LINE_END.finditer(self._chunks[place])):
            if number == wanted:
                return before[_CHARACTERS] + end.end()
        raise AssertionError("a chunk has the line ends that it was measured to have")

    def line_end(self, line: int) -> int:
        """Return the offset of the end of `line`, before its line end."""
        if line + 1 >= self.line_count:
            return len(self)
        start = self.line_start(line + 1)
        return start - (2 if self.slice(start - 2, start) == "\r\n" else 1)

    def offset(self, position: Position) -> int:
        """Return the offset of a position; a column past the line's end means the line's end."""
        if position.line >= self.line_count:
            return len(self)
        start = self.line_start(position.line)
        return min(start + max(position.column, 0), self.line_end(max(position.line, 0)))

    def position(self, offset: int) -> Position:
        """Return the position of an offset, which is clamped to the text."""
        offset = min(max(offset, 0), len(self))
        place, before = self._chunks.find(offset, _CHARACTERS)
        prefix = self._chunks[place][: offset - before[_CHARACTERS]]
        line = before[_LINE_ENDS] + count_line_ends(prefix)
        if prefix.endswith("\r") and self.slice(offset, offset + 1) == "\n":
            line -= 1
        return Position(line, offset - self.line_start(line))


def _chunked(text: str) -> list[str]:
    r"""Split a text into chunks without splitting a CRLF; an empty text results in one empty chunk."""
    if len(text) <= 2 * CHUNK:
        return [text]
    chunks, start = [], 0
    while start < len(text):
        end = start + CHUNK
        if text[end - 1 : end + 1] == "\r\n":
            end += 1
        chunks.append(text[start:end])
        start = end
    return chunks
