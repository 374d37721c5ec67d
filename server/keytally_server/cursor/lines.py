"""The line around an offset of a text, and the end of the word at an offset."""

import re
from typing import NamedTuple

from keytally.text.lines import end_of_line, line_end_before, start_of_line

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
    start = start_of_line(text, place)
    return CursorLine(start, text[start:place], text[place : end_of_line(text, place)])


def line_above(text: str, start: int) -> str:
    """The line before the one that starts at an offset; "" for the first line."""
    end = line_end_before(text, start)
    return line_around(text, end).before if end >= 0 else ""


def word_end(text: str, place: int) -> int:
    """The end of the word at or after an offset."""
    match = _REST_OF_WORD.match(text, place)
    return match.end() if match else place
