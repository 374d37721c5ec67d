"""A pair of files whose documents have numbers, cut into ranges: at units on the same line of both.

So stand the sentences of two files with a token a line. Who scores the ranges has to prove it, by their
counts.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from keytally.engine.ranges import Range
from keytally.evaluations.interface import Language
from keytally.text.lines import LINE_END, count_line_ends

LOOK = 1 << 14
"""How many characters behind a place are looked at for a unit that begins."""

STEP = 1 << 10
"""A stretch of so many characters is gone through line by line."""


def ranges_in_step(
    texts: tuple[str, str], languages: tuple[Language, Language], cuts: Sequence[float]
) -> Iterator[Range]:
    """A pair cut behind these shares of the key, which ascend from 0 to 1; into fewer ranges if need be."""
    key, response = texts
    start = other_start = 0
    for cut in cuts:
        end = _unit_behind(key, languages[0], max(round(cut * len(key)), start))
        if end is None:
            continue
        other_end = _behind_lines(response, other_start, count_line_ends(key[start:end]))
        if _is_unit(response, languages[1], other_end):
            yield Range((start, end), (other_start, other_end))
            start, other_start = end, other_end
    yield Range((start, len(key)), (other_start, len(response)))


def _unit_behind(text: str, language: Language, place: int) -> int | None:
    """The start of a unit that begins behind a place; None for none close by."""
    found = language.boundaries(text[place : place + LOOK + language.lookahead])
    return place + found[0] if found and found[0] < LOOK else None


def _is_unit(text: str, language: Language, place: int) -> bool:
    """Whether a unit begins at the start of a line."""
    before = max(place - 2, 0)
    return place - before in language.boundaries(text[before : place + language.lookahead])


def _behind_lines(text: str, start: int, lines: int) -> int:
    """The start of the line that stands so many lines behind the one at `start`; the end if there is none."""
    step = len(text) - start
    while step > STEP:
        step //= 2
        middle = _outside_line_end(text, start + step)
        found = count_line_ends(text[start:middle])
        if found < lines:
            start, lines = middle, lines - found
    ends = islice(LINE_END.finditer(text, start), max(lines - 1, 0), None)
    found_end = next(ends, None)
    return len(text) if found_end is None else found_end.end()


def _outside_line_end(text: str, place: int) -> int:
    """A place, or the one before it where it stands within a line end of two characters."""
    return place - 1 if text.startswith("\r\n", max(place - 1, 0)) else place
