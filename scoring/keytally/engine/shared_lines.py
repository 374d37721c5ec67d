"""Lines that units share: where each unit starts on its line."""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from keytally.text.lines import line_starts
from keytally.text.measured import IndexedSequence, ItemIndex

Width = Callable[[str], int]
"""The width of a text: `len`, or the number of code units that a client counts."""


def parts_lines(before: Any, unit: Any) -> bool:
    """Whether a line ends between a unit and the one before it."""
    text: str = before.text
    return text.endswith("\n") or (text.endswith("\r") and not unit.text.startswith("\n"))


class SharedLines:
    """Where units start on their lines, until one of them changes.

    `line_ends` is the dimension that counts them. The columns of a line are remembered for each
    `width`: who asks for one unit mostly goes on to the next.
    """

    def __init__(self, units: IndexedSequence[Any], line_ends: int) -> None:
        self._units = units
        self._line_ends = line_ends
        self._columns: dict[Width, dict[Any, int]] = {}

    def starts_line(self, place: ItemIndex) -> bool:
        """Whether the unit there starts a line of its own."""
        previous = self._units.previous(place)
        return previous is None or parts_lines(self._units[previous], self._units[place])

    def column(self, place: ItemIndex, width: Width) -> int:
        """The width of what stands before the unit there on its line."""
        unit, columns = self._units[place], self._columns.setdefault(width, {})
        if unit not in columns:
            columns.update(self._columns_around(place, width))
        return columns[unit]

    def _columns_around(self, place: ItemIndex, width: Width) -> dict[Any, int]:
        """The columns of the unit there and, if it starts within a line, of all that do so on that line."""
        if self.starts_line(place):
            return {self._units[place]: 0}
        units = self._on_line_of(place)
        ends = accumulate(width(text) for text in _on_their_last_line(units[:-1]))
        return dict(zip(units[1:], ends, strict=True))

    def _on_line_of(self, place: ItemIndex) -> list[Any]:
        """The units that hold parts of the line on which one starts, the first of them before it."""
        line = self._units.before(place)[self._line_ends]
        first = self._units.find(line - 1, self._line_ends)[0] if line else ItemIndex(0, 0)
        return self._units.range(first, self._units.find(line, self._line_ends)[0])


def _on_their_last_line(units: list[Any]) -> list[str]:
    """What units hold of a line that begins in the first of them and ends behind them."""
    first = units[0].text
    return [first[line_starts(first)[-1] :], *(unit.text for unit in units[1:])]
