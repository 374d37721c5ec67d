r"""Line ends: `\n`, `\r\n` and `\r`, and nothing else."""

import re
from itertools import accumulate

LINE_END = re.compile(r"\r\n|\n|\r")


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
