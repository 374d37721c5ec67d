"""The names of one folder, in order: those that begin alike stand together."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def beginning_with(start: str, names: Sequence[str]) -> Sequence[str]:
    """Those of the names that begin with `start`; `names` is sorted, and few of it are looked at."""
    length = len(start)
    first = bisect_left(names, start)
    return names[first : bisect_right(names, start, first, key=lambda name: name[:length])]
