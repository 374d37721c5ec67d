"""Lines of documents as rows of cells, with a fast reader of regular CoNLL-2012 documents."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple, overload

from keytally.families.conll.model import Place, Row

BEGIN = re.compile(r"#[ \t]{0,20}begin document[ \t]*([^\r\n]*)")
NEW_DOCUMENT = re.compile(r"#[ \t]{0,20}newdoc(?!\S)(?:[ \t]+id[ \t]*=)?[ \t]*([^\r\n]*)")
ENTITY_FIELDS = re.compile(r"^#[ \t]*global\.Entity[ \t]*=[ \t]*([^\r\n]*)", re.M)
END = re.compile(r"#[ \t]*end document")

_LINE = re.compile(r"[^\r\n]+")
LOOKED_AT = 64
"""The number of rows from which the column of the tokens is inferred."""

_CELL = re.compile(r"[^ \t]+")
_TAB_CELL = re.compile(r"[^\t]+")


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines without their ends, each with its offset."""
    return ((found.start(), found[0]) for found in _LINE.finditer(text))


def has_empty_cells(text: str) -> bool:
    """Return whether a tab at the end of a line precedes an empty last cell, which means no bracket.

    Otherwise the tab is superfluous: without it, such lines have as many cells as the others.
    """
    widths: dict[bool, int] = {True: 0, False: 0}
    for _, line in lines_of(text):
        if "\t" in line and line[0] != "#" and not line.isspace():
            ends = line.rstrip(" ").endswith("\t")
            widths[ends] = max(widths[ends], len(_cells_of(line)))
    return 0 < widths[True] < widths[False]


def shape_of(line: str, *, has_empty: bool = False) -> tuple[int, str]:
    """Return the number of a line's cells and the last cell; 0 cells for an empty line."""
    if "\t" in line and " " not in line:
        last = line.rpartition("\t")[2]
        if last and "\t\t" not in line and line[0] != "\t":
            return line.count("\t") + 1, last
    cells = _cells_of(line, has_empty=has_empty)
    return (len(cells), cells[-1]) if cells else (0, "")


def row_of(start: int, line: str, column: int | None = None, *, has_empty: bool = False) -> Row:
    """Return a line as a row; `column` is the column of the token, or None for the usual column."""
    cells = _cells_of(line, has_empty=has_empty)
    return Row(tuple(cells), start, last_place(start, line, cells[-1]), _token_at(len(cells), column))


def _token_at(width: int, column: int | None = None) -> int:
    """Return the number of the token's cell.

    The token is in the given column; if none is given, in the fourth cell if there are five or more cells,
    otherwise in the second-to-last cell.
    """
    if column is not None and column < width - 1:
        return column
    return 3 if width > 4 else max(width - 2, 0)


def _token_column(lines: Sequence[str]) -> int | None:
    """Return the column after the word numbers; None if that is the usual column of tokens."""
    cells = [_cells_of(line) for line in lines[:LOOKED_AT]]
    width = min(map(len, cells), default=0)
    usual = _token_at(width) - 1
    counting = [at for at in range(width - 2) if _counts([row[at] for row in cells])]
    return counting[0] + 1 if counting and usual not in counting else None


def _counts(values: Sequence[str]) -> bool:
    """Return whether cells contain word numbers, which start at 0 or 1 in each sentence."""
    if not all(value.isascii() and value.isdecimal() and len(value) < 6 for value in values):
        return False
    numbers = [*map(int, values)]
    steps = [after - before for before, after in pairwise(numbers)]
    return 1 in steps and all(step == 1 or after < 2 for step, after in zip(steps, numbers[1:], strict=True))


def last_place(start: int, line: str, cell: str) -> Place:
    """Return the place of the last cell of a line."""
    end = start + len(line.rstrip(" \t") if cell else line)
    return Place(end - len(cell), end)


StartedLine = tuple[int, str]
"""A line, preceded by its offset."""


class LazyRows(Sequence[Row]):
    """The rows of lines, created lazily because a score needs few of them.

    `lines` yields all `count` lines. `tabs` is the number of tabs of each line if only tabs separate cells
    and no cell is empty; otherwise 0. `has_empty` is the result of `has_empty_cells`.
    """

    def __init__(
        self,
        count: int,
        lines: Callable[[], Sequence[StartedLine]],
        tabs: int = 0,
        *,
        has_empty: bool = False,
    ) -> None:
        self._has_empty = has_empty
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
            start, line = self._started()[at]
            row = self._made[at] = row_of(start, line, self._column, has_empty=self._has_empty)
        return row

    @cached_property
    def _column(self) -> int | None:
        return _token_column([line for _, line in self._started()[:LOOKED_AT]])

    def tokens(self) -> Sequence[str]:
        """Return the token of each row without creating the rows."""
        if self._tokens is None:
            lines = (line for _, line in self._started())
            if self._tabs:
                at = _token_at(self._tabs + 1, self._column)
                self._tokens = [line.split("\t", at + 1)[at] for line in lines]
            else:
                cells = (_cells_of(line, has_empty=self._has_empty) for line in lines)
                self._tokens = [cell[_token_at(len(cell), self._column)] for cell in cells]
        return self._tokens

    def _started(self) -> Sequence[StartedLine]:
        if self._known is None:
            self._known = self._lines()
        return self._known


def token_place(row: Row, line: str) -> Place:
    """Return the place of the token of a row; `line` is the row's line."""
    pattern = _TAB_CELL if "\t" in line else _CELL
    places = [found for found in pattern.finditer(line) if found[0].strip(" ")]
    found = places[row.token_at]
    left = len(found[0]) - len(found[0].lstrip(" "))
    start = row.start + found.start() + left
    return Place(start, start + len(row.token))


def _cells_of(line: str, *, has_empty: bool = False) -> list[str]:
    """Return the cells of a line, separated by tabs, or by spaces if it has no tab."""
    cells = line.split("\t" if "\t" in line else " ")
    if " " in line or "" in cells:
        last = cells[-1].strip(" ")
        cells = [cell for cell in map(_bare, cells) if cell]
        if has_empty and cells and not last and "\t" in line:
            cells.append("")
    return cells


def _bare(cell: str) -> str:
    return cell.strip(" ")


# Regular documents of CoNLL-2012: every line has the same number of cells, separated by one tab or by spaces.
#
# Such a document is read without examining each line. Other documents are read by the slower reader, which
# reports errors.


_END = "\n#end document"
_ODD_AMONG_BLANKS = (" \n", "\x0b", "\x0c")
_OTHERS = bytes({*range(256)} - {*b"\t\n"})
"""All bytes except tabs and line ends."""

_TABS = bytes.maketrans(b"\n", b"\t")
_MARKED_END = re.compile(r"\n(?<![\t ][-_]\n)")
"""The end of an empty line, or of a line whose last cell is not empty."""


class MarkedCell(NamedTuple):
    """A non-empty last cell: the number of its row, its text and its offset."""

    row: int
    text: str
    start: int


class PlainLines(NamedTuple):
    """The first line of a document, its rows, and the non-empty last cells."""

    head: Place
    rows: LazyRows
    marked: Sequence[MarkedCell]


def plain_lines(text: str) -> PlainLines | None:
    """Return the lines of a document; None if it is irregular."""
    head = BEGIN.match(text)
    if head is None or "\r" in text:
        return None
    start, end = head.end() + 1, text.rfind(_END)
    if end < start or any(
        line for _, line in lines_of(text[end:]) if line.strip(" \t") and not END.match(line)
    ):
        return None
    lines, between = text[start : end + 1], "\t" if text.find("\t", start, end) >= 0 else " "
    count = _rows_of_tabs(lines) if between == "\t" else _rows_of_blanks(lines)
    if not count or ("#" in lines and "\n#" in text[start - 1 : end]):
        return None
    tabs = lines.lstrip("\n").partition("\n")[0].count("\t")
    rows = LazyRows(count, lambda: _started(lines, start), tabs)
    return PlainLines(Place(0, head.end()), rows, _marked(lines, start, between))


def _rows_of_tabs(lines: str) -> int:
    """Return the number of rows if all have as many tabs as the first and no empty cell; otherwise 0.

    Rows and empty lines must account for all tabs and line ends. Two of these may be adjacent only at empty
    lines; elsewhere a cell would be empty.
    """
    if " " in lines:
        return 0
    data = b"\n" + lines.encode("utf-8", "surrogatepass")
    ends = data[1:].translate(None, _OTHERS)
    width = ends.lstrip(b"\n").find(b"\n")
    count = ends.count(b"\t" * width + b"\n") if width > 0 else 0
    left = len(ends) - count * (width + 1)
    blank = _doubled(data, b"\n") if left else 0
    return count if left == blank == _doubled(data.translate(_TABS), b"\t") else 0


def _rows_of_blanks(lines: str) -> int:
    """Return the number of rows if all have as many cells as the first; otherwise 0."""
    if any(odd in lines for odd in _ODD_AMONG_BLANKS):
        return 0
    cells = [*map(bytes.split, lines.encode("utf-8", "surrogatepass").split(b"\n"))]
    widths = {*map(len, filter(None, cells))}
    return len(cells) - cells.count([]) if len(widths) == 1 and 1 not in widths else 0


def _doubled(data: bytes, each: bytes) -> int:
    """Return how often a byte is followed by the same byte."""
    count = data.count(2 * each)
    return len(re.findall(b"%s(?=%s)" % (each, each), data)) if count and 3 * each in data else count


def _marked(lines: str, start: int, between: str) -> list[MarkedCell]:
    """Return the non-empty last cells; the first line starts at `start`."""
    found: list[MarkedCell] = []
    row, behind = 0, 0
    for end in [each.start() for each in _MARKED_END.finditer(lines)]:
        row += lines.count("\n", behind, end)
        if lines[end - 1 : end] not in ("", "\n"):
            at = lines.rfind(between, behind, end) + 1
            found.append(MarkedCell(row, lines[at:end], start + at))
            row += 1
        behind = end + 1
    return found


def _started(lines: str, start: int) -> list[StartedLine]:
    """Return the non-empty lines, each with its offset."""
    cut = lines.split("\n")
    starts = accumulate((len(line) + 1 for line in cut), initial=start)
    return [(at, line) for at, line in zip(starts, cut, strict=False) if line]
