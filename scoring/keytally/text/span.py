"""Ranges and positions in a text, in code points."""

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of text; `start` and `end` count code points."""

    start: int
    end: int


class Position(NamedTuple):
    """A place in a file; `line` and `column` count from 0, `column` in code points."""

    line: int
    column: int
