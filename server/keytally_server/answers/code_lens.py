"""A code lens."""

from typing import NamedTuple


class CodeLens(NamedTuple):
    """A line of text above a place in the file."""

    start: int
    title: str
