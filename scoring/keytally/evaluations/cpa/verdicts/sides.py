"""What verdicts of all three tasks are made from: the lines of both sides, and marks on their cells."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import ID
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.interface import Level, Mark, Role
from keytally.tallies.status import Status

Place = tuple[CpaUnit, int, int]


class Side:
    """The lines of one side of a verb, each with its unit."""

    def __init__(self, role: Role, units: Sequence[CpaUnit]) -> None:
        self.role = role
        self.units = units
        self.rows = [row for unit in units for row in unit.rows]
        self._units = {row: unit for unit in units for row in unit.rows}

    @property
    def is_key(self) -> bool:
        """Whether this is the key's side."""
        return self.role is Role.KEY

    def unit_of(self, row: Row) -> CpaUnit:
        """The unit that a row stands in."""
        return self._units[row]

    def place(self, row: Row, column: int) -> Place:
        """Where a cell stands."""
        return self._units[row], *row.place(column)

    def gap(self, row: Row, column: int) -> Place:
        """The place without width at the end of a cell."""
        unit, _, end = self.place(row, column)
        return unit, end, end

    def gap_after(self, row: Row | None) -> Place | None:
        """The place without width behind a row, or before the first; None where the side has no text."""
        if row is not None:
            return self._units[row], row.end, row.end
        return (self.units[0], 0, 0) if self.units else None

    def gaps_beside(self, other: Iterable[Row]) -> dict[str, Place]:
        """For each id of the other side's rows that this side lacks, where its row would stand."""
        here = {row.cell(ID): row for row in reversed(self.rows)}
        gaps: dict[str, Place] = {}
        last: Row | None = None
        for row in other:
            last = here.get(row.cell(ID), last)
            place = self.gap_after(last)
            if row.cell(ID) not in here and place is not None:
                gaps.setdefault(row.cell(ID), place)
        return gaps


class Sides(NamedTuple):
    """A side, and the one that it is compared with."""

    mine: Side
    other: Side

    def alone(self) -> Status:
        """The verdict on what only this side has."""
        return Status.MISSING if self.mine.is_key else Status.SPURIOUS

    def label(self, status: Status, what: str, other: str = "") -> str:
        """A verdict in words: `INC obj (key: subj)`."""
        compared = f" ({self.other.role.value}: {other})" if other and other != what else ""
        return f"{status.value.upper()} {what}{compared}"


def mark(place: Place, status: Status, label: str, partner: Place | None = None) -> Mark:
    """A mark on a cell, or where one lacks."""
    return Mark(*place, status, Level.ITEM, label, partner)
