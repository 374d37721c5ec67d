"""Verdicts of task 1: each tag and each semantic type of both sides, and those that the response lacks."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from keytally.evaluations.cpa.formats.columns import ID
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.scoring.parsing import LAYERS, tagged
from keytally.evaluations.cpa.verdicts.sides import Place, Sides, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


def parsing_marks(sides: Sides, *, official: bool) -> Iterator[Mark]:
    """The marks of one side, layer by layer."""
    for column in LAYERS.values():
        yield from _Layer(sides, column, official).marks()


class _Layer:
    """One column of both sides."""

    def __init__(self, sides: Sides, column: int, official: bool) -> None:
        self._sides = sides
        self._column = column
        self._official = official
        self._mine, self._theirs = (
            {row.cell(ID): row for row in tagged(side.rows, column, official=official)} for side in sides
        )

    @cached_property
    def _own_rows(self) -> Mapping[str, Row]:
        return {row.cell(ID): row for row in reversed(self._sides.mine.rows)}

    @cached_property
    def _other_rows(self) -> Mapping[str, Row]:
        return {row.cell(ID): row for row in reversed(self._sides.other.rows)}

    def marks(self) -> Iterator[Mark]:
        for identifier, row in self._mine.items():
            yield self._present(row, self._theirs.get(identifier))
        if not self._sides.mine.is_key:
            yield from self._lacking()

    def _present(self, row: Row, other: Row | None) -> Mark:
        mine, place = self._text(row), self._sides.mine.place(row, self._column)
        if other is None:
            status = self._sides.alone()
            untagged = self._other_rows.get(row.cell(ID))
            partner = self._sides.other.gap(untagged, self._column) if untagged else None
            return mark(place, status, self._sides.label(status, mine), partner)
        theirs = self._text(other)
        status = Status.CORRECT if mine == theirs else Status.INCORRECT
        partner = self._sides.other.place(other, self._column)
        return mark(place, status, self._sides.label(status, mine, theirs), partner)

    def _lacking(self) -> Iterator[Mark]:
        """What the key has and the response has not, where it would stand."""
        gaps = self._sides.mine.gaps_beside(self._sides.other.rows)
        for identifier, row in self._theirs.items():
            place = self._gap(identifier, gaps)
            if identifier not in self._mine and place is not None:
                label = self._sides.label(Status.MISSING, self._text(row))
                yield mark(place, Status.MISSING, label, self._sides.other.place(row, self._column))

    def _gap(self, identifier: str, gaps: Mapping[str, Place]) -> Place | None:
        own = self._own_rows.get(identifier)
        return self._sides.mine.gap(own, self._column) if own else gaps.get(identifier)

    def _text(self, row: Row) -> str:
        return row.text(self._column, official=self._official).rstrip("\r")
