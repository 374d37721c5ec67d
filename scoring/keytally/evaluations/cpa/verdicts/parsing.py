"""Verdicts of task 1: each tag and each semantic type of both sides, and those that the response lacks."""

from collections.abc import Iterator

from keytally.evaluations.cpa.formats.columns import ID
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.parsing import LAYERS, Tagged, tagged
from keytally.evaluations.cpa.verdicts.compared_sides import CellPlace, ComparedSides, cell, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


class ParsingVerdicts:
    """The verdicts of one side, layer by layer (see compared_sides.CpaVerdicts)."""

    def __init__(self, sides: ComparedSides, *, official: bool) -> None:
        lost = {} if sides.mine.is_key else sides.lost_rows()
        self._layers = [_Layer(sides, column, official) for column in LAYERS.values()]
        self._lost = lost

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """The marks in a unit of the side."""
        for layer in self._layers:
            yield from layer.of(unit)
            for identifier, place in self._lost.get(unit, ()):
                yield from layer.lacking(identifier, place)


class _Layer:
    """One column of both sides."""

    def __init__(self, sides: ComparedSides, column: int, official: bool) -> None:
        self._sides = sides
        self._column = column
        self._mine = tagged(sides.mine.units, column, official=official)
        self._theirs = tagged(sides.other.units, column, official=official)

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        seen: set[str] = set()
        for row in unit.rows:
            identifier = row.cell(ID)
            mine = self._mine.get(identifier)
            if mine is not None and mine.row is row:
                yield self._present(mine, self._theirs.get(identifier), identifier)
            elif mine is None and identifier not in seen and not self._sides.mine.is_key:
                yield from self.lacking(identifier, (unit, *row.place(self._column)[1:] * 2))
            seen.add(identifier)

    def _present(self, mine: Tagged, theirs: Tagged | None, identifier: str) -> Mark:
        place, what = cell(mine.unit, mine.row, self._column), _shown(mine)
        if theirs is None:
            status = self._sides.alone()
            untagged = self._sides.other.gap(identifier, self._column)
            return mark(place, status, what, untagged)
        status = Status.CORRECT if mine.category == theirs.category else Status.INCORRECT
        subject = self._sides.compared(what, _shown(theirs))
        return mark(place, status, subject, cell(theirs.unit, theirs.row, self._column))

    def lacking(self, identifier: str, place: CellPlace) -> Iterator[Mark]:
        """The marks of the key's values that the response lacks, at their places."""
        theirs = self._theirs.get(identifier)
        if theirs is not None:
            partner = cell(theirs.unit, theirs.row, self._column)
            yield mark(place, Status.MISSING, _shown(theirs), partner)


def _shown(tagged_cell: Tagged) -> str:
    return tagged_cell.category.strip()
