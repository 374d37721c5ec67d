"""The one range in which two texts differ."""

from collections.abc import Sequence
from typing import NamedTuple


class Difference(NamedTuple):
    """Replacing `start` to `end` of the old text by `text` gives the new one."""

    start: int
    end: int
    text: str


def difference(old: str, new: str) -> Difference | None:
    """The shortest single replacement that turns `old` into `new`; None if they are equal."""
    if old == new:
        return None
    head = common_prefix(old, new)
    tail = common_suffix(old, new, min(len(old), len(new)) - head)
    return Difference(head, len(old) - tail, new[head : len(new) - tail])


def common_prefix(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the common start of two texts, or two lists, found by bisection."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix(a: str, b: str, most: int) -> int:
    """The length of the common end of two texts, at most `most`, found by bisection."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low
