"""The lines of a usual document of CoNLL-2012: cells parted by one tab each, as many on every line.

Such a document is read without a look at each line by itself; any other is left to the slower way, which
tells what is odd in it.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import methodcaller, not_
from typing import NamedTuple

from keytally.evaluations.conll.formats.brackets import NONE
from keytally.evaluations.conll.formats.lines import BEGIN, END, LazyRows, StartedLine, lines_of
from keytally.evaluations.conll.model import Place

_END = "\n#end document"
_ODD = (" ", "\t\t", "\n\t", "\t\n", "\n#")
_UNMARKED = frozenset(("", *(f"\t{none}" for none in NONE)))
"""The ends of lines without brackets: a blank line, and a last cell that has none."""

_tabs = methodcaller("count", "\t")


class MarkedCell(NamedTuple):
    """A last cell that holds something: the number of its row, its text, and where it stands."""

    row: int
    text: str
    start: int


class PlainLines(NamedTuple):
    """The line that begins a document, its rows, and those of their last cells that hold something."""

    head: Place
    rows: LazyRows
    marked: Sequence[MarkedCell]


def plain_lines(text: str) -> PlainLines | None:
    """The lines of a document; None where it is not as the usual ones are."""
    head = BEGIN.match(text)
    if head is None or "\r" in text:
        return None
    start, end = head.end() + 1, text.rfind(_END)
    if end < start or any(
        line for _, line in lines_of(text[end:]) if line.strip(" \t") and not END.match(line)
    ):
        return None
    body = text[start - 1 : end + 1]
    if any(odd in body for odd in _ODD):
        return None
    lines = body[1:-1].split("\n")
    widths = {*map(_tabs, filter(None, lines))}
    if len(widths) != 1 or 0 in widths:
        return None
    count = len(lines) - lines.count("")
    return PlainLines(
        Place(0, head.end()), LazyRows(count, lambda: _started(lines, start)), _marked(lines, start)
    )


def _marked(lines: Sequence[str], start: int) -> list[MarkedCell]:
    """The cells that hold something; the first of the lines stands at `start`."""
    blank = [*accumulate(map(not_, lines))]
    ends = [*accumulate(map(len, lines))]
    found: list[MarkedCell] = []
    for at in [at for at, line in enumerate(lines) if line[-2:] not in _UNMARKED]:
        cell = lines[at].rpartition("\t")[2]
        found.append(MarkedCell(at - blank[at], cell, start + ends[at] + at - len(cell)))
    return found


def _started(lines: Sequence[str], start: int) -> list[StartedLine]:
    """The lines that are not blank, each behind its place."""
    starts = accumulate((len(line) + 1 for line in lines), initial=start)
    return [(at, line) for at, line in zip(starts, lines, strict=False) if line]
