"""The places of a text in an altered copy of it, found by the text around them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from keytally.text.comparison import text_differences
from keytally.text.span import Span

NEAR = 2000
"""How far a word is looked for in altered text, in code points."""

LONGEST_WORD = 200
"""The number of code points after which a word has no edges."""

_WORD = re.compile(r"\w+")
_WORD_BEFORE = re.compile(r"\w+\Z")


class _Altered(NamedTuple):
    """The range `start` to `end` of the original, in whose place the copy has `first` to `last`."""

    start: int
    end: int
    first: int
    last: int


class Counterparts:
    """The places of an original in a copy of it; they count code points.

    A place that is not within a word of the original is not within a word of the copy. Within altered text, a
    place is beside the same word if the copy has that word near it.
    """

    def __init__(self, original: str, copy: str) -> None:
        self._original = original
        self._copy = copy
        differences = list(text_differences(copy, original))
        growth = (len(each.original) - (each.end - each.start) for each in differences)
        altered = (
            _Altered(each.start + shift, each.start + shift + len(each.original), each.start, each.end)
            for each, shift in zip(differences, accumulate(growth, initial=0), strict=False)
        )
        self._altered = _joined(altered, original)
        self._starts = [each.start for each in self._altered]
        self._firsts = [each.first for each in self._altered]

    def start(self, place: int) -> int:
        """The place in the copy for what starts at a place of the original."""
        altered = self._before(bisect_right(self._starts, place))
        if place >= altered.end:
            found = altered.last + place - altered.end
        else:
            found = min(altered.first + place - altered.start, altered.last)
            word = _WORD.match(self._original, place, place + LONGEST_WORD)
            found = self._near(word, altered, found)[0] if word else found
        return found if _is_within_word(self._original, place) else _word_start(self._copy, found)

    def end(self, place: int) -> int:
        """The place in the copy for what ends at a place of the original."""
        altered = self._before(bisect_left(self._starts, place))
        if place >= altered.end:
            found = altered.last + place - altered.end
        else:
            found = max(altered.last - altered.end + place, altered.first)
            word = _WORD_BEFORE.search(self._original[max(place - LONGEST_WORD, 0) : place])
            found = self._near(word, altered, found)[1] if word else found
        return found if _is_within_word(self._original, place) else _word_end(self._copy, found)

    def originals(self, start: int, end: int) -> Span:
        """A range of the original that has all places whose `start` is from `start` to `end`."""
        end = _word_end(self._copy, end + 1)
        low = self._before(bisect_right(self._firsts, start))
        high = self._before(bisect_right(self._firsts, end))
        first, last = low.end + start - low.last, high.end + end - high.last
        if start <= low.last:
            first = low.start + max(start - low.first - NEAR, 0)
        if end <= high.last:
            ends_near = end + NEAR >= high.last
            last = high.end if ends_near else min(high.start + end - high.first + NEAR, high.end)
        return Span(first, last)

    def _before(self, number: int) -> _Altered:
        """The last altered range of the first `number`; an empty one at the beginning if there is none."""
        return self._altered[number - 1] if number else _Altered(0, 0, 0, 0)

    def _near(self, word: re.Match[str], altered: _Altered, place: int) -> tuple[int, int]:
        """The nearest range of the copy's altered text that is this word; the place itself if none is."""
        same = re.compile(rf"(?<!\w){re.escape(word[0])}(?!\w)")
        first, last = max(altered.first, place - NEAR), min(altered.last, place + NEAR)
        spans = (match.span() for match in same.finditer(self._copy, first, last))
        return min(spans, key=lambda span: abs(span[0] - place), default=(place, place))


def _joined(ranges: Iterable[_Altered], original: str) -> list[_Altered]:
    """The ranges, with those as one that have no word between them: a word may go from one to the other."""
    found: list[_Altered] = []
    for each in ranges:
        if found and not _WORD.search(original, found[-1].end, each.start):
            found[-1] = found[-1]._replace(end=each.end, last=each.last)
        else:
            found.append(each)
    return found


def _is_word(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def _is_within_word(text: str, place: int) -> bool:
    return _is_word(text, place - 1) and _is_word(text, place)


def _word_start(text: str, place: int) -> int:
    """The start of the word that a place is within; else the place."""
    starts = range(place, max(place - LONGEST_WORD, 0) - 1, -1)
    return next((start for start in starts if not _is_within_word(text, start)), place)


def _word_end(text: str, place: int) -> int:
    """The end of the word that a place is within; else the place."""
    ends = range(place, place + LONGEST_WORD)
    return next((end for end in ends if not _is_within_word(text, end)), place)
