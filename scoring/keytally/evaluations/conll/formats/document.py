"""A document as it is read: its name, its rows, its chains, and what is odd in it; CoNLL-2012 by itself."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.formats.brackets import NONE, brackets_in
from keytally.evaluations.conll.formats.chains import ChainBuilder
from keytally.evaluations.conll.formats.corefud import corefud_document
from keytally.evaluations.conll.formats.lines import (
    BEGIN,
    END,
    ENTITY_FIELDS,
    NEW_DOCUMENT,
    lines_of,
    row_of,
)
from keytally.evaluations.conll.model import Defect, DefectKind, Document, Layout, Place, Row

UNNAMED = "document without a name"
"""The name of a document of CorefUD that has none."""

_WORD_LINE = re.compile(r"^[0-9.]+\t", re.M)

KEPT = 16
"""The number of documents that are kept as read: what is shown of a document asks for it several times."""


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


def _lines(text: str) -> _Lines:
    head: Place | None = None
    end: Place | None = None
    behind: Place | None = None
    rows: list[Row] = []
    for start, line in lines_of(text):
        if line[0] == "#" and start == 0 and BEGIN.match(line):
            head = Place(start, len(line))
        elif line[0] == "#" and head is not None and end is None and END.match(line):
            end = Place(start, start + len(line))
        elif (row := row_of(start, line)) is not None:
            if end is None:
                rows.append(row)
            else:
                behind = behind or Place(start, start + len(line))
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
