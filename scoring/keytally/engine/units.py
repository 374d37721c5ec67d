"""The units of a text in file order, and where each of them starts."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from keytally.evaluations.interface import ORDINAL
from keytally.text.lines import count_line_ends
from keytally.text.measured import Columns, IndexedSequence, ItemIndex

CHARACTERS, FINDINGS, LINE_ENDS, ORDINALS = 0, 1, 2, 3
"""The dimensions in which `Units.index` counts."""


class UnitReplacement(NamedTuple):
    """The units of a stretch of text before an edit, and those after it; some may be the same."""

    old: Sequence[Any]
    new: Sequence[Any]


class Units:
    """All units of one text; their texts joined are the text. Offsets count code points.

    `count_findings` gives the number of findings of each of some units.
    """

    def __init__(self, units: Sequence[Any], count_findings: Callable[[Sequence[Any]], list[int]]) -> None:
        self._unindexed: Sequence[Any] | None = units
        self._count_findings = count_findings

    @cached_property
    def index(self) -> IndexedSequence[Any]:
        """The units by what stands before them; a run that only scores never asks for it."""
        units, self._unindexed = self._unindexed or (), None
        return IndexedSequence(units, self._measure, dimensions=4)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index if self._unindexed is None else self._unindexed)

    def __contains__(self, unit: Any) -> bool:
        return unit in self.index

    @property
    def length(self) -> int:
        """The number of characters of all units."""
        return self.index.total[CHARACTERS]

    def at(self, offset: int) -> tuple[Any, int]:
        """The unit that holds the character at `offset`, and the offset at which the unit starts."""
        place, before = self.index.find(offset, CHARACTERS)
        return self.index[place], before[CHARACTERS]

    def between(self, start: int, end: int) -> Iterator[tuple[Any, int]]:
        """The units that hold characters from `start` to `end`, each with the offset at which it starts."""
        units = self.index
        first, before = units.find(start, CHARACTERS)
        offset: int = before[CHARACTERS]
        place: ItemIndex | None = first
        while place is not None and offset <= end:
            unit = units[place]
            yield unit, offset
            offset += len(unit.text)
            place = units.following(place)

    def offset_of(self, unit: Any) -> int:
        """The offset at which a unit starts; raises KeyError for a unit of another text."""
        return self.index.before_in(self.index.place_of(unit), CHARACTERS)

    def line_of(self, unit: Any) -> int:
        """The line on which a unit starts; raises KeyError for a unit of another text."""
        return self.index.before_in(self.index.place_of(unit), LINE_ENDS)

    def unit_before(self, unit: Any) -> Any | None:
        """The unit that stands right before another; None before the first."""
        place = self.index.previous(self.index.place_of(unit))
        return None if place is None else self.index[place]

    def unit_after(self, unit: Any) -> Any | None:
        """The unit that stands right after another; None after the last."""
        place = self.index.following(self.index.place_of(unit))
        return None if place is None else self.index[place]

    def recount(self, unit: Any) -> None:
        """Count the findings of a unit again."""
        if self._unindexed is None:
            self.index.remeasure(self.index.place_of(unit))

    def recount_all(self) -> None:
        """Count the findings of every unit again."""
        if self._unindexed is None:
            self._unindexed = list(self.index)
            del self.index

    def _measure(self, units: Sequence[Any]) -> Columns:
        texts = [unit.text for unit in units]
        numbered = [int(unit.document == ORDINAL) for unit in units]
        return [
            list(map(len, texts)),
            self._count_findings(units),
            list(map(count_line_ends, texts)),
            numbered,
        ]
