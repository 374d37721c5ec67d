"""Verdicts of task 3: each filled slot of both sides, and what the response lacks."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.cpa.formats.columns import SLOTS
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.scoring.slots import FULL, Credits
from keytally.evaluations.cpa.verdicts.sides import Sides, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


def slots_marks(sides: Sides, alignment: Sequence[int | None], credits: Credits) -> Iterator[Mark]:
    """The marks of one side; `alignment` gives each pattern of the key the response's number."""
    pairs = _pairs(sides, alignment)
    for row, other in zip(sides.mine.rows, pairs, strict=True):
        yield from _Pattern(sides, row, other, credits).marks()
    if not sides.mine.is_key:
        aligned = set(pairs)
        yield from _lacking(sides, [row for row in sides.other.rows if row not in aligned])


def _pairs(sides: Sides, alignment: Sequence[int | None]) -> list[Row | None]:
    """For each row of this side the row that it is aligned with."""
    if sides.mine.is_key:
        return [None if at is None else sides.other.rows[at] for at in alignment]
    back = {at: number for number, at in enumerate(alignment) if at is not None}
    return [sides.other.rows[back[at]] if at in back else None for at in range(len(sides.mine.rows))]


class _Pattern:
    """A pattern, and the one that it is aligned with."""

    def __init__(self, sides: Sides, row: Row, other: Row | None, credits: Credits) -> None:
        self._sides = sides
        self._row = row
        self._other = other
        self._credits = credits

    def marks(self) -> Iterator[Mark]:
        for column, slot in enumerate(SLOTS):
            mine, theirs = self._row.text(column), self._other.text(column) if self._other else ""
            if mine:
                yield self._present(column, f"{slot} {mine}", theirs)
            elif theirs and self._other and not self._sides.mine.is_key:
                label = self._sides.label(Status.MISSING, f"{slot} {theirs}")
                partner = self._sides.other.place(self._other, column)
                yield mark(self._sides.mine.gap(self._row, column), Status.MISSING, label, partner)

    def _present(self, column: int, what: str, theirs: str) -> Mark:
        place = self._sides.mine.place(self._row, column)
        partner = self._sides.other.place(self._other, column) if self._other else None
        if not theirs:
            status = self._sides.alone()
            return mark(place, status, self._sides.label(status, what), partner)
        mine = self._row.text(column)
        key, response = (mine, theirs) if self._sides.mine.is_key else (theirs, mine)
        credit = self._credits.of(key, response)
        status = Status.PARTIAL if 0 < credit < FULL else Status.CORRECT if credit else Status.INCORRECT
        note = f"{credit / FULL:g} of a point for {what}" if status is Status.PARTIAL else what
        return mark(place, status, self._sides.label(status, note, "" if credit == FULL else theirs), partner)


def _lacking(sides: Sides, rows: Sequence[Row]) -> Iterator[Mark]:
    """The key's patterns that no pattern of the response is aligned with, at its end."""
    place = sides.mine.gap_after(sides.mine.rows[-1] if sides.mine.rows else None)
    for row in rows:
        told = ", ".join(f"{slot} {row.text(at)}" for at, slot in enumerate(SLOTS) if row.text(at))
        if place is not None and told:
            partner = (sides.other.unit_of(row), row.start, row.end)
            yield mark(place, Status.MISSING, sides.label(Status.MISSING, f"pattern: {told}"), partner)
