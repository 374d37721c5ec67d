"""Differences between cells: where they stand, and the cells that a repair writes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.cpa.formats.columns import CLUST, ID, PARSE, TOKEN
from keytally.evaluations.cpa.formats.rows import TAB, CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.findings.finding import Edit

MISSED = "missed"
SPURIOUS = "spurious"
WRONG_VALUE = "wrong value"
PARTIAL_VALUE = "partial value"
WRONG_CLUSTER = "wrong cluster"

NO_FILE = "the response has no file of this verb"


class Line(NamedTuple):
    """A row and its unit."""

    unit: CpaUnit
    row: CpaRow


class CellSubject(NamedTuple):
    """What a repair writes: values by column into the response's row, or into a new one where it has none.

    Without values the row goes.
    """

    key: Line | None
    response: Line | None
    values: Mapping[int, str]


class Said(NamedTuple):
    """What the two sides have in a few words, and their values alone."""

    key: str
    response: str
    labels: tuple[str, str] = ("", "")


def first_lines(units: Sequence[CpaUnit]) -> dict[str, Line]:
    """The first row of each id."""
    lines: dict[str, Line] = {}
    for unit in units:
        for row in unit.rows:
            lines.setdefault(row.cell(ID), Line(unit, row))
    return lines


class Sides(NamedTuple):
    """The units of a verb on both sides."""

    key: Sequence[CpaUnit]
    response: Sequence[CpaUnit]

    def difference(
        self, name: str, subject: CellSubject, column: int | None, said: Said, counts: Mapping[str, int]
    ) -> Difference:
        """A difference in a column, or in whole rows; a row that the response lacks belongs to its end."""
        key = tuple(_places(subject.key, column))
        response = tuple(_places(subject.response, column)) or tuple(_end_of(self.response))
        labels = said.labels if name in (WRONG_VALUE, PARTIAL_VALUE) else ("", "")
        return Difference(name, key, response, said.key, said.response, counts, labels, subject)


def _places(line: Line | None, column: int | None) -> Iterator[Place]:
    if line is not None:
        place = (line.row.start, line.row.end) if column is None else line.row.place(column)
        yield Place(line.unit, *place)


def _end_of(units: Sequence[CpaUnit]) -> Iterator[Place]:
    """The place behind the last row, else the start; none without units."""
    unit = next((unit for unit in reversed(units) if unit.rows), units[0] if units else None)
    if unit is not None:
        end = unit.rows[-1].end if unit.rows else 0
        yield Place(unit, end, end)


def repair(
    key: Sequence[CpaUnit], response: Sequence[CpaUnit], differences: Sequence[Difference]
) -> Rewriting:
    """The edits of rows that repair differences; new rows stand behind the last one."""
    verb = key[0].document if key else None
    if not response or response[0].document != verb:
        return Rewriting((), dict.fromkeys(range(len(differences)), NO_FILE))
    subjects: list[CellSubject] = [each.subject for each in differences]
    written: dict[CpaRow, tuple[CpaUnit, dict[int, str] | None]] = {}
    new: dict[CpaRow, dict[int, str]] = {}
    for subject in subjects:
        if subject.response is not None:
            unit, row = subject.response
            _, values = written.setdefault(row, (unit, {}))
            written[row] = unit, {**(values or {}), **subject.values} if subject.values else None
        elif subject.key is not None:
            row = subject.key.row
            new.setdefault(row, _identity(subject.key)).update(subject.values)
    edits = [(unit, _row_edit(row, values)) for row, (unit, values) in written.items()]
    kept = [each for each in _lines(response) if written.get(each.row, (None, {}))[1] is not None]
    return Rewriting([*edits, *_added(response, kept, list(new.values()))])


def _identity(line: Line) -> dict[int, str]:
    """The cells that tell what a row is about: id and token, or the id; a pattern has none."""
    columns = {PARSE: (ID, TOKEN), CLUST: (ID,)}.get(line.unit.format, ())
    return {column: line.row.cell(column) for column in columns}


def _lines(units: Sequence[CpaUnit]) -> list[Line]:
    return [Line(unit, row) for unit in units for row in unit.rows]


def _row_edit(row: CpaRow, values: Mapping[int, str] | None) -> Edit:
    """The edit that writes values into a row, or takes it out with its line end."""
    if values is None:
        return Edit(row.start, row.end + len(row.ending), "")
    return Edit(row.start, row.end, _joined(dict(enumerate(row.cells)) | dict(values)))


def _joined(cells: Mapping[int, str]) -> str:
    return TAB.join(cells.get(column, "") for column in range(max(cells, default=-1) + 1))


def _added(
    response: Sequence[CpaUnit], kept: Sequence[Line], rows: Sequence[Mapping[int, str]]
) -> Iterator[tuple[CpaUnit, Edit]]:
    """The edit that adds rows behind the last one that stays, else at the start."""
    if not rows:
        return
    texts = list(map(_joined, rows))
    if kept:
        unit, row = kept[-1]
        ending = row.ending or "\n"
        yield unit, Edit(row.end, row.end, "".join(f"{ending}{text}" for text in texts))
    else:
        yield response[0], Edit(0, 0, "".join(f"{text}\n" for text in texts))
