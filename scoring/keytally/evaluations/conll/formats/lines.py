"""The lines of a document: its head, its rows of cells, its end."""

import re
from collections.abc import Iterator

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


def row_of(start: int, line: str) -> Row | None:
    """A line as a row, its cells parted by tabs, or by blanks where it has no tab; None for a blank line.

    The token is the fourth of five cells or more, else the cell before the last.
    """
    tab = "\t" if "\t" in line else " "
    cells = line.split(tab)
    if " " in line or "" in cells:
        cells = [cell for cell in map(_bare, cells) if cell]
    if not cells:
        return None
    end = start + len(line.rstrip(" \t"))
    token_at = 3 if len(cells) > 4 else max(len(cells) - 2, 0)
    return Row(tuple(cells), start, Place(end - len(cells[-1]), end), token_at)


def token_place(row: Row, line: str) -> Place:
    """Where the token of a row stands; `line` is the row's line."""
    pattern = _TAB_CELL if "\t" in line else _CELL
    places = [found for found in pattern.finditer(line) if found[0].strip(" ")]
    found = places[row.token_at]
    left = len(found[0]) - len(found[0].lstrip(" "))
    start = row.start + found.start() + left
    return Place(start, start + len(row.token))


def _bare(cell: str) -> str:
    return cell.strip(" ")
