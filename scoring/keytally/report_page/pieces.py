"""Cuts a text into pieces at its marks, so that marked stretches nest, and leaves out what agrees."""

import heapq
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from keytally.report_page.shown_marks import ShownMark, is_block
from keytally.report_page.values import Opened, Piece
from keytally.tallies.status import Status

AROUND = 80
"""How much is kept before and behind a difference, in characters, at most to the ends of its lines."""

SHORT = 40
"""What is no longer than this is not left out: to say so would take as much room."""

_QUIET = Status.CORRECT.value

Stretch = tuple[int, int]
PlaceOf = Callable[[int], str]


def pieces(
    text: str, marks: Sequence[ShownMark], place_of: PlaceOf, kept: Sequence[Stretch] | None = None
) -> list[Piece]:
    """The pieces of a text, whose starts and ends nest; of crossing marks the later one is cut in two.

    `kept` are the stretches to show, in order, apart from each other; None shows all. `place_of` gives the
    line and column of an offset.
    """
    stretches = [(0, len(text))] if kept is None else kept
    shown = [mark for mark in marks if _is_kept(mark, stretches)]
    return list(_cut(text, shown, place_of, _Shown(text, stretches)))


def around_differences(text: str, marks: Sequence[ShownMark]) -> list[Stretch]:
    """What to keep of a text so that its differences can be read: in order, apart from each other.

    The first line is kept too, since one knows a record by it, and so is what is too short to be left out.
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
    """What is kept around a mark; a line may be long, so no more of it is looked at than may be kept."""
    low = max(mark.start - AROUND, 0)
    start = max(text.rfind("\n", low, mark.start) + 1, low)
    return start, _line_end(text, mark.end)


def _line_end(text: str, place: int) -> int:
    """The end of a place's line, but no further than is kept."""
    found = text.find("\n", place, place + AROUND)
    return min(len(text), place + AROUND) if found < 0 else found


def _is_kept(mark: ShownMark, kept: Sequence[Stretch]) -> bool:
    """Whether a mark meets one of the stretches, in order."""
    at = bisect_right(kept, mark.end, key=lambda stretch: stretch[0]) - 1
    return at >= 0 and kept[at][1] >= mark.start


class _Shown:
    """A text of which only some stretches are shown."""

    def __init__(self, text: str, kept: Sequence[Stretch]) -> None:
        self._text = text
        self._kept = kept
        self._at = 0

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """What is shown between two places; calls go on through the text."""
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
    """How a mark begins; the second half of one that is cut has no words of its own."""
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
    """The verdict; where there is no text to mark, what is missing as well."""
    return mark.label if mark.end == mark.start and mark.label else mark.verdict.upper()
