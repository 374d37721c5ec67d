"""Which marks of a unit a page shows: one for each thing, as in the editors."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.engine.differences import DIFFERENT, PARTS
from keytally.evaluations.interface import Level, Mark

LONGEST_LABEL = 160
_MORE = "…"


class ShownMark(NamedTuple):
    """A mark as it is shown: where, the verdict, its label, and whether it is a difference.

    A `part` is the wrong part of a whole that is a difference already.
    """

    start: int
    end: int
    verdict: str
    label: str
    differs: bool
    part: bool = False


class _Gathered(NamedTuple):
    """A difference, and the parts in it, which are not told again."""

    mark: Mark
    parts: list[Mark]


def shown_marks(text: str, marks: Iterable[Mark]) -> list[ShownMark]:
    """The marks to show of a unit with that text, in order.

    A whole that differs stands for its parts, and only those that make it wrong are shown in it; a fill
    stands for its slot. Of what is right the whole is shown, and its fills where it has lines of its own.
    """
    listed = sorted(marks, key=lambda mark: (mark.start, mark.level in PARTS, -mark.end))
    wrong = [mark for mark in listed if mark.verdict in DIFFERENT]
    found = [*_differences(wrong), *_quiet(text, listed)]
    return sorted(found, key=lambda mark: (mark.start, -mark.end))


def is_block(text: str, start: int, end: int) -> bool:
    """Whether a stretch has lines of its own: it starts a line and goes on to another."""
    starts_line = start == 0 or text[start - 1] in "\r\n"
    return starts_line and (text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0)


def _differences(wrong: Sequence[Mark]) -> list[ShownMark]:
    """What differs: the wholes with the parts that make them wrong, then the parts of right wholes."""
    places = [(mark.start, mark.end) for mark in wrong if mark.level is Level.FILL]
    told = [mark for mark in wrong if mark.level is not Level.SLOT or not _holds(mark, places)]
    found: list[ShownMark] = []
    for mark, parts in _gathered(told):
        label = "; ".join(part.label for part in parts) if mark.overall is not None and parts else mark.label
        found.append(_shown(mark, label))
        if mark.status not in DIFFERENT:
            found += [_shown(part, part.label)._replace(part=True) for part in parts if part.end > part.start]
    return found


def _holds(slot: Mark, places: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the places, in order, lies in a slot."""
    first = bisect_left(places, (slot.start, 0))
    return first < len(places) and places[first][1] <= slot.end


def _gathered(wrong: Sequence[Mark]) -> list[_Gathered]:
    """Each whole with its parts, and each part that lies in no whole by itself."""
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
    """What is right or does not count: the wholes, and fills that lie in no whole on its lines."""
    found: list[ShownMark] = []
    reached = -1
    for mark in listed:
        if mark.level not in PARTS and not is_block(text, mark.start, mark.end):
            reached = max(reached, mark.end)
        hidden = mark.level in PARTS and mark.end <= reached
        if mark.verdict in DIFFERENT or mark.level is Level.SLOT or hidden or mark.end == mark.start:
            continue
        found.append(_shown(mark, mark.label))
    return found


def _shown(mark: Mark, label: str) -> ShownMark:
    differs = mark.verdict in DIFFERENT
    return ShownMark(mark.start, mark.end, mark.verdict.value, _short(label), differs)


def _short(label: str) -> str:
    line = " ".join(label[: 2 * LONGEST_LABEL].split())
    return line if len(line) <= LONGEST_LABEL else line[: LONGEST_LABEL - 1] + _MORE
