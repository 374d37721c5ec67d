"""A hover."""

from typing import NamedTuple


class Hover(NamedTuple):
    """Markdown about a stretch of the file, in code points."""

    markdown: str
    start: int
    end: int
