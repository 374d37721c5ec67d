"""Places of a text by line and column."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

from keytally.engine.shared_lines import SharedLines, Width
from keytally.engine.units import CHARACTERS, LINE_ENDS, Units
from keytally.text.lines import line_starts
from keytally.text.measured import ItemIndex
from keytally.text.span import Position


class PlaceInUnit(NamedTuple):
    """A place by the lines of its unit: the line, and the unit's text of that line before it."""

    line: int
    before: str


class StretchStart(NamedTuple):
    """Where a stretch of units starts: its state (`FoundStretch`), its line, and whether it starts that."""

    state: object
    line: int
    starts_line: bool


class _UnitStart(NamedTuple):
    """Where a unit stands: its place among the units, its offsets in the file, and its first line."""

    place: ItemIndex
    start: int
    end: int
    line: int


class Places:
    """Lines and columns of offsets, and of the starts of units.

    Lines and columns count from 0. A column is the width of what stands before it on its line, by a
    function of the caller's: clients count in different code units.
    """

    def __init__(self, units: Units) -> None:
        self._units = units
        self._line_starts: dict[Any, list[int]] = {}
        self._last_found: _UnitStart | None = None
        self._shared: SharedLines | None = None

    def position(self, offset: int, width: Width = len) -> Position:
        """The line and the column of an offset."""
        unit = self._last_found = self._unit_around(offset)
        line, before = self.in_unit(self._units.index[unit.place], offset - unit.start)
        start = 0 if line else self._shared_lines.column(unit.place, width)
        return Position(unit.line + line, start + width(before))

    def in_unit(self, unit: Any, place: int) -> PlaceInUnit:
        """The line of a place in a unit, counted from the unit's first, and what stands before it."""
        if unit not in self._line_starts:
            self._line_starts[unit] = line_starts(unit.text)
        starts = self._line_starts[unit]
        line = bisect_right(starts, place) - 1
        return PlaceInUnit(line, unit.text[starts[line] : place])

    def starts_line(self, unit: Any) -> bool:
        """Whether nothing stands before a unit on its line."""
        return self._shared_lines.starts_line(self._units.index.place_of(unit))

    def line_started_by(self, unit: Any) -> int | None:
        """The line that a unit starts; None for one that starts within a line, or is of another text."""
        index = self._units.index
        if unit not in index:
            return None
        place = index.place_of(unit)
        return index.before_in(place, LINE_ENDS) if self._shared_lines.starts_line(place) else None

    def stretch_around(self, unit: Any) -> StretchStart | None:
        """Where the stretch starts that a unit is in; None for a unit of another text.

        While that is the same, all units of the stretch start the lines that they have started.
        """
        index = self._units.index
        if unit not in index:
            return None
        first = index.start_of_range(unit)
        line, starts_line = index.before_in(first, LINE_ENDS), self._shared_lines.starts_line(first)
        return StretchStart(index.state_of(unit), line, starts_line)

    def column_of(self, unit: Any, width: Width = len) -> int:
        """The column at which a unit starts; mostly 0."""
        return self._shared_lines.column(self._units.index.place_of(unit), width)

    def forget_places(self) -> None:
        """Drop what was remembered of where units stand."""
        self._last_found = self._shared = None

    def update(self, removed: Iterable[Any]) -> None:
        """Take in that units were replaced, and that some were removed."""
        self.forget_places()
        for unit in removed:
            self._line_starts.pop(unit, None)

    @property
    def _shared_lines(self) -> SharedLines:
        if self._shared is None:
            self._shared = SharedLines(self._units.index, LINE_ENDS)
        return self._shared

    def _unit_around(self, offset: int) -> _UnitStart:
        """The unit that holds the character at an offset; mostly the one found last, or the next one."""
        last, units = self._last_found, self._units.index
        if last is not None and offset >= last.end and (place := units.following(last.place)):
            last = self._start_of(place, last.end, last.line + units.measure_of(last.place)[LINE_ENDS])
        if last is not None and last.start <= offset < last.end:
            return last
        place, before = units.find(offset, CHARACTERS)
        return self._start_of(place, before[CHARACTERS], before[LINE_ENDS])

    def _start_of(self, place: ItemIndex, start: int, line: int) -> _UnitStart:
        return _UnitStart(place, start, start + self._units.index.measure_of(place)[CHARACTERS], line)
