"""Splits lines into cells; accepts any text."""

import re

TAB = "\t"
_LINE = re.compile(r"([^\r\n]+)(\r\n|\n|\r|\Z)")


class CpaRow:
    """A line that is not blank: its start in the unit, its cells, and its line end.

    Rows are compared by identity.
    """

    __slots__ = ("cells", "ending", "start")

    def __init__(
        self,
        start: int,
        cells: tuple[str, ...],
        ending: str,
    ) -> None:
        self.start = start
        self.cells = cells
        self.ending = ending

    def cell(self, column: int) -> str:
        """The text of a column; "" if the line does not have it."""
        return self.cells[column] if column < len(self.cells) else ""

    def text(self, column: int, *, official: bool = False) -> str:
        """The value of a column, without blanks around it.

        The official program keeps blanks, and a carriage return at the end of the line.
        """
        if not official:
            return self.cell(column).strip()
        is_last = column == len(self.cells) - 1
        return self.cell(column) + (self.ending.rstrip("\n") if is_last else "")

    def place(self, column: int) -> tuple[int, int]:
        """The range of a cell in the unit; the end of the line if the line does not have the cell."""
        start = self.start + sum(len(cell) + 1 for cell in self.cells[:column])
        if column < len(self.cells):
            return start, start + len(self.cells[column])
        return self.end, self.end

    @property
    def end(self) -> int:
        """The end of the line, without its line end."""
        return self.start + sum(map(len, self.cells)) + len(self.cells) - 1


def rows_of(text: str) -> tuple[CpaRow, ...]:
    """The lines of a text that are not blank, in order."""
    lines = (line for line in _LINE.finditer(text) if not line[1].isspace())
    return tuple(CpaRow(line.start(), tuple(line[1].split(TAB)), line[2]) for line in lines)
