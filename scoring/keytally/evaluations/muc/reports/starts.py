"""Where documents start in their files."""

from typing import NamedTuple


class Starts(NamedTuple):
    """Where a document starts in the key's and the response's file, task tags not counted."""

    key: int = 0
    response: int = 0
