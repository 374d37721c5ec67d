"""Tokens of texts that have none: a line is a sentence, blanks and the marks at a word's ends part tokens.

Lines that an entity joins are one sentence.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.converted import Document, Extent, Sentence
from keytally.text.lines import line_starts

_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"([^\w\s])\1*")


def tokenised(document: Document, *, with_markup: bool) -> tuple[Sentence, ...]:
    """The tokens of each line that has some; entities begin and end with tokens."""
    text = document.text
    left_out = () if with_markup else document.markup
    cuts = {place for each in document.entities for extent in each.extents for place in extent}
    cuts.update(place for extent in left_out for place in extent)
    lines = (tuple(_tokens(text, start, end, cuts)) for start, end in _lines(document))
    kept = (tuple(_outside(line, left_out)) for line in lines) if left_out else lines
    return tuple(line for line in kept if line)


def _lines(document: Document) -> Iterator[Extent]:
    """The lines of the text; those that an entity joins are one."""
    starts = line_starts(document.text)
    joined: set[int] = set()
    for entity in document.entities:
        first, last = bisect_right(starts, entity.start), bisect_left(starts, entity.end)
        joined.update(starts[first:last])
    yield from pairwise([*(start for start in starts if start not in joined), len(document.text)])


def _tokens(text: str, start: int, end: int, cuts: set[int]) -> Iterator[Extent]:
    for word in _WORD.finditer(text, start, end):
        first, last = word.span()
        places = sorted({first, *_marks(text, first, last), *(cuts & set(range(first, last))), last})
        yield from pairwise(places)


def _marks(text: str, first: int, last: int) -> Iterator[int]:
    """The places within a word where the marks before and behind it are cut off; equal ones stay together."""
    start, end = first, last
    while start < last and (found := _MARKS.match(text, start, last)):
        start = found.end()
        yield start
    while end > start and _MARKS.match(text, end - 1):
        end = _run_start(text, start, end)
        yield end


def _run_start(text: str, start: int, end: int) -> int:
    """The start of the run of one character that ends a stretch."""
    while end - 1 > start and text[end - 2] == text[end - 1]:
        end -= 1
    return end - 1


def _outside(tokens: Sentence, stretches: Sequence[Extent]) -> Iterator[Extent]:
    """The tokens that do not lie in one of the stretches, which are in order."""
    for start, end in tokens:
        before = bisect_right(stretches, (start, len(stretches) and stretches[-1][1])) - 1
        if before < 0 or stretches[before][1] < end:
            yield start, end
