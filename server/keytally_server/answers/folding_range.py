"""A folding range."""

from typing import NamedTuple


class FoldingRange(NamedTuple):
    """A range of the file that folds into its first line."""

    start: int
    end: int
