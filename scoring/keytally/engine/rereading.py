"""From text to units: a whole text, and the part of one that an edit has touched."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from keytally.engine.units import CHARACTERS, UnitReplacement, Units
from keytally.evaluations.abilities import Rereads
from keytally.evaluations.interface import Language
from keytally.text.difference import common_prefix
from keytally.text.measured import IndexedSequence, ItemIndex

Change = tuple[int, int, str]
"""A start and an end, and the new text between them; offsets are those after the changes before."""


class _Unread:
    """A stretch of text that edits have touched and that is not cut into units yet."""

    document = None
    findings = ()

    def __init__(self, text: str) -> None:
        self.text = text


def cut(text: str, boundaries: Sequence[int]) -> list[str]:
    """The texts of units: the pieces of a text before, between and behind those boundaries that it holds."""
    starts = boundaries[: bisect_left(boundaries, len(text))]
    return [text[start:end] for start, end in pairwise((0, *starts, len(text)))]


class UnitReader:
    """Cuts text into the units of a language; only what a change can concern is read again."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._rereads = language if isinstance(language, Rereads) else None

    def read(self, text: str) -> list[Any]:
        """The units of a whole text."""
        return list(map(self._language.read, self._cut(text, "")))

    def apply(self, changes: Iterable[Change], units: Units) -> list[UnitReplacement]:
        """Make changes to the text of `units`, one after the other, and replace the units concerned."""
        unread: dict[_Unread, list[Any]] = {}
        for change in changes:
            self._replace_by_unread(units.index, change, unread)
        return [self._read_again(units.index, stretch, old) for stretch, old in reversed(unread.items())]

    def append(self, pieces: Sequence[str], units: Units) -> list[UnitReplacement]:
        """Put the texts of units behind `units`, which end where a unit begins."""
        last, _ = units.index.find(units.length, CHARACTERS)
        old = [units.index[last]]
        new = [*old, *map(self._language.read, pieces)]
        units.index.replace(last, last, new)
        return [UnitReplacement(old, new)]

    def _replace_by_unread(
        self, units: IndexedSequence[Any], change: Change, unread: dict[_Unread, list[Any]]
    ) -> None:
        """Put the text that a change makes in the place of the units that it touches."""
        start, end, text = change
        first, last = self._touched(units, start, end)
        touched = units.range(first, last)
        offset = units.before(first)[CHARACTERS]
        before = "".join(unit.text for unit in touched)
        stretch = _Unread(before[: start - offset] + text + before[end - offset :])
        units.replace(first, last, [stretch])
        unread[stretch] = [old for unit in touched for old in unread.pop(unit, [unit])]

    def _read_again(
        self, units: IndexedSequence[Any], stretch: _Unread, old: Sequence[Any]
    ) -> UnitReplacement:
        place = units.place_of(stretch)
        new = self._reread(old, stretch.text, self._text_after(units, place))
        units.replace(place, place, new)
        return UnitReplacement(old, new)

    def _touched(self, units: IndexedSequence[Any], start: int, end: int) -> tuple[ItemIndex, ItemIndex]:
        """The first and the last unit whose boundaries or text a change can concern."""
        first, _ = units.find(max(start - self._language.lookahead, 0), CHARACTERS)
        last, _ = units.find(end, CHARACTERS)
        return first, last

    def _text_after(self, units: IndexedSequence[Any], place: ItemIndex) -> str:
        """The characters after a unit that can decide on a boundary within it."""
        text, lookahead = "", self._language.lookahead
        following = units.following(place)
        while following is not None and len(text) < lookahead:
            text += units[following].text[:lookahead]
            following = units.following(following)
        return text[:lookahead]

    def _cut(self, text: str, after: str) -> list[str]:
        return cut(text, self._language.boundaries(text + after))

    def _reread(self, old: Sequence[Any], text: str, after: str) -> list[Any]:
        """Read `text`, keeping the units at either end whose text has not changed."""
        pieces = self._cut(text, after)
        head = common_prefix(pieces, [unit.text for unit in old])
        pieces, rest = pieces[head:], old[head:]
        tail = common_prefix(pieces[::-1], [unit.text for unit in reversed(rest)])
        middle, replaced = pieces[: len(pieces) - tail], rest[: len(rest) - tail]
        if self._rereads is not None and len(middle) == len(replaced) == 1:
            new = [self._rereads.reread(replaced[0], middle[0])]
        else:
            new = list(map(self._language.read, middle))
        return [*old[:head], *new, *rest[len(rest) - tail :]]
