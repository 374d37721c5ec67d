"""Where the units of a side stand in its files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.reading import Reading
from keytally.report_page.links import Links
from keytally.text.paths import absolute


class LocatedUnit(NamedTuple):
    """A unit in its file: the name of the file in the page, its address, and the reading with the unit.

    The address is empty where nothing links to files.
    """

    shown: Path
    address: str
    has_places: bool
    reading: Reading
    unit: Any

    def at(self, offset: int) -> str:
        """`line:column` of an offset of the unit, from 1."""
        position = self.reading.places.position(self.reading.units.offset_of(self.unit) + offset)
        return f"{position.line + 1}:{position.column + 1}"

    @property
    def place(self) -> str:
        """`path:line` of the unit's start."""
        return f"{self.shown}:{self.at(0).partition(':')[0]}"

    @property
    def href(self) -> str:
        """The link to the unit's start."""
        return f"{self.address}:{self.at(0)}" if self.has_places else self.address

    @property
    def base(self) -> str:
        """What a link to an offset of the unit begins with; "" where there are none."""
        return f"{self.address}:" if self.has_places else ""


def locator(
    side: JoinedReadings, shown: Callable[[Path], Path], links: Links
) -> Callable[[Any], LocatedUnit]:
    """A function that finds the file of a unit of a side; `shown` gives the name of a file in the page."""
    addresses = {path: links.address(absolute(path)) for path in side.paths}

    def located(unit: Any) -> LocatedUnit:
        path = next(path for path in side.paths if unit in side.reading(path).units)
        return LocatedUnit(shown(path), addresses[path], links.has_places, side.reading(path), unit)

    return located
