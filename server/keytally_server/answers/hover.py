"""A hover."""

from typing import NamedTuple


class Hover(NamedTuple):
    """Markdown about a range of the file, in code points."""

    markdown: str
    start: int
    end: int
