"""The marks that a page shows in a text, and the division of the text into pieces in which the marks nest."""

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.engine.live_pair import DIFFERENT, PARTS
from keytally.families.contract import Level, Mark
from keytally.report_page.values import Opened, Piece
from keytally.tallies.status import Status

LONGEST_LABEL = 160
_MORE = "…"


class ShownMark(NamedTuple):
    """A mark as it is shown: its range, verdict and label, and whether it is a difference.

    A `part` is the wrong part of an item that is already marked as a difference.
    """

    start: int
    end: int
    verdict: str
    label: str
    differs: bool
    part: bool = False


class _Gathered(NamedTuple):
    """A difference, and its parts, which are not counted again."""

    mark: Mark
    parts: list[Mark]


def shown_marks(text: str, marks: Iterable[Mark]) -> list[ShownMark]:
    """Return the marks to show in a unit with that text, in order.

    If an item is wrong, only the parts that make it wrong are marked in it; a fill represents its slot. If an
    item is correct, the item is marked, and also its fills if it occupies lines of its own.
    """
    listed = sorted(marks, key=lambda mark: (mark.start, mark.level in PARTS, -mark.end))
    wrong = [mark for mark in listed if mark.verdict in DIFFERENT]
    found = [*_differences(wrong), *_quiet(text, listed)]
    return sorted(found, key=lambda mark: (mark.start, -mark.end))


def is_block(text: str, start: int, end: int) -> bool:
    """Return whether a range occupies lines of its own: it starts at the beginning of a line and continues
    on another.
    """
    starts_line = start == 0 or text[start - 1] in "\r\n"
    return starts_line and (text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0)


def _differences(wrong: Sequence[Mark]) -> list[ShownMark]:
    """Return the marks of wrong items, labelled with the parts that make them wrong, and the marks of
    wrong parts in items that are themselves correct.
    """
    places = [(mark.start, mark.end) for mark in wrong if mark.level is Level.FILL]
    told = [mark for mark in wrong if mark.level is not Level.SLOT or not _holds(mark, places)]
    found: list[ShownMark] = []
    for mark, parts in _gathered(told):
        label = "; ".join(part.label for part in parts) if mark.overall is not None and parts else mark.label
        found.append(_shown_mark(mark, label))
        if mark.status not in DIFFERENT:
            found += [
                _shown_mark(part, part.label)._replace(part=True) for part in parts if part.end > part.start
            ]
    return found


def _holds(slot: Mark, places: Sequence[tuple[int, int]]) -> bool:
    """Return whether a slot contains one of the ranges, which are sorted."""
    first = bisect_left(places, (slot.start, 0))
    return first < len(places) and places[first][1] <= slot.end


def _gathered(wrong: Sequence[Mark]) -> list[_Gathered]:
    """Return each item with its parts; a part outside any item is returned separately."""
    found: list[_Gathered] = []
    around: list[_Gathered] = []
    for mark in wrong:
        around = [whole for whole in around if whole.mark.end >= mark.start]
        home = next((whole for whole in around if mark.end <= whole.mark.end), None)
        if mark.level in PARTS and home is not None:
            home.parts.append(mark)
            continue
        found.append(_Gathered(mark, []))
        if mark.level not in PARTS:
            around.insert(0, found[-1])
    return found


def _quiet(text: str, listed: Sequence[Mark]) -> list[ShownMark]:
    """Return correct or unscored marks: the items, and fills except those in an item within a line."""
    found: list[ShownMark] = []
    reached = -1
    for mark in listed:
        if mark.level not in PARTS and not is_block(text, mark.start, mark.end):
            reached = max(reached, mark.end)
        hidden = mark.level in PARTS and mark.end <= reached
        if mark.verdict in DIFFERENT or mark.level is Level.SLOT or hidden or mark.end == mark.start:
            continue
        found.append(_shown_mark(mark, mark.label))
    return found


def _shown_mark(mark: Mark, label: str) -> ShownMark:
    differs = mark.verdict in DIFFERENT
    return ShownMark(mark.start, mark.end, mark.verdict.value, _short(label), differs)


def _short(label: str) -> str:
    line = " ".join(label[: 2 * LONGEST_LABEL].split())
    return line if len(line) <= LONGEST_LABEL else line[: LONGEST_LABEL - 1] + _MORE


AROUND = 80
"""The maximum number of characters that are shown before and after a difference, up to the ends of the
line.
"""

SHORT = 40
"""The length up to which text is never omitted, because a note would take as much space."""

_QUIET = Status.CORRECT.value

Stretch = tuple[int, int]
PlaceOf = Callable[[int], str]


def pieces(
    text: str, marks: Sequence[ShownMark], place_of: PlaceOf, kept: Sequence[Stretch] | None = None
) -> list[Piece]:
    """Return the pieces of a text, with nested starts and ends of marks; if two marks cross, the later one is
    split.

    `kept` contains the disjoint ranges to show, in order; None shows the whole text. `place_of` returns the
    line and column of an offset.
    """
    stretches = [(0, len(text))] if kept is None else kept
    shown = [mark for mark in marks if _is_kept(mark, stretches)]
    return list(_cut(text, shown, place_of, _Shown(text, stretches)))


def around_differences(text: str, marks: Sequence[ShownMark]) -> list[Stretch]:
    """Return the disjoint ranges of a text that are needed to read its differences, in order.

    The first line is kept too, because it identifies a record, and so is text that is too short to be
    omitted.
    """
    wanted = sorted(_around(text, mark) for mark in marks if mark.differs)
    kept: list[Stretch] = []
    for start, end in [(0, _line_end(text, 0)), *wanted] if wanted else []:
        if kept and start <= kept[-1][1] + SHORT:
            kept[-1] = kept[-1][0], max(kept[-1][1], end)
        else:
            kept.append((start, end))
    if kept and kept[-1][1] + SHORT >= len(text):
        kept[-1] = kept[-1][0], len(text)
    return kept


def _around(text: str, mark: ShownMark) -> Stretch:
    """Return the range to show around a mark; a long line is scanned no further than this range can
    extend.
    """
    low = max(mark.start - AROUND, 0)
    start = max(text.rfind("\n", low, mark.start) + 1, low)
    return start, _line_end(text, mark.end)


def _line_end(text: str, place: int) -> int:
    """Return the end of the line that contains an offset, but at most `AROUND` characters after the
    offset.
    """
    found = text.find("\n", place, place + AROUND)
    return min(len(text), place + AROUND) if found < 0 else found


def _is_kept(mark: ShownMark, kept: Sequence[Stretch]) -> bool:
    """Return whether a mark overlaps or touches one of the ranges, which are sorted."""
    at = bisect_right(kept, mark.end, key=lambda stretch: stretch[0]) - 1
    return at >= 0 and kept[at][1] >= mark.start


class _Shown:
    """A text that is shown only partially."""

    def __init__(self, text: str, kept: Sequence[Stretch]) -> None:
        self._text = text
        self._kept = kept
        self._at = 0

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the shown pieces between two offsets; successive calls advance through the text."""
        while start < end:
            while self._at < len(self._kept) and self._kept[self._at][1] <= start:
                self._at += 1
            first, last = self._kept[self._at] if self._at < len(self._kept) else (end, end)
            if start < first:
                yield Piece(left_out=min(first, end) - start)
            if first < end:
                yield Piece(self._text[max(start, first) : min(last, end)])
            start = min(last, end) if first < end else end


def _cut(text: str, marks: Sequence[ShownMark], place_of: PlaceOf, shown: _Shown) -> Iterator[Piece]:
    waiting = [(mark.start, -mark.end, order, mark) for order, mark in enumerate(marks)]
    heapq.heapify(waiting)
    opened: list[int] = []
    done = 0
    while waiting or opened:
        start = waiting[0][0] if waiting else len(text) + 1
        if opened and opened[-1] <= start:
            end = opened.pop()
            yield from shown.between(done, end)
            yield Piece(closes=True)
            done = max(done, end)
            continue
        _, negative, order, mark = heapq.heappop(waiting)
        end = -negative
        if opened and end > opened[-1]:
            heapq.heappush(waiting, (opened[-1], negative, order, mark))
            end = opened[-1]
        yield from shown.between(done, start)
        done = max(done, start)
        opened.append(end)
        yield Piece(opened=_opened(text, mark, start, end, place_of))
    yield from shown.between(done, len(text))


def _opened(text: str, mark: ShownMark, start: int, end: int, place_of: PlaceOf) -> Opened:
    """Return the start of a mark; the second half of a split mark has no words."""
    is_first = start == mark.start
    words = "" if not mark.differs or mark.part or not is_first else _words(mark)
    return Opened(
        mark.verdict,
        "" if words == mark.label or mark.verdict == _QUIET else mark.label,
        words,
        place_of(start) if words else "",
        is_block(text, start, end),
        mark.part,
    )


def _words(mark: ShownMark) -> str:
    """Return the words shown for a mark: the verdict, or the label if there is no text to mark."""
    return mark.label if mark.end == mark.start and mark.label else mark.verdict.upper()
