"""The escapes of WebAnno TSV 3, and its stacked values."""

import re
from typing import NamedTuple

_ESCAPED = re.compile(r"\\(.)", re.S)
_SPECIAL = {"n": "\n", "t": "\t", "r": "\r"}
_IN_TEXT = str.maketrans({"\\": "\\\\", "\t": "\\t", "\r": "\\r"})
_IN_CELL = str.maketrans(
    {**{each: f"\\{each}" for each in "\\[]|_;*"}, "\t": "\\t", "\n": "\\n", "\r": "\\r", ">": "\\>"}
)
_STACKED = re.compile(r"(?:[^|\\]|\\.)+", re.S)
_NUMBERED = re.compile(r"((?:[^\\\[]|\\.|\[(?!\d+\]$))*)\[(\d+)\]", re.S)
NOTHING = "_"
NULL = "*"


class Cell(NamedTuple):
    """A value of a column, None for a feature without one, and the number of its annotation, 0 without."""

    value: str | None
    number: int


def plain(text: str) -> str:
    """A text without its escapes."""
    return _ESCAPED.sub(lambda found: _SPECIAL.get(found[1], found[1]), text) if "\\" in text else text


def escaped_line(text: str) -> str:
    """A line of the text of a sentence."""
    return text.translate(_IN_TEXT)


def escaped(text: str) -> str:
    """A token or a value."""
    return text.translate(_IN_CELL)


def stacked(cell: str) -> list[str]:
    """The values of a cell that stand for several annotations, still escaped."""
    return [] if cell == NOTHING else _STACKED.findall(cell)


def cell_of(written: str) -> Cell:
    """A value without its escapes."""
    found = _NUMBERED.fullmatch(written)
    value, number = (found[1], int(found[2])) if found and len(found[2]) < 10 else (written, 0)
    return Cell(None if value == NULL else plain(value), number)
