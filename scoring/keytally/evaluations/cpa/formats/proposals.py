"""The changes that make a cell of a response as the key has it."""

from collections.abc import Iterable

from keytally.evaluations.cpa.formats.columns import ID, PARSE, Format
from keytally.evaluations.cpa.formats.rows import TAB, CpaRow
from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Proposal
from keytally.findings.finding import Edit

_Cell = tuple[CpaRow, int]


def emptied(rows: Iterable[CpaRow], mark: Mark) -> Proposal | None:
    """The cell of a mark without its value, which the key lacks."""
    found = _cell_at(rows, mark.start, mark.end)
    if found is None:
        return None
    row, column = found
    return Proposal(f"Remove {row.text(column)}", Edit(mark.start, mark.end, ""), drops=True)


def filled(rows: Iterable[CpaRow], mark: Mark, key: _Cell, form: Format) -> Proposal | None:
    """The cell of a mark with the key's value; None where the response lacks the whole line."""
    key_row, column = key
    for row in rows:
        is_same = form is not PARSE or row.cell(ID) == key_row.cell(ID)
        if is_same and row.place(column) == (mark.start, mark.end):
            wanted = key_row.text(column)
            title = f"Change to {wanted}" if row.text(column) else f"Insert {wanted}"
            tabs = TAB * max(column - len(row.cells) + 1, 0)
            return Proposal(title, Edit(mark.start, mark.end, tabs + wanted))
    return None


def cell_of_key(mark: Mark) -> _Cell | None:
    """The row and the column of the key's cell that a mark leads to; None if it leads to something else."""
    if mark.partner is None:
        return None
    unit, start, end = mark.partner
    return _cell_at(unit.rows, start, end)


def _cell_at(rows: Iterable[CpaRow], start: int, end: int) -> _Cell | None:
    """The cell with a text at a place."""
    cells = ((row, column) for row in rows for column in range(len(row.cells)) if row.text(column))
    return next((each for each in cells if each[0].place(each[1]) == (start, end)), None)
