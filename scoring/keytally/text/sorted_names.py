"""Finds names with a common beginning in the sorted names of a folder."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def beginning_with(start: str, names: Sequence[str]) -> Sequence[str]:
    """The names that begin with `start`; `names` is sorted, and only a few of them are examined."""
    length = len(start)
    first = bisect_left(names, start)
    return names[first : bisect_right(names, start, first, key=lambda name: name[:length])]
