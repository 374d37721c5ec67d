"""A document as it is read: its name, its rows, its chains, and what is odd in it; CoNLL-2012 by itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from keytally.evaluations.conll.formats.brackets import NONE, cell_brackets
from keytally.evaluations.conll.formats.chains import ChainBuilder
from keytally.evaluations.conll.formats.corefud import corefud_document
from keytally.evaluations.conll.formats.lines import (
    BEGIN,
    END,
    ENTITY_FIELDS,
    NEW_DOCUMENT,
    LazyRows,
    last_place,
    lines_of,
    shape_of,
)
from keytally.evaluations.conll.formats.plain_lines import MarkedCell, plain_lines
from keytally.evaluations.conll.model import Defect, DefectKind, Document, Layout, Place

UNNAMED = "document without a name"
"""The name of a document of CorefUD that has none."""

_WORD_LINE = re.compile(r"^[0-9.]+\t", re.M)

KEPT = 16
"""The number of documents that are kept as read: what is shown of a document asks for it several times."""


@dataclass(slots=True)
class _Lines:
    """The lines of a document by kind; `behind` is the first line behind its end.

    Of each row there are its start, its text, the number of its cells, and the last of them.
    """

    starts: list[int]
    texts: list[str]
    widths: list[int]
    cells: list[str]
    head: Place | None = None
    end: Place | None = None
    behind: Place | None = None

    @property
    def rows(self) -> LazyRows:
        """The rows."""
        return LazyRows(len(self.starts), lambda: [*zip(self.starts, self.texts, strict=True)])

    @property
    def marked(self) -> Iterator[MarkedCell]:
        """The last cells of rows that may have brackets; in rows of unusual widths only what looks so."""
        usual = self.widths[0] if self.widths else 0
        for row, cell in enumerate(self.cells):
            if cell not in NONE and (self.widths[row] == usual or "(" in cell or ")" in cell):
                yield MarkedCell(row, cell, self.place(row).start)

    def place(self, row: int) -> Place:
        """Where the last cell of a row stands."""
        return last_place(self.starts[row], self.texts[row], self.cells[row])


@lru_cache(KEPT)
def document_of(text: str) -> Document:
    """The document with that text; never fails.

    A unit without a first line that begins a document has rows and no chains.
    """
    return corefud_document(text) if layout_in(text) is Layout.COREFUD else _conll_document(text)


def layout_in(text: str) -> Layout:
    """The format of a unit: CorefUD for one that begins with `# newdoc`, or states the fields of entities."""
    if NEW_DOCUMENT.match(text):
        return Layout.COREFUD
    is_corefud = not BEGIN.match(text) and ENTITY_FIELDS.search(text) and _WORD_LINE.search(text)
    return Layout.COREFUD if is_corefud else Layout.CONLL


def name_in(text: str) -> str | None:
    """The name of the document that a unit's first line begins, such as `(bc/cnn_0000); part 000`."""
    if begin := BEGIN.match(text):
        return begin[1].strip(" \t")
    if layout_in(text) is Layout.CONLL:
        return None
    begin = NEW_DOCUMENT.match(text)
    return (begin and begin[1].strip(" \t")) or UNNAMED


def _conll_document(text: str) -> Document:
    plain = plain_lines(text)
    if plain is not None:
        return _with_chains(plain.head, plain.rows, plain.marked, ())
    lines = _lines(text)
    defects = [*_frame(lines), *_widths(lines)]
    return _with_chains(lines.head, lines.rows, lines.marked if lines.head else (), defects)


def _with_chains(
    head: Place | None, rows: LazyRows, marked: Iterable[MarkedCell], odd: Sequence[Defect]
) -> Document:
    """The document with the chains of its marked cells."""
    builder = ChainBuilder()
    defects = list(odd)
    for row, cell, start in marked:
        brackets, others = cell_brackets(cell)
        builder.put(row, brackets, start)
        for at, end in others:
            defects.append(Defect(DefectKind.NO_BRACKET, Place(start + at, start + end), cell[at:end]))
    chains = builder.chains()
    defects += builder.defects
    found = sorted(defects, key=lambda each: each.place) if defects and head is not None else defects
    return Document(head, rows, chains, tuple(found))


def _lines(text: str) -> _Lines:
    lines = _Lines([], [], [], [])
    for start, line in lines_of(text):
        if line[0] == "#" and start == 0 and BEGIN.match(line):
            lines.head = Place(start, len(line))
        elif line[0] == "#" and lines.head is not None and lines.end is None and END.match(line):
            lines.end = Place(start, start + len(line))
        elif line[0] == "#" and lines.head is None and lines.starts and END.match(line):
            continue  # The lines before it are not scored, which is told.
        else:
            width, cell = shape_of(line)
            if width and lines.end is not None:
                lines.behind = lines.behind or Place(start, start + len(line))
            elif width:
                lines.starts.append(start)
                lines.texts.append(line)
                lines.widths.append(width)
                lines.cells.append(cell)
    return lines


def _frame(lines: _Lines) -> Iterator[Defect]:
    """What is wrong with the lines that begin and end a document."""
    if lines.head is None and lines.starts:
        yield Defect(DefectKind.NO_BEGIN, Place(lines.starts[0], lines.place(0).end))
    if lines.head is not None and lines.end is None:
        yield Defect(DefectKind.NO_END, lines.head)
    if lines.behind is not None:
        yield Defect(DefectKind.BEHIND_END, lines.behind)


def _widths(lines: _Lines) -> Iterator[Defect]:
    """The rows with more or fewer cells than the first, and those with a token alone."""
    if len({*lines.widths}) == 1 and lines.widths[0] > 1:
        return
    for row, width in enumerate(lines.widths):
        if width != lines.widths[0] or width == 1:
            place = Place(lines.starts[row], lines.place(row).end)
            first = Place(lines.starts[0], lines.place(0).end)
            yield Defect(DefectKind.CELLS, place, str(width), first)
