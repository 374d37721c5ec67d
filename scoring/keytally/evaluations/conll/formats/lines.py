"""The lines of a document: its head, its rows of cells, its end."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.conll.model import Place

BEGIN = re.compile(r"#[ \t]{0,20}begin document[ \t]*([^\r\n]*)")
END = re.compile(r"#[ \t]*end document")

_LINE = re.compile(r"[^\r\n]+")
_CELL = re.compile(r"[^ \t]+")
_TAB_CELL = re.compile(r"[^\t]+")


class Row(NamedTuple):
    """A line with a token: its cells as they are written, and the place of its start and of its last cell."""

    cells: tuple[str, ...]
    start: int
    last: Place

    @property
    def token(self) -> str:
        """The token: the fourth of five cells or more, else the cell before the last."""
        return self.cells[3 if len(self.cells) > 4 else max(len(self.cells) - 2, 0)]


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, without their ends, each with its place."""
    return ((found.start(), found[0]) for found in _LINE.finditer(text))


def row_of(start: int, line: str) -> Row | None:
    """A line as a row, its cells parted by tabs, or by blanks where it has no tab; None for a blank line."""
    if "\t" in line:
        cells = tuple([cell for cell in map(_bare, line.split("\t")) if cell])
    else:
        cells = tuple([cell for cell in line.split(" ") if cell])
    if not cells:
        return None
    end = start + len(line.rstrip(" \t"))
    return Row(cells, start, Place(end - len(cells[-1]), end))


def token_place(row: Row, line: str) -> Place:
    """Where the token of a row stands; `line` is the row's line."""
    pattern = _TAB_CELL if "\t" in line else _CELL
    places = [found for found in pattern.finditer(line) if found[0].strip(" ")]
    found = places[3 if len(row.cells) > 4 else max(len(row.cells) - 2, 0)]
    left = len(found[0]) - len(found[0].lstrip(" "))
    start = row.start + found.start() + left
    return Place(start, start + len(row.token))


def _bare(cell: str) -> str:
    return cell.strip(" ")
