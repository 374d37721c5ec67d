"""The lines of a usual document of CoNLL-2012: as many cells on every line, parted by one tab or by blanks.

Such a document is read without a look at each line by itself; any other is left to the slower way, which
tells what is odd in it.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.conll.formats.lines import BEGIN, END, LazyRows, StartedLine, lines_of
from keytally.evaluations.conll.model import Place

_END = "\n#end document"
_ODD_AMONG_BLANKS = (" \n", "\x0b", "\x0c")
_OTHERS = bytes({*range(256)} - {*b"\t\n"})
"""All bytes but tabs and line ends."""

_TABS = bytes.maketrans(b"\n", b"\t")
_MARKED_END = re.compile(r"\n(?<![\t ][-_]\n)")
"""The end of a blank line, or of one whose last cell holds something."""


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
    lines, between = text[start : end + 1], "\t" if text.find("\t", start, end) >= 0 else " "
    count = _rows_of_tabs(lines) if between == "\t" else _rows_of_blanks(lines)
    if not count or ("#" in lines and "\n#" in text[start - 1 : end]):
        return None
    tabs = lines.lstrip("\n").partition("\n")[0].count("\t")
    rows = LazyRows(count, lambda: _started(lines, start), tabs)
    return PlainLines(Place(0, head.end()), rows, _marked(lines, start, between))


def _rows_of_tabs(lines: str) -> int:
    """The number of rows, all of which have so many tabs as the first; 0 where something is odd.

    Of tabs and line ends nothing may be left besides those of rows and of blank lines, and only at blank
    lines may two of them stand together: elsewhere a cell is empty.
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
    """The number of rows, all of which have so many cells as the first; 0 where something is odd."""
    if any(odd in lines for odd in _ODD_AMONG_BLANKS):
        return 0
    cells = [*map(bytes.split, lines.encode("utf-8", "surrogatepass").split(b"\n"))]
    widths = {*map(len, filter(None, cells))}
    return len(cells) - cells.count([]) if len(widths) == 1 and 1 not in widths else 0


def _doubled(data: bytes, each: bytes) -> int:
    """How often a byte stands before another one like it."""
    count = data.count(2 * each)
    return len(re.findall(b"%s(?=%s)" % (each, each), data)) if count and 3 * each in data else count


def _marked(lines: str, start: int, between: str) -> list[MarkedCell]:
    """The cells that hold something; the first of the lines stands at `start`."""
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
    """The lines that are not blank, each behind its place."""
    cut = lines.split("\n")
    starts = accumulate((len(line) + 1 for line in cut), initial=start)
    return [(at, line) for at, line in zip(starts, cut, strict=False) if line]
