r"""Lines and their ends: `\n`, `\r\n` and `\r`, and nothing else."""

import re
from itertools import accumulate

LINE_END = re.compile(r"\r\n|\n|\r")

BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[^\S\r\n]*(?:\r\n|\n|\r)")
"""A blank line, with the line end before it."""

_FIRST_OF_END = re.compile(r"[\r\n]")


def count_line_ends(text: str) -> int:
    """The number of line ends in `text`."""
    if "\r" not in text:
        return text.count("\n")
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def line_starts(text: str) -> list[int]:
    """The offsets of the starts of the lines of `text`; the first is 0."""
    if "\r" not in text:
        return starts_behind_feeds(text)
    return [0, *(end.end() for end in LINE_END.finditer(text))]


def starts_behind_feeds(text: str) -> list[int]:
    r"""The same if only `\n` ends a line."""
    return [0, *accumulate([len(line) + 1 for line in text.split("\n")[:-1]])]


def own_line_end(text: str) -> str:
    r"""The line end that a text uses: its first one; `\n` if it has none."""
    found = LINE_END.search(text)
    return found.group() if found else "\n"


def start_of_line(text: str, place: int) -> int:
    """The start of the line that holds an offset."""
    return max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1


def end_of_line(text: str, place: int) -> int:
    """The end of the text of the line that holds an offset, before its line end."""
    found = _FIRST_OF_END.search(text, place)
    return found.start() if found else len(text)


def line_end_before(text: str, start: int) -> int:
    """The start of the line end before the line that starts at an offset; -1 for the first line."""
    return start - (2 if text[max(start - 2, 0) : start] == "\r\n" else 1)
