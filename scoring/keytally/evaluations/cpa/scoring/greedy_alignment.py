"""The official program's alignment of patterns: each of the key's takes the best that is left, in file order.

The patterns that are left are bits of whole numbers, a bit a pattern in file order, so that one operation
does for all of them what is to be done for each.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

from keytally.evaluations.cpa.formats.columns import SLOTS
from keytally.measures.ratios import f_measure, ratio

Pattern = tuple[str, ...]

_OFTEN = 64
"""The set of patterns with a cell is kept where one in so many has it; the others are made when needed."""


def greedy_alignment(gold: Sequence[Pattern], run: Sequence[Pattern]) -> list[int | None]:
    """For each pattern of the key the first of the response with the best F1 of those that are left."""
    left = _Left(run)
    return [left.take(pattern) for pattern in gold]


class _Left:
    """The patterns of a response that none of the key's has taken."""

    def __init__(self, run: Sequence[Pattern]) -> None:
        self._size = len(run)
        self._bits = (1 << len(run)) - 1
        filled: dict[int, list[int]] = {}
        self._places: dict[tuple[int, str], list[int]] = {}
        for at, pattern in enumerate(run):
            cells = _cells(pattern)
            filled.setdefault(len(cells), []).append(at)
            for cell in cells:
                self._places.setdefault(cell, []).append(at)
        self._with_filled = {count: self._mask(places) for count, places in filled.items()}
        often = {cell: at for cell, at in self._places.items() if len(at) * _OFTEN > self._size}
        self._often = {cell: self._mask(places) for cell, places in often.items()}

    def take(self, pattern: Pattern) -> int | None:
        """The index of the best pattern, which is left no longer; None if none is left."""
        if not self._bits:
            return None
        cells = _cells(pattern)
        best = _first(self._best(len(cells), self._by_equal_cells(cells)) or self._bits)
        self._bits ^= 1 << best
        return best

    def _by_equal_cells(self, cells: Sequence[tuple[int, str]]) -> Mapping[int, int]:
        """The patterns left that have at least one cell in common, by how many they have."""
        at_least = [self._bits]
        for cell in cells:
            places = self._places.get(cell)
            if places:
                mask = self._often.get(cell) or self._mask(places)
                more = [before & mask for before in at_least]
                at_least = [here | there for here, there in zip([*at_least, 0], [0, *more], strict=True)]
        exactly = {
            count: here & ~more
            for count, (here, more) in enumerate(zip(at_least, [*at_least[1:], 0], strict=True))
        }
        return {count: bits for count, bits in exactly.items() if count and bits}

    def _best(self, filled: int, by_equal: Mapping[int, int]) -> int:
        """The patterns with the highest F1; none if no pattern has a cell in common."""
        for kinds in _ranked(filled) if by_equal else ():
            found = 0
            for equal, others in kinds:
                found |= by_equal.get(equal, 0) & self._with_filled.get(others, 0)
            if found:
                return found
        return 0

    def _mask(self, places: Sequence[int]) -> int:
        mask = bytearray(self._size // 8 + 1)
        for at in places:
            mask[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(mask, "little")


def _cells(pattern: Pattern) -> list[tuple[int, str]]:
    """The filled cells with their columns."""
    return [(column, cell) for column, cell in enumerate(pattern) if cell]


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


@cache
def _ranked(filled: int) -> list[list[tuple[int, int]]]:
    """The kinds of partners of a pattern with that many filled cells, from the best F1 to the worst.

    A kind is the number of equal cells, at least one, and that of the partner's filled cells.
    """
    kinds = [
        (f_measure(ratio(equal, others), ratio(equal, filled)), equal, others)
        for others in range(1, len(SLOTS) + 1)
        for equal in range(1, min(filled, others) + 1)
    ]
    ranked = groupby(sorted(kinds, reverse=True), key=lambda kind: kind[0])
    return [[(equal, others) for _, equal, others in group] for _, group in ranked]
