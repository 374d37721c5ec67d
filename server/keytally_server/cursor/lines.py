"""The line around an offset of a text, and the end of the word at an offset."""

import re
from typing import NamedTuple

BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n]")
"""A blank line, with the line end before it."""

_LINE_END = re.compile(r"[\r\n]")
_REST_OF_WORD = re.compile(r"\w*")


class CursorLine(NamedTuple):
    """A line: its start in the text, and its text before and after the cursor."""

    start: int
    before: str
    behind: str

    @property
    def end(self) -> int:
        """Where the line ends in the text, before its line end."""
        return self.start + len(self.before) + len(self.behind)


def line_around(text: str, place: int) -> CursorLine:
    """The line that contains an offset of a text."""
    start = max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1
    end = _LINE_END.search(text, place)
    return CursorLine(start, text[start:place], text[place : end.start() if end else len(text)])


def line_above(text: str, start: int) -> str:
    """The line before the one that starts at an offset; "" for the first line."""
    end = line_end_before(text, start)
    return line_around(text, end).before if end >= 0 else ""


def line_end_before(text: str, start: int) -> int:
    """Where the line end before a line starts; -1 for the first line."""
    return start - (2 if text[max(start - 2, 0) : start] == "\r\n" else 1)


def word_end(text: str, place: int) -> int:
    """The end of the word at or after an offset."""
    match = _REST_OF_WORD.match(text, place)
    return match.end() if match else place
