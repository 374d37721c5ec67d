"""A folding range."""

from typing import NamedTuple


class FoldingRange(NamedTuple):
    """A stretch of the file that can be folded into its first line."""

    start: int
    end: int
