"""Lines taken apart into cells; any text can be."""

import re
from dataclasses import dataclass

TAB = "\t"
_LINE = re.compile(r"([^\r\n]+)(\r\n|\n|\r|\Z)")


@dataclass(slots=True, eq=False)
class CpaRow:
    """A line that is not blank: where it starts in its unit, its cells, and its line end.

    Rows are compared by identity.
    """

    start: int
    cells: tuple[str, ...]
    ending: str

    def cell(self, column: int) -> str:
        """The text of a column; "" for one that the line does not have."""
        return self.cells[column] if column < len(self.cells) else ""

    def text(self, column: int, *, official: bool = False) -> str:
        """What a column says: without blanks around it.

        The official program keeps blanks, and a carriage return at the end of the line.
        """
        if not official:
            return self.cell(column).strip()
        is_last = column == len(self.cells) - 1
        return self.cell(column) + (self.ending.rstrip("\n") if is_last else "")

    def place(self, column: int) -> tuple[int, int]:
        """Where a cell stands in the unit; the end of the line for one that the line does not have."""
        start = self.start + sum(len(cell) + 1 for cell in self.cells[:column])
        if column < len(self.cells):
            return start, start + len(self.cells[column])
        return self.end, self.end

    @property
    def end(self) -> int:
        """Where the line ends, its line end not counted."""
        return self.start + sum(map(len, self.cells)) + len(self.cells) - 1


def rows_of(text: str) -> tuple[CpaRow, ...]:
    """The lines of a text that hold more than blanks, in order."""
    lines = (line for line in _LINE.finditer(text) if not line[1].isspace())
    return tuple(CpaRow(line.start(), tuple(line[1].split(TAB)), line[2]) for line in lines)
