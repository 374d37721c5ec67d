"""Verdicts of task 3: each filled slot of both sides, and the slots that the response lacks."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import SLOTS
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.slots import FULL, Credits
from keytally.evaluations.cpa.verdicts.compared_sides import ComparedSides, VerbSide, cell, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


class _PatternLine(NamedTuple):
    """A pattern, and its unit."""

    unit: CpaUnit
    row: CpaRow


def _lines(side: VerbSide) -> list[_PatternLine]:
    return [_PatternLine(unit, row) for unit in side.units for row in unit.rows]


class SlotsVerdicts:
    """The verdicts of one side (see compared_sides.CpaVerdicts).

    `alignment` gives for each pattern of the key the index of its partner in the response.
    """

    def __init__(self, sides: ComparedSides, alignment: Sequence[int | None], credits: Credits) -> None:
        self._sides = sides
        self._credits = credits
        mine, theirs = _lines(sides.mine), _lines(sides.other)
        pairs = [(at, other) for at, other in enumerate(alignment) if other is not None]
        ordered = pairs if sides.mine.is_key else [(other, at) for at, other in pairs]
        self._partners = {mine[at].row: theirs[other] for at, other in ordered}
        aligned = {other for _, other in ordered}
        lost = [] if sides.mine.is_key else [line for at, line in enumerate(theirs) if at not in aligned]
        self._lost = lost

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """The marks in a unit of the side."""
        for row in unit.rows:
            yield from self._pattern(_PatternLine(unit, row), self._partners.get(row))
        if self._lost and self._sides.mine.end and self._sides.mine.end[0] is unit:
            yield from self._lacking()

    def _pattern(self, line: _PatternLine, other: _PatternLine | None) -> Iterator[Mark]:
        for column, slot in enumerate(SLOTS):
            mine, theirs = line.row.text(column), other.row.text(column) if other else ""
            if mine:
                yield self._present(column, line, other)
            elif theirs and other and not self._sides.mine.is_key:
                gap = (line.unit, *line.row.place(column)[1:] * 2)
                yield mark(gap, Status.MISSING, f"{slot} {theirs}", cell(other.unit, other.row, column))

    def _present(self, column: int, line: _PatternLine, other: _PatternLine | None) -> Mark:
        place, mine = cell(line.unit, line.row, column), line.row.text(column)
        partner = cell(other.unit, other.row, column) if other else None
        theirs, what = other.row.text(column) if other else "", f"{SLOTS[column]} {mine}"
        if not theirs:
            status = self._sides.alone()
            return mark(place, status, what, partner)
        key, response = (mine, theirs) if self._sides.mine.is_key else (theirs, mine)
        credit = self._credits.of(key, response)
        status = Status.PARTIAL if 0 < credit < FULL else Status.CORRECT if credit else Status.INCORRECT
        note = f"{credit / FULL:g} of a point for {what}" if status is Status.PARTIAL else what
        return mark(place, status, self._sides.compared(note, "" if credit == FULL else theirs), partner)

    def _lacking(self) -> Iterator[Mark]:
        """The key's patterns without a partner in the response, at its end."""
        for line in self._lost:
            slots = ", ".join(
                f"{slot} {line.row.text(at)}" for at, slot in enumerate(SLOTS) if line.row.text(at)
            )
            if slots and self._sides.mine.end:
                partner = (line.unit, line.row.start, line.row.end)
                yield mark(self._sides.mine.end, Status.MISSING, f"pattern: {slots}", partner)
