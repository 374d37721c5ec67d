"""The differences of two texts: by lines, then by words, then by characters, at a bounded cost."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.text.difference import common_prefix, common_suffix

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
    """Every range of `text` that differs from `original`, in order.

    The common words at both ends cost time linear in their length. The middle is compared by lines and
    words up to a bound; beyond it, it is one difference.
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
    """The differences of both texts, piece by piece."""
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
    """The difference without the equal characters at its ends."""
    written, original = text[stretch.start : stretch.end], stretch.original
    head = common_prefix(written, original)
    tail = common_suffix(written, original, min(len(written), len(original)) - head)
    start, end = shift + stretch.start + head, shift + stretch.end - tail
    return TextDifference(start, end, original[head : len(original) - tail])
