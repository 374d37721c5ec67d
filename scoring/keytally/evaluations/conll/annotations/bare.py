"""A document with nothing annotated: no cell has a bracket, all other text stays."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.annotations.cells import Cells
from keytally.evaluations.conll.formats.document import KEPT
from keytally.evaluations.conll.formats.lines import token_place
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Place, Row


class BareDocument(NamedTuple):
    """The text of a document without brackets, its rows as they were, and where cells got shorter.

    `starts` are the places of changed cells, `shifts` how far the text behind each has moved.
    """

    text: str
    source: str
    rows: Sequence[Row]
    starts: Sequence[int]
    shifts: Sequence[int]

    def token(self, row: int) -> Place:
        """Where the token of a row stands in the bare text."""
        each = self.rows[row]
        place = token_place(each, self.source[each.start : each.last.end])
        at = bisect_right(self.starts, place.start) - 1
        shift = self.shifts[at] if at >= 0 else 0
        return Place(place.start + shift, place.end + shift)


def bare_document(unit: DocumentUnit) -> BareDocument:
    """The document of a unit without brackets; those of the last documents are kept."""
    return _bare(unit.text)


@lru_cache(KEPT)
def _bare(text: str) -> BareDocument:
    unit = DocumentUnit(text)
    rows = unit.read().rows
    cells = Cells(unit)
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    end = shift = 0
    for number, row in enumerate(rows if unit.document is not None else ()):
        if not cells.may_hold_brackets(number):
            continue
        bare = cells.bare(number)
        pieces += text[end : row.last.start], bare
        end = row.last.end
        shift += len(bare) - (row.last.end - row.last.start)
        starts.append(row.last.start)
        shifts.append(shift)
    return BareDocument("".join([*pieces, text[end:]]), text, rows, starts, shifts)
