"""A document of CoNLL-2012 as it is read: its name, its rows, its chains, and what is odd in it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.formats.brackets import NONE, brackets_in
from keytally.evaluations.conll.formats.chains import ChainBuilder
from keytally.evaluations.conll.formats.lines import BEGIN, END, Row, lines_of, row_of
from keytally.evaluations.conll.model import Chain, Defect, DefectKind, Place

KEPT = 16
"""The number of documents that are kept as read: what is shown of a document asks for it several times."""


class Document(NamedTuple):
    """A document: the place of its first line, its rows by word number, its chains, its defects in order."""

    head: Place | None
    rows: tuple[Row, ...]
    chains: tuple[Chain, ...]
    defects: tuple[Defect, ...]

    @property
    def mentions(self) -> int:
        """The number of mentions."""
        return sum(len(chain.mentions) for chain in self.chains)


class _Lines(NamedTuple):
    """The lines of a document by kind; `behind` is the first line behind its end."""

    head: Place | None
    rows: tuple[Row, ...]
    end: Place | None
    behind: Place | None


@lru_cache(KEPT)
def document_of(text: str) -> Document:
    """The document with that text; never fails.

    A unit without a first line that begins a document has rows and no chains.
    """
    lines = _lines(text)
    defects = [*_frame(lines), *_widths(lines.rows)]
    if lines.head is None:
        return Document(None, lines.rows, (), tuple(defects))
    builder = ChainBuilder()
    for word, row in enumerate(lines.rows):
        cell = row.cells[-1]
        if cell not in NONE and (len(row.cells) == len(lines.rows[0].cells) or "(" in cell or ")" in cell):
            brackets, others = brackets_in(cell, row.last.start)
            builder.put(word, brackets)
            defects += [Defect(DefectKind.NO_BRACKET, each, text[each.start : each.end]) for each in others]
    chains = builder.chains()
    found = sorted([*defects, *builder.defects], key=lambda each: each.place)
    return Document(lines.head, lines.rows, chains, tuple(found))


def name_in(text: str) -> str | None:
    """The name of the document that a unit's first line begins, such as `(bc/cnn_0000); part 000`."""
    begin = BEGIN.match(text)
    return None if begin is None else begin[1].strip(" \t")


def _lines(text: str) -> _Lines:
    head: Place | None = None
    end: Place | None = None
    behind: Place | None = None
    rows: list[Row] = []
    for start, line in lines_of(text):
        place = Place(start, start + len(line))
        if line[0] == "#" and start == 0 and BEGIN.match(line):
            head = place
        elif line[0] == "#" and END.match(line) and head is not None and end is None:
            end = place
        elif (row := row_of(start, line)) is not None:
            if end is None:
                rows.append(row)
            else:
                behind = behind or place
    return _Lines(head, tuple(rows), end, behind)


def _frame(lines: _Lines) -> Iterator[Defect]:
    """What is wrong with the lines that begin and end a document."""
    if lines.head is None and lines.rows:
        first = lines.rows[0]
        yield Defect(DefectKind.NO_BEGIN, Place(first.start, first.last.end))
    if lines.head is not None and lines.end is None:
        yield Defect(DefectKind.NO_END, lines.head)
    if lines.behind is not None:
        yield Defect(DefectKind.BEHIND_END, lines.behind)


def _widths(rows: Sequence[Row]) -> Iterator[Defect]:
    """The rows with more or fewer cells than the first, and those with a token alone."""
    for row in rows:
        if len(row.cells) != len(rows[0].cells) or len(row.cells) == 1:
            place = Place(row.start, row.last.end)
            first = Place(rows[0].start, rows[0].last.end)
            yield Defect(DefectKind.CELLS, place, str(len(row.cells)), first)
