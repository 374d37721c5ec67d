"""The common base of the verdicts of all three tasks: both sides of a verb, and marks on their cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from keytally.evaluations.cpa.formats.columns import ID
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.interface import Level, Mark, Role
from keytally.tallies.status import Status

CellPlace = tuple[CpaUnit, int, int]


class CpaVerdicts(Protocol):
    """The verdicts of one side of a verb, computed unit by unit."""

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """The marks in a unit of the side."""
        ...


class VerbSide:
    """The units of one side of a verb."""

    def __init__(self, role: Role, units: Sequence[CpaUnit]) -> None:
        self.role = role
        self.units = units

    @property
    def is_key(self) -> bool:
        """Whether this is the key's side."""
        return self.role is Role.KEY

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all rows."""
        return frozenset().union(*(unit.ids for unit in self.units))

    def gap(self, identifier: str, column: int) -> CellPlace | None:
        """The place at the end of a cell in the first row with an id; None without such a row."""
        if identifier not in self.ids:
            return None
        unit = next(unit for unit in self.units if identifier in unit.ids)
        row = next(row for row in unit.rows if row.cell(ID) == identifier)
        return unit, *row.place(column)[1:] * 2

    @cached_property
    def start(self) -> CellPlace | None:
        """The start of the side; None if it has no text."""
        return (self.units[0], 0, 0) if self.units else None

    @cached_property
    def end(self) -> CellPlace | None:
        """The end of the last row, else the start."""
        unit = next((unit for unit in reversed(self.units) if unit.rows), None)
        return (unit, *(unit.rows[-1].end,) * 2) if unit else self.start


class ComparedSides(NamedTuple):
    """A side, and the one that it is compared with."""

    mine: VerbSide
    other: VerbSide

    def alone(self) -> Status:
        """The status of what only this side has."""
        return Status.MISSING if self.mine.is_key else Status.SPURIOUS

    def compared(self, what: str, other: str = "") -> str:
        """The subject of a verdict, with the other side's value: `obj (key: subj)`."""
        return f"{what} ({self.other.role.value}: {other})" if other and other != what else what

    def lost_rows(self) -> Mapping[CpaUnit, Sequence[tuple[str, CellPlace]]]:
        """The other side's ids that this side lacks, by the unit of this side where each belongs.

        It belongs after the row of the nearest earlier id that both have, else at the start.
        """
        lost: dict[CpaUnit, list[tuple[str, CellPlace]]] = {}
        if self.mine.start is None or self.other.ids <= self.mine.ids:
            return lost
        place: CellPlace = self.mine.start
        ends = {row.cell(ID): (unit, row.end, row.end) for unit in self.mine.units for row in unit.rows}
        for unit in self.other.units:
            for row in unit.rows:
                place = ends.get(row.cell(ID), place)
                if row.cell(ID) not in self.mine.ids:
                    lost.setdefault(place[0], []).append((row.cell(ID), place))
        return lost


def cell(unit: CpaUnit, row: CpaRow, column: int) -> CellPlace:
    """The place of a cell."""
    return unit, *row.place(column)


def mark(place: CellPlace, status: Status, subject: str, partner: CellPlace | None = None) -> Mark:
    """A mark on a cell, or on a missing one; the label puts the verdict before the subject."""
    return Mark(*place, status, Level.ITEM, f"{status.value.upper()} {subject}", partner, subject)
