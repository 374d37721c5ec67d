"""The cells of a document that hold brackets, and their texts after changes."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.annotations.notation import ConllNotation, CorefudNotation, Notation
from keytally.evaluations.conll.formats.brackets import NONE, Bracket, Shape
from keytally.evaluations.conll.formats.corefud import fields_in
from keytally.evaluations.conll.formats.document import KEPT, document_of
from keytally.evaluations.conll.formats.entities import EntityBracket
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Layout, Place

Rows = tuple[int, int]
"""The first and the last row of a mention."""


class NewBracket(NamedTuple):
    """A bracket that a cell gets, and the rows of its stretch."""

    text: str
    shape: Shape
    rows: Rows


class _Piece(NamedTuple):
    """A piece of a cell: its text, and what orders it among the others; None for what is no bracket."""

    text: str
    rank: tuple[int, int] | None


class Cells:
    """The last cells of a document's rows."""

    def __init__(self, unit: DocumentUnit) -> None:
        self._text = unit.text
        self._rows = unit.read().rows
        self.notation = notation_of(unit)

    def place(self, row: int) -> Place:
        """Where the cell of a row stands."""
        return self._rows[row].last

    def text(self, row: int) -> str:
        """The cell of a row."""
        place = self.place(row)
        return self._text[place.start : place.end]

    def holds_brackets(self, row: int) -> bool:
        """Whether the cell of a row is none that holds the token."""
        return len(self._rows[row].cells) > 1

    def may_hold_brackets(self, row: int) -> bool:
        """Whether the cell of a row may have brackets, and is none that holds the token."""
        cell = self._rows[row].cells[-1]
        return ("(" in cell or ")" in cell) and self.holds_brackets(row)

    def bare(self, row: int) -> str:
        """The cell of a row without its brackets."""
        cell = self.text(row)
        brackets, _ = self.notation.brackets(cell, self.place(row).start)
        return self.changed(row, dict.fromkeys((each.place for each in brackets), "")) if brackets else cell

    def row_of(self, place: Place) -> int:
        """The row in which a bracket stands."""
        return bisect_right(_row_starts(self._text), place.start) - 1

    def changed(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket] = ()) -> str:
        """The cell of a row with other texts at some places, "" for none, and with new brackets."""
        return self.notation.cell(self.text(row), self._changed_pieces(row, texts, new))

    def spelled(
        self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket], spellings: Sequence[str]
    ) -> str:
        """The changed cell, written like the first of other cells of the row that hold the same."""
        made = self.changed(row, texts, new)
        same = (each for each in spellings if self._contents(each) == self._contents(made))
        return next(same, made)

    def _contents(self, cell: str) -> tuple[Sequence[str], str]:
        """The brackets of a cell and what is none, in any order, and the cell without them."""
        brackets, others = self.notation.brackets(cell, 0)
        places = [*(each.place for each in brackets), *others]
        return sorted(cell[start:end] for start, end in places), self.notation.cell(cell, ())

    def stay_apart(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket] = ()) -> bool:
        """Whether the changed cell is read as those brackets: `(e1` and `e2)` side by side are one."""
        cell = self.changed(row, texts, new)
        brackets, others = self.notation.brackets(cell, 0)
        places = sorted([*(each.place for each in brackets), *others])
        return [cell[start:end] for start, end in places] == self._changed_pieces(row, texts, new)

    def _changed_pieces(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket]) -> list[str]:
        pieces = self._pieces(row, texts)
        ranked = [_Piece(each.text, self._rank(each.shape, each.rows)) for each in new]
        for each in sorted(ranked, key=lambda piece: piece.rank or ()):
            behind = (at for at, piece in enumerate(pieces) if piece.rank and piece.rank > (each.rank or ()))
            pieces.insert(next(behind, len(pieces)), each)
        return [each.text for each in pieces]

    def _pieces(self, row: int, texts: Mapping[Place, str]) -> list[_Piece]:
        """What stays of a cell."""
        brackets, others = self.notation.brackets(self.text(row), self.place(row).start)
        ranks = {each.place: self._rank_of(each, row) for each in brackets}
        pieces = (
            _Piece(texts.get(place, self._text[place.start : place.end]), ranks.get(place))
            for place in sorted([*ranks, *others])
        )
        return [piece for piece in pieces if piece.text]

    def _rank_of(self, bracket: Bracket | EntityBracket, row: int) -> tuple[int, int]:
        return self._rank(bracket.shape, _rows_of(self._text).get(bracket.place, (row, row)))

    def _rank(self, shape: Shape, rows: Rows) -> tuple[int, int]:
        """What orders a bracket in its cell: its kind, then wider mentions outside."""
        first, last = rows
        inner = {Shape.OPENS: -last, Shape.CLOSES: -first, Shape.WHOLE: 0}[shape]
        return self.notation.order.index(shape), inner


def notation_of(unit: DocumentUnit) -> Notation:
    """How the document of a unit writes brackets."""
    read = unit.read()
    if read.layout is Layout.COREFUD:
        return CorefudNotation(fields_in(unit.text), read.words or ())
    cells = (row.cells[-1] for row in read.rows)
    return ConllNotation(next((cell for cell in cells if cell in NONE), "-"))


@lru_cache(KEPT)
def _row_starts(text: str) -> Sequence[int]:
    """Where the rows of the document with that text start."""
    return [row.start for row in document_of(text).rows]


@lru_cache(KEPT)
def _rows_of(text: str) -> Mapping[Place, Rows]:
    """The rows of the mention to which a bracket belongs."""
    read = document_of(text)
    return {
        place: (read.row_number(mention.words[0]), read.row_number(mention.words[-1]))
        for chain in read.chains
        for mention in chain.mentions
        for place in mention.brackets
    }
