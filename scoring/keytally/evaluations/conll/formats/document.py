"""A document as it is read: its name, its rows, its chains, and what is odd in it; CoNLL-2012 by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from keytally.evaluations.conll.formats.brackets import NONE, brackets_in
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
        return LazyRows(self.starts, self.texts)

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
    lines = _lines(text)
    defects = [*_frame(lines), *_widths(lines)]
    if lines.head is None:
        return Document(None, lines.rows, (), tuple(defects))
    builder = ChainBuilder()
    usual = lines.widths[0] if lines.widths else 0
    for word, cell in enumerate(lines.cells):
        if cell not in NONE and (lines.widths[word] == usual or "(" in cell or ")" in cell):
            brackets, others = brackets_in(cell, lines.place(word).start)
            builder.put(word, brackets)
            defects += [Defect(DefectKind.NO_BRACKET, each, text[each.start : each.end]) for each in others]
    chains = builder.chains()
    found = sorted([*defects, *builder.defects], key=lambda each: each.place)
    return Document(lines.head, lines.rows, chains, tuple(found))


def _lines(text: str) -> _Lines:
    lines = _Lines([], [], [], [])
    for start, line in lines_of(text):
        if line[0] == "#" and start == 0 and BEGIN.match(line):
            lines.head = Place(start, len(line))
        elif line[0] == "#" and lines.head is not None and lines.end is None and END.match(line):
            lines.end = Place(start, start + len(line))
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
