"""The texts file with the offsets of link information: characters from the start of the file.

Task tags do not count; every other character does, including other tags and line ends. So an offset follows
from the units before it, each with its length without task tags.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
    from keytally.evaluations.muc.formats.templates.unit import Link


class TextPlace(NamedTuple):
    """A place in the texts: a unit, and the code points from its start, task tags counted."""

    unit: "SgmlUnit"
    place: int


class TextsFile:
    """The texts file that links point to, given by its units in file order."""

    def __init__(self, units: "Iterable[SgmlUnit]") -> None:
        self._units = list(units)
        self._starts = [0, *accumulate(unit.stripped_length for unit in self._units)]

    @property
    def length(self) -> int:
        """The number of characters of the whole file, without task tags."""
        return self._starts[-1]

    def text(self, first: int, last: int) -> str | None:
        """The characters from `first` to `last`; None if the file ends before `last`."""
        if last > self.length or first > last:
            return None
        parts = []
        for index in range(self._index(first), len(self._units)):
            unit, start = self._units[index], self._starts[index]
            if start >= last:
                break
            begin = unit.source_offset(max(first - start, 0), after_tags=True)
            end = unit.source_offset(min(last - start, unit.stripped_length))
            parts.append(unit.stripped(begin, end))
        return "".join(parts)

    def place(self, offset: int, *, is_end: bool = False) -> TextPlace | None:
        """The place of an offset; None past the end.

        If there are task tags, it is the place after them, or with `is_end` the place before.
        """
        if not self._units or not 0 <= offset <= self.length:
            return None
        index = self._index(max(offset - 1, 0) if is_end else offset)
        unit = self._units[index]
        return TextPlace(unit, unit.source_offset(offset - self._starts[index], after_tags=not is_end))

    def offset(self, unit: "SgmlUnit", place: int) -> int:
        """The link offset of a place in a unit. Raises ValueError for a unit of another file."""
        return self._starts[self._units.index(unit)] + unit.stripped_offset(place)

    def _index(self, offset: int) -> int:
        """The index of the unit with the character at an offset; the last unit at the end of the file."""
        return min(bisect_right(self._starts, offset) - 1, len(self._units) - 1)


def leads_to(link: "Link", name: str) -> bool:
    """Whether a link names the texts file of this name: with its extension or without, in any folder."""
    written = link.texts.replace("\\", "/").rpartition("/")[2]
    return written in (name, name.rpartition(".")[0])
