"""Spans, positions, lines and line ends of a text."""

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of text; `start` and `end` count code points."""

    start: int
    end: int


class Position(NamedTuple):
    """A position in a file; `line` and `column` count from 0, `column` in code points."""

    line: int
    column: int


LINE_END = re.compile(r"\r\n|\n|\r")

BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[^\S\r\n]*(?:\r\n|\n|\r)")
"""A blank line, with the line end before it."""

_FIRST_OF_END = re.compile(r"[\r\n]")


def count_line_ends(text: str) -> int:
    """Return the number of line ends in `text`."""
    if "\r" not in text:
        return text.count("\n")
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def line_starts(text: str) -> list[int]:
    """Return the offsets of the starts of the lines of `text`; the first is 0."""
    if "\r" not in text:
        return starts_after_feeds(text)
    return [0, *(end.end() for end in LINE_END.finditer(text))]


def starts_after_feeds(text: str) -> list[int]:
    r"""Return the offsets of the starts of lines if only line feeds end a line."""
    return [0, *accumulate([len(line) + 1 for line in text.split("\n")[:-1]])]


def own_line_end(text: str) -> str:
    r"""Return the line end that a text uses: its first one; `\n` if it has none."""
    found = LINE_END.search(text)
    return found.group() if found else "\n"


def start_of_line(text: str, place: int) -> int:
    """Return the start of the line that contains an offset."""
    return max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1


def end_of_line(text: str, place: int) -> int:
    """Return the end of the text of the line that contains an offset, before its line end."""
    found = _FIRST_OF_END.search(text, place)
    return found.start() if found else len(text)


def line_end_before(text: str, start: int) -> int:
    """Return the start of the line end before the line that starts at an offset; -1 for the first line."""
    return start - (2 if text[max(start - 2, 0) : start] == "\r\n" else 1)


_MARKS = ("<<<<<<<", "=======", ">>>>>>>")


def conflict_line(text: str) -> int | None:
    """Return the line, from 1, of the first merge conflict marker; None if there is no conflict.

    The three markers must occur in order at line starts, each alone or followed by a space, because a single
    marker may be part of a text.
    """
    if not all(mark in text for mark in _MARKS):
        return None
    first, wanted = 0, 0
    for number, mark in _marked(text):
        if mark == 0:
            first, wanted = number, 1
        elif mark == wanted:
            wanted += 1
        if wanted == len(_MARKS):
            return first
    return None


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines that are conflict markers, each with the number of its marker."""
    for number, line in enumerate(text.split("\n"), start=1):
        name, _, _ = line.rstrip("\r").partition(" ")
        if name in _MARKS:
            yield number, _MARKS.index(name)
