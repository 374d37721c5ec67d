"""The lines of a document: its head, its rows of cells, its end."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import overload

from keytally.evaluations.conll.model import Place, Row

BEGIN = re.compile(r"#[ \t]{0,20}begin document[ \t]*([^\r\n]*)")
NEW_DOCUMENT = re.compile(r"#[ \t]{0,20}newdoc(?!\S)(?:[ \t]+id[ \t]*=)?[ \t]*([^\r\n]*)")
ENTITY_FIELDS = re.compile(r"^#[ \t]*global\.Entity[ \t]*=[ \t]*([^\r\n]*)", re.M)
END = re.compile(r"#[ \t]*end document")

_LINE = re.compile(r"[^\r\n]+")
_CELL = re.compile(r"[^ \t]+")
_TAB_CELL = re.compile(r"[^\t]+")


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, without their ends, each with its place."""
    return ((found.start(), found[0]) for found in _LINE.finditer(text))


def shape_of(line: str) -> tuple[int, str]:
    """The number of a line's cells, and the last of them; 0 for a blank line."""
    if "\t" in line and " " not in line:
        last = line.rpartition("\t")[2]
        if last and "\t\t" not in line and line[0] != "\t":
            return line.count("\t") + 1, last
    cells = _cells_of(line)
    return (len(cells), cells[-1]) if cells else (0, "")


def row_of(start: int, line: str) -> Row:
    """A line as a row; the token is the fourth of five cells or more, else the cell before the last."""
    cells = _cells_of(line)
    return Row(tuple(cells), start, last_place(start, line, cells[-1]), _token_at(len(cells)))


def _token_at(width: int) -> int:
    return 3 if width > 4 else max(width - 2, 0)


def last_place(start: int, line: str, cell: str) -> Place:
    """Where the last cell of a line stands."""
    end = start + len(line.rstrip(" \t"))
    return Place(end - len(cell), end)


StartedLine = tuple[int, str]
"""A line behind the place where it starts."""


class LazyRows(Sequence[Row]):
    """The rows of lines, each made when it is first asked for: a score needs few of them.

    `lines` gives all lines, as many as `count` says. `tabs` is the number of tabs of each line where
    nothing else parts cells, and none is empty; else 0.
    """

    def __init__(self, count: int, lines: Callable[[], Sequence[StartedLine]], tabs: int = 0) -> None:
        self._count = count
        self._lines = lines
        self._tabs = tabs
        self._known: Sequence[StartedLine] | None = None
        self._made: dict[int, Row] = {}
        self._tokens: list[str] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index if index >= 0 else index + len(self)
        if (row := self._made.get(at)) is None:
            row = self._made[at] = row_of(*self._started()[at])
        return row

    def tokens(self) -> Sequence[str]:
        """The token of each row; no row is made for it."""
        if self._tokens is None:
            lines = (line for _, line in self._started())
            if self._tabs:
                at = _token_at(self._tabs + 1)
                self._tokens = [line.split("\t", at + 1)[at] for line in lines]
            else:
                cells = map(_cells_of, lines)
                self._tokens = [each[_token_at(len(each))] for each in cells]
        return self._tokens

    def _started(self) -> Sequence[StartedLine]:
        if self._known is None:
            self._known = self._lines()
        return self._known


def token_place(row: Row, line: str) -> Place:
    """Where the token of a row stands; `line` is the row's line."""
    pattern = _TAB_CELL if "\t" in line else _CELL
    places = [found for found in pattern.finditer(line) if found[0].strip(" ")]
    found = places[row.token_at]
    left = len(found[0]) - len(found[0].lstrip(" "))
    start = row.start + found.start() + left
    return Place(start, start + len(row.token))


def _cells_of(line: str) -> list[str]:
    """The cells of a line, parted by tabs, or by blanks where it has no tab."""
    cells = line.split("\t" if "\t" in line else " ")
    if " " in line or "" in cells:
        cells = [cell for cell in map(_bare, cells) if cell]
    return cells


def _bare(cell: str) -> str:
    return cell.strip(" ")
