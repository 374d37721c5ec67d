"""Which entities stay where a format cannot hold those that overlap."""

from collections.abc import Sequence

from keytally.evaluations.converted import Entity


def apart(entities: Sequence[Entity], *, nested: bool) -> set[int]:
    """The indices of entities that do not cross, the longest first; without `nested` none is in another.

    The entities stand in order of text, the longer first, and have one extent each.
    """
    by_length = sorted(
        range(len(entities)), key=lambda index: (entities[index].start - entities[index].end, index)
    )
    kept = _Kept()
    return {
        index for index in by_length if kept.take(entities[index].start, entities[index].end, nested=nested)
    }


class _Kept:
    """The stretches that are kept: for each character the number of the innermost."""

    def __init__(self) -> None:
        self._innermost: dict[int, int] = {}
        self._count = 0

    def take(self, start: int, end: int, *, nested: bool) -> bool:
        """Keep a stretch, unless it overlaps one that is kept in a way that is not allowed."""
        around = {self._innermost.get(place, -1) for place in range(start, max(end, start + 1))}
        if around != {-1} and (not nested or len(around) > 1):
            return False
        self._innermost.update(dict.fromkeys(range(start, end), self._count))
        self._count += 1
        return True
