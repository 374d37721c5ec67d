"""A text in pieces at its marks: the marks that a page shows, and cuts that let them nest."""

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

    A `part` is the wrong part of a whole that is a difference already.
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

    A differing whole represents its parts, and only those that make it wrong are shown in it; a fill
    represents its slot. Of a correct item the whole is shown, and its fills if it has lines of its own.
    """
    listed = sorted(marks, key=lambda mark: (mark.start, mark.level in PARTS, -mark.end))
    wrong = [mark for mark in listed if mark.verdict in DIFFERENT]
    found = [*_differences(wrong), *_quiet(text, listed)]
    return sorted(found, key=lambda mark: (mark.start, -mark.end))


def is_block(text: str, start: int, end: int) -> bool:
    """Return whether a range has lines of its own: it starts a line and continues on another."""
    starts_line = start == 0 or text[start - 1] in "\r\n"
    return starts_line and (text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0)


def _differences(wrong: Sequence[Mark]) -> list[ShownMark]:
    """Return wrong wholes with the parts that make them wrong, then the wrong parts of correct wholes."""
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
    """Return whether one of the places, in order, is in a slot."""
    first = bisect_left(places, (slot.start, 0))
    return first < len(places) and places[first][1] <= slot.end


def _gathered(wrong: Sequence[Mark]) -> list[_Gathered]:
    """Return each whole with its parts, and each part outside of any whole separately."""
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
    """Return correct or unscored marks: the wholes, and fills that are in no whole on its lines."""
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
"""The number of characters that are kept before and after a difference, at most to the line ends."""

SHORT = 40
"""The length up to which text is never omitted, because a note would take as much space."""

_QUIET = Status.CORRECT.value

Stretch = tuple[int, int]
PlaceOf = Callable[[int], str]


def pieces(
    text: str, marks: Sequence[ShownMark], place_of: PlaceOf, kept: Sequence[Stretch] | None = None
) -> list[Piece]:
    """Return the pieces of a text, whose starts and ends nest; of crossing marks the later one is split.

    `kept` are the ranges to show, in order and disjoint; None shows all. `place_of` returns the line and
    column of an offset.
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
    """Return the range to keep around a mark; no more of a long line is scanned than may be kept."""
    low = max(mark.start - AROUND, 0)
    start = max(text.rfind("\n", low, mark.start) + 1, low)
    return start, _line_end(text, mark.end)


def _line_end(text: str, place: int) -> int:
    """Return the end of a place's line, limited to the kept length."""
    found = text.find("\n", place, place + AROUND)
    return min(len(text), place + AROUND) if found < 0 else found


def _is_kept(mark: ShownMark, kept: Sequence[Stretch]) -> bool:
    """Return whether a mark meets one of the ranges, in order."""
    at = bisect_right(kept, mark.end, key=lambda stretch: stretch[0]) - 1
    return at >= 0 and kept[at][1] >= mark.start


class _Shown:
    """A text that is shown only partially."""

    def __init__(self, text: str, kept: Sequence[Stretch]) -> None:
        self._text = text
        self._kept = kept
        self._at = 0

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the shown pieces between two places; successive calls advance through the text."""
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
    """Return the start of a mark; the second half of a split mark has no words of its own."""
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
    """Return the verdict; if there is no text to mark, with the missing text."""
    return mark.label if mark.end == mark.start and mark.label else mark.verdict.upper()
