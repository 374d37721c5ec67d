"""Where the units of a side stand in its files."""

from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.reading import Reading
from keytally.report_page.links import Links
from keytally.text.lines import line_starts
from keytally.text.paths import absolute


class LocatedUnit:
    """A unit in its file, which is called `shown` in the page and has an address there.

    The address is empty where nothing links to files.
    """

    def __init__(self, shown: Path, address: str, has_places: bool, reading: Reading, unit: Any) -> None:
        self.unit = unit
        self._shown = shown
        self._address = address
        self._has_places = has_places
        self._first = reading.places.position(reading.units.offset_of(unit))
        self._starts = line_starts(unit.text)

    def at(self, offset: int) -> str:
        """`line:column` of an offset of the unit, from 1; "" where no links lead to places.

        The text is not looked at again: a line may be long, and have many differences.
        """
        if not self._has_places:
            return ""
        line = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[line] + (0 if line else self._first.column)
        return f"{self._first.line + line + 1}:{column + 1}"

    @property
    def place(self) -> str:
        """`path:line` of the unit's start."""
        return f"{self._shown}:{self._first.line + 1}"

    @property
    def href(self) -> str:
        """The link to the unit's start."""
        return f"{self._address}:{self.at(0)}" if self._has_places else self._address

    @property
    def base(self) -> str:
        """What a link to an offset of the unit begins with; "" where there are none."""
        return f"{self._address}:" if self._has_places else ""


def locator(
    side: JoinedReadings, shown: Callable[[Path], Path], links: Links
) -> Callable[[Any], LocatedUnit]:
    """A function that finds the file of a unit of a side; `shown` gives the name of a file in the page."""
    addresses = {path: links.address(absolute(path)) for path in side.paths}

    def located(unit: Any) -> LocatedUnit:
        path = next(path for path in side.paths if unit in side.reading(path).units)
        return LocatedUnit(shown(path), addresses[path], links.has_places, side.reading(path), unit)

    return located
