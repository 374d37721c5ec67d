"""The lines of a sentence: rows of cells, comments, and lines that part sentences or documents."""

import re
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import is_label
from keytally.text.lines import LINE_END

DOCUMENT_START = "-DOCSTART-"

KEPT = 64
"""The number of units whose lines are kept: what is shown of a unit asks for them several times."""

_NO_WORD = re.compile(r"\d+[-.]\d+")
_CELL = re.compile(r"[^ \t]+")
_TAB_CELL = re.compile(r"[^\t]+")


class Cell(NamedTuple):
    """A cell and its place in the unit."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """A token's line: its cells, and the place of the line without its end."""

    cells: tuple[Cell, ...]
    start: int
    end: int

    def cell(self, column: int) -> Cell | None:
        """The cell of a column, counted from 0 or, if negative, from the end; None for the token's own.

        A line with a single cell has a token and no label.
        """
        at = column if column >= 0 else len(self.cells) + column
        return self.cells[at] if 0 < at < len(self.cells) else None

    def token(self, column: int) -> Cell:
        """The cell of the token; the first one where that of the column is the last or is not there."""
        return self.cells[column if column < len(self.cells) - 1 else 0]


class Lines(NamedTuple):
    """The lines of a unit by kind; all but the rows are ranges without line ends.

    `passed` are lines of cells that are no word: ranges of words, and words that are not in the text.
    """

    rows: tuple[Row, ...]
    comments: tuple[tuple[int, int], ...]
    parting: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...] = ()


@lru_cache(KEPT)
def lines_of(text: str, *, all_tokens: bool = False, numbered: bool = False) -> Lines:
    """The lines of a unit; with `all_tokens` a line that begins a document is a row like any other.

    A line with a tab is cut at tabs, any other at blanks. A line that begins with `#` and a blank, or is `#`
    alone, is a comment, unless it has as many cells as the rows of its sentence and a label in the last. In
    `numbered` rows, those of CoNLL-U Plus, `3-4` and `8.1` are no words.
    """
    rows: list[Row] = []
    comments, parting, passed = [], [], []
    lines = [(start, end) for start, end in _ranges(text) if start < end]
    width = _width(text, lines)
    for start, end in lines:
        cells = cells_in(text, start, end)
        if not cells:
            continue
        if cells[0].text == DOCUMENT_START and not all_tokens:
            parting.append((start, end))
        elif _is_comment(cells, width):
            comments.append((start, end))
        elif numbered and _NO_WORD.fullmatch(cells[0].text):
            passed.append((start, end))
        else:
            rows.append(Row(cells, start, end))
    return Lines(tuple(rows), tuple(comments), tuple(parting), tuple(passed))


def cells_in(text: str, start: int, end: int) -> tuple[Cell, ...]:
    """The cells of the line from `start` to `end`."""
    if text.find("\t", start, end) < 0:
        return tuple(
            [Cell(found[0], found.start(), found.end()) for found in _CELL.finditer(text, start, end)]
        )
    found = (_stripped(each[0], each.start()) for each in _TAB_CELL.finditer(text, start, end))
    return tuple([cell for cell in found if cell.text])


def _stripped(text: str, start: int) -> Cell:
    left = len(text) - len(text.lstrip(" "))
    bare = text.strip(" ")
    return Cell(bare, start + left, start + left + len(bare))


def _ranges(text: str) -> list[tuple[int, int]]:
    """The places of all lines without their ends."""
    ranges, start = [], 0
    for end in LINE_END.finditer(text):
        ranges.append((start, end.start()))
        start = end.end()
    ranges.append((start, len(text)))
    return ranges


def _width(text: str, lines: list[tuple[int, int]]) -> int:
    """The number of cells of the first line that does not look like a comment; 0 without one."""
    for start, end in lines:
        if text[start] != "#":
            cells = cells_in(text, start, end)
            if cells and cells[0].text != DOCUMENT_START:
                return len(cells)
    return 0


def _is_comment(cells: tuple[Cell, ...], width: int) -> bool:
    if cells[0].text[0] != "#" or (len(cells[0].text) > 1 and cells[0].text[1] != " "):
        return False
    return len(cells) < 2 or len(cells) != width or not is_label(cells[-1].text)
