"""Marks of a verb in each task: the status of tags, cluster items, patterns and slots."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from keytally.families.contract import Level, Mark, Role
from keytally.families.cpa.reading import CLUSTER, ID, SLOTS, CpaRow, CpaUnit
from keytally.families.cpa.scoring import (
    FULL,
    LAYERS,
    Clustered,
    Credits,
    Share,
    Tagged,
    cluster_names,
    cluster_partners,
    clusters,
    item_shares,
    tagged,
)
from keytally.tallies.status import Status

CellPlace = tuple[CpaUnit, int, int]


class CpaVerdicts(Protocol):
    """The verdicts of one side of a verb, computed unit by unit."""

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """Yield the marks in a unit of the side."""
        ...


class VerbSide:
    """The units of one side of a verb."""

    def __init__(self, role: Role, units: Sequence[CpaUnit]) -> None:
        self.role = role
        self.units = units

    @property
    def is_key(self) -> bool:
        """Return whether this is the key's side."""
        return self.role is Role.KEY

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of all rows."""
        return frozenset().union(*(unit.ids for unit in self.units))

    def gap(self, identifier: str, column: int) -> CellPlace | None:
        """Return the place at the end of a cell in the first row with an id; None if there is no such row."""
        if identifier not in self.ids:
            return None
        unit = next(unit for unit in self.units if identifier in unit.ids)
        row = next(row for row in unit.rows if row.cell(ID) == identifier)
        return unit, *row.place(column)[1:] * 2

    @cached_property
    def start(self) -> CellPlace | None:
        """Return the start of the side; None if it has no text."""
        return (self.units[0], 0, 0) if self.units else None

    @cached_property
    def end(self) -> CellPlace | None:
        """Return the place after the last row, or the start of the side."""
        unit = next((unit for unit in reversed(self.units) if unit.rows), None)
        return (unit, *(unit.rows[-1].end,) * 2) if unit else self.start


class ComparedSides(NamedTuple):
    """One side, and the side that it is compared with."""

    mine: VerbSide
    other: VerbSide

    def alone(self) -> Status:
        """Return the status of items that occur only on this side."""
        return Status.MISSING if self.mine.is_key else Status.SPURIOUS

    def compared(self, what: str, other: str = "") -> str:
        """Return the subject of a verdict, with the other side's value: `obj (key: subj)`."""
        return f"{what} ({self.other.role.value}: {other})" if other and other != what else what

    def lost_rows(self) -> Mapping[CpaUnit, Sequence[tuple[str, CellPlace]]]:
        """Return the ids that only the other side has, grouped by the unit of this side where they belong.

        An id belongs after the row of the nearest earlier common id, or at the start.
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
    """Return the place of a cell."""
    return unit, *row.place(column)


def mark(
    place: CellPlace, status: Status, subject: str, partner: CellPlace | None = None, wanted: str = ""
) -> Mark:
    """Return a mark on a cell or on a missing cell; in the label, the verdict precedes the subject."""
    label = f"{status.value.upper()} {subject}"
    return Mark(*place, status, Level.ITEM, label, partner, subject, wanted=wanted)


class ParsingVerdicts:
    """The verdicts of one side, layer by layer (see CpaVerdicts)."""

    def __init__(self, sides: ComparedSides, *, official: bool) -> None:
        lost = {} if sides.mine.is_key else sides.lost_rows()
        self._layers = [_Layer(sides, column, official) for column in LAYERS.values()]
        self._lost = lost

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """Yield the marks in a unit of the side."""
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
        """Yield the marks of key values that the response lacks, at their places."""
        theirs = self._theirs.get(identifier)
        if theirs is not None:
            partner = cell(theirs.unit, theirs.row, self._column)
            yield mark(place, Status.MISSING, _shown(theirs), partner)


def _shown(tagged_cell: Tagged) -> str:
    return tagged_cell.category.strip()


class ClusteringVerdicts:
    """The verdicts of one side (see CpaVerdicts).

    An item is correct if its cluster contains the same items on both sides. An item is incorrect if its two
    clusters have no other item in common, and otherwise partially correct.
    """

    def __init__(self, sides: ComparedSides, *, official: bool) -> None:
        self._sides = sides
        mine, theirs = (clusters(side.units, official=official) for side in sides)
        self._mine, self._theirs = ({each.item: each for each in side} for side in (mine, theirs))
        self._shares = item_shares(mine, theirs) if sides.mine.is_key else item_shares(theirs, mine)
        self._lost = {} if sides.mine.is_key else sides.lost_rows()

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """Yield the marks in a unit of the side."""
        for row in unit.rows:
            mine = self._mine.get(row.cell(ID))
            if mine is not None and mine.row is row:
                yield self._present(mine)
            elif mine is None and not self._sides.mine.is_key:
                yield from self._lacking(row.cell(ID), (unit, *row.place(CLUSTER)[1:] * 2))
        for identifier, place in self._lost.get(unit, ()):
            yield from self._lacking(identifier, place)

    def _present(self, mine: Clustered) -> Mark:
        place, cluster = cell(mine.unit, mine.row, CLUSTER), mine.row.text(CLUSTER)
        theirs = self._theirs.get(mine.item)
        if theirs is None:
            status = self._sides.alone()
            return mark(place, status, f"cluster {cluster}")
        share = self._shares[mine.item]
        status = _status(share)
        shared = f"precision {share.common}/{share.response_size}, recall {share.common}/{share.key_size}"
        subject, partner = f"cluster {cluster}: {shared}", cell(theirs.unit, theirs.row, CLUSTER)
        wanted = "" if self._sides.mine.is_key else self._names[theirs.cluster]
        return mark(place, status, subject, partner, wanted if wanted != mine.cluster else "")

    def _lacking(self, identifier: str, place: CellPlace) -> Iterator[Mark]:
        """Yield a mark for each key item without a cluster in the response, at the place of its line."""
        theirs = self._theirs.get(identifier)
        if theirs is not None:
            what = f"item {identifier}, cluster {theirs.row.text(CLUSTER)}"
            partner = cell(theirs.unit, theirs.row, CLUSTER)
            yield mark(place, Status.MISSING, what, partner, self._names[theirs.cluster])

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Return the response's name for each cluster of the key, chosen to keep most of its items in
        their clusters.
        """
        key, response = self._theirs, self._mine
        return cluster_names(key, response, cluster_partners(key, response))


def _status(share: Share) -> Status:
    if share.common == share.key_size == share.response_size:
        return Status.CORRECT
    return Status.INCORRECT if share.common <= 1 else Status.PARTIAL


class _PatternLine(NamedTuple):
    """A pattern, and its unit."""

    unit: CpaUnit
    row: CpaRow


def _lines(side: VerbSide) -> list[_PatternLine]:
    return [_PatternLine(unit, row) for unit in side.units for row in unit.rows]


class SlotsVerdicts:
    """The verdicts of one side (see CpaVerdicts).

    `alignment` contains, for each pattern of the key, the index of its partner in the response.
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
        """Yield the marks in a unit of the side."""
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
        """Yield a mark for each key pattern without a partner, at the end of the response."""
        for line in self._lost:
            slots = ", ".join(
                f"{slot} {line.row.text(at)}" for at, slot in enumerate(SLOTS) if line.row.text(at)
            )
            if slots and self._sides.mine.end:
                partner = (line.unit, line.row.start, line.row.end)
                yield mark(self._sides.mine.end, Status.MISSING, f"pattern: {slots}", partner)
