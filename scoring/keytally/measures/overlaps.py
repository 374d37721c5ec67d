"""The overlaps of the classes of two partitions, which measures over classes of mentions use."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

Classes = Sequence[Sequence[Hashable]]
"""The classes of one side. A mention that both sides have is the same value on both."""


class Overlaps(NamedTuple):
    """Two partitions: the sizes of their classes, and the number of mentions that two classes share.

    The keys of `shared` are the index of a class of the key and that of a class of the response; pairs
    without a common mention are left out. A size of 0 stands for no class.
    """

    key: Sequence[int]
    response: Sequence[int]
    shared: Mapping[tuple[int, int], int]

    @property
    def shared_by_row(self) -> list[dict[int, int]]:
        """For each class of the key, the number of mentions shared with classes of the response."""
        rows: list[dict[int, int]] = [{} for _ in self.key]
        for (mine, other), common in self.shared.items():
            rows[mine][other] = common
        return rows


def overlaps(key: Classes, response: Classes) -> Overlaps:
    """The overlaps of two lists of classes; no mention occurs twice on one side."""
    class_of = {mention: number for number, members in enumerate(response) for mention in members}
    mentions = ((number, mention) for number, members in enumerate(key) for mention in members)
    shared = Counter((mine, class_of[mention]) for mine, mention in mentions if mention in class_of)
    return Overlaps([*map(len, key)], [*map(len, response)], shared)
