"""Documents in groups that are looked at in one short step."""

from collections.abc import Iterable, Iterator, Sequence

TOGETHER = 16
"""The number of documents in a group."""


def groups(documents: Iterable[str]) -> Iterator[Sequence[str]]:
    """These documents in order, some at a time."""
    listed = list(documents)
    return (listed[at : at + TOGETHER] for at in range(0, len(listed), TOGETHER))
