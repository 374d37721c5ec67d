"""Differences of two texts, and the offset map from a text to an altered copy of it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.text.positions import Span


class Difference(NamedTuple):
    """A replacement: the old text becomes the new one if the range from `start` to `end` is replaced with
    `text`.
    """

    start: int
    end: int
    text: str


def difference(old: str, new: str) -> Difference | None:
    """Return the shortest single replacement that turns `old` into `new`; None if they are equal."""
    if old == new:
        return None
    head = common_prefix(old, new)
    tail = common_suffix(old, new, min(len(old), len(new)) - head)
    return Difference(head, len(old) - tail, new[head : len(new) - tail])


def common_prefix(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the length of the common prefix of two texts or two lists, found by bisection."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix(a: str, b: str, most: int) -> int:
    """Return the length of the common suffix of two texts, limited to `most`, found by bisection."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


COMPARED_BY_LINES = 20_000
COMPARED_BY_WORDS = 6_000
LONGEST_WORD = 200
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\w{1,200}")
_END_OF_WORD = re.compile(r"\w+\Z")
_WORDS = re.compile(r"\w+|\s|[^\w\s]+")


class TextDifference(NamedTuple):
    """The characters `start` to `end` of a text, which replace `original`."""

    start: int
    end: int
    original: str


def text_differences(text: str, original: str) -> Iterator[TextDifference]:
    """Yield every range of `text` that differs from `original`, in order.

    The time for the common words at both ends is linear in their length. The middle is compared by lines and
    words up to a size limit; above the limit, it is a single difference.
    """
    start = common_prefix(text, original)
    if start == len(text) == len(original):
        return
    start -= _length(_END_OF_WORD.search(text, max(start - LONGEST_WORD, 0), start))
    tail = common_suffix(text, original, min(len(text), len(original)) - start)
    tail -= _length(_WORD.match(text, len(text) - tail))
    middle = text[start : len(text) - tail]
    original_middle = original[start : len(original) - tail]
    for stretch in _by_lines(middle, original_middle):
        yield _trimmed(stretch, middle, start)


def _length(found: re.Match[str] | None) -> int:
    return len(found[0]) if found else 0


def _by_lines(text: str, original: str) -> Iterator[TextDifference]:
    if max(len(text), len(original)) > COMPARED_BY_LINES:
        yield TextDifference(0, len(text), original)
        return
    for block in _blocks(text, original, _LINES):
        if max(block.end - block.start, len(block.original)) > COMPARED_BY_WORDS:
            yield block
            continue
        for stretch in _blocks(text[block.start : block.end], block.original, _WORDS):
            yield TextDifference(block.start + stretch.start, block.start + stretch.end, stretch.original)


def _blocks(text: str, original: str, pieces: re.Pattern[str]) -> Iterator[TextDifference]:
    """Yield the differences of both texts, piece by piece."""
    if not text or not original:
        yield TextDifference(0, len(text), original)
        return
    mine, theirs = pieces.findall(text), pieces.findall(original)
    starts = _starts(mine)
    from difflib import SequenceMatcher  # noqa: PLC0415 - only an altered text pays for it

    for kind, first, last, left, right in SequenceMatcher(None, mine, theirs).get_opcodes():
        if kind != "equal":
            yield TextDifference(starts[first], starts[last], "".join(theirs[left:right]))


def _starts(pieces: Sequence[str]) -> list[int]:
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece))
    return starts


def _trimmed(stretch: TextDifference, text: str, shift: int) -> TextDifference:
    """Return the difference without the equal characters at its ends."""
    written, original = text[stretch.start : stretch.end], stretch.original
    head = common_prefix(written, original)
    tail = common_suffix(written, original, min(len(written), len(original)) - head)
    start, end = shift + stretch.start + head, shift + stretch.end - tail
    return TextDifference(start, end, original[head : len(original) - tail])


NEAR = 2000
"""The maximum distance at which a word is searched for in altered text, in code points."""

"""The maximum length of a word, in code points; longer runs have no word boundaries."""

_WHOLE_WORD = re.compile(r"\w+")
_WORD_BEFORE = re.compile(r"\w+\Z")


class _Altered(NamedTuple):
    """The range from `start` to `end` in the original, which the copy replaces with its range from `first`
    to `last`.
    """

    start: int
    end: int
    first: int
    last: int


class OffsetMap:
    """Maps offsets in an original to offsets in a copy of it; offsets count code points.

    An offset that is not within a word of the original is not mapped into a word of the copy. Within altered
    text, an offset is mapped to a position next to the same word if the copy contains that word nearby.
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
        """Return the start in the copy of a range that starts at an offset of the original."""
        altered = self._before(bisect_right(self._starts, place))
        if place >= altered.end:
            found = altered.last + place - altered.end
        else:
            found = min(altered.first + place - altered.start, altered.last)
            word = _WHOLE_WORD.match(self._original, place, place + LONGEST_WORD)
            found = self._near(word, altered, found)[0] if word else found
        return found if _is_within_word(self._original, place) else _word_start(self._copy, found)

    def end(self, place: int) -> int:
        """Return the end in the copy of a range that ends at an offset of the original."""
        altered = self._before(bisect_left(self._starts, place))
        if place >= altered.end:
            found = altered.last + place - altered.end
        else:
            found = max(altered.last - altered.end + place, altered.first)
            word = _WORD_BEFORE.search(self._original[max(place - LONGEST_WORD, 0) : place])
            found = self._near(word, altered, found)[1] if word else found
        return found if _is_within_word(self._original, place) else _word_end(self._copy, found)

    def originals(self, start: int, end: int) -> Span:
        """Return a range of the original that contains all offsets that the method `start` maps to the
        range from `start` to `end`.
        """
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
        """Return the last altered range among the first `number`; if there is none, an empty range at the
        start.
        """
        return self._altered[number - 1] if number else _Altered(0, 0, 0, 0)

    def _near(self, word: re.Match[str], altered: _Altered, place: int) -> tuple[int, int]:
        """Return the nearest range in the copy's altered text that equals this word, or an empty range at
        the offset itself.
        """
        same = re.compile(rf"(?<!\w){re.escape(word[0])}(?!\w)")
        first, last = max(altered.first, place - NEAR), min(altered.last, place + NEAR)
        spans = (match.span() for match in same.finditer(self._copy, first, last))
        return min(spans, key=lambda span: abs(span[0] - place), default=(place, place))


def _joined(ranges: Iterable[_Altered], original: str) -> list[_Altered]:
    """Merge ranges that have no word between them, because a word may have moved from one to the other."""
    found: list[_Altered] = []
    for each in ranges:
        if found and not _WHOLE_WORD.search(original, found[-1].end, each.start):
            found[-1] = found[-1]._replace(end=each.end, last=each.last)
        else:
            found.append(each)
    return found


def _is_word(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def _is_within_word(text: str, place: int) -> bool:
    return _is_word(text, place - 1) and _is_word(text, place)


def _word_start(text: str, place: int) -> int:
    """Return the start of the word that contains an offset, or the offset itself if it is not in a word."""
    starts = range(place, max(place - LONGEST_WORD, 0) - 1, -1)
    return next((start for start in starts if not _is_within_word(text, start)), place)


def _word_end(text: str, place: int) -> int:
    """Return the end of the word that contains an offset, or the offset itself if it is not in a word."""
    ends = range(place, place + LONGEST_WORD)
    return next((end for end in ends if not _is_within_word(text, end)), place)
