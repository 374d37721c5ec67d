"""Edits of bracket cells that remove, move and add mentions of chains."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from keytally.families.conll.brackets import (
    NONE,
    Bracket,
    BracketFields,
    ConllNotation,
    CorefudNotation,
    EntityBracket,
    Notation,
    Shape,
    shape_of,
)
from keytally.families.conll.model import DefectKind, Document, Layout, Mention, Place, Row
from keytally.families.conll.reading import KEPT, DocumentUnit, document_of, fields_in
from keytally.findings.finding import Edit, Edits

Rows = tuple[int, int]
"""The first and the last row of a mention."""


class NewBracket(NamedTuple):
    """A new bracket of a cell, and the first and last rows of its range."""

    text: str
    shape: Shape
    rows: Rows


class _Piece(NamedTuple):
    """A piece of a cell: its text and its sort key, which is None for text that is not a bracket."""

    text: str
    rank: tuple[int, int] | None


class Cells:
    """The last cells of a document's rows."""

    def __init__(self, unit: DocumentUnit) -> None:
        self._text = unit.text
        self._rows = unit.read().rows
        self.notation = notation_of(unit)
        self._kept: dict[int, str] = {}

    def place(self, row: int) -> Place:
        """Return the place of the last cell in a row."""
        return self._rows[row].last

    def text(self, row: int) -> str:
        """Return the last cell in a row."""
        place = self.place(row)
        return self._text[place.start : place.end]

    def holds_brackets(self, row: int) -> bool:
        """Return whether the last cell in a row is not the token's cell."""
        return len(self._rows[row].cells) > 1

    def may_hold_brackets(self, row: int) -> bool:
        """Return whether the last cell in a row may contain brackets and is not the token's cell."""
        cell = self._rows[row].cells[-1]
        return ("(" in cell or ")" in cell) and self.holds_brackets(row)

    def bare(self, row: int) -> str:
        """Return the last cell in a row without its brackets."""
        cell = self.text(row)
        brackets, _ = self.notation.brackets(cell, self.place(row).start)
        return (
            self.changed(row, dict.fromkeys((bracket.place for bracket in brackets), ""))
            if brackets
            else cell
        )

    def row_of(self, place: Place) -> int:
        """Return the number of the row that contains a bracket."""
        return bisect_right(_row_starts(self._text), place.start) - 1

    def kept(self, row: int) -> str:
        """Return the last cell in a row as it is written when its brackets do not change."""
        if row not in self._kept:
            self._kept[row] = self.changed(row, {})
        return self._kept[row]

    def changed(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket] = ()) -> str:
        """Return the last cell in a row with replaced bracket texts ("" deletes a bracket) and new
        brackets.
        """
        return self.notation.cell(self.text(row), self._changed_pieces(row, texts, new))

    def spelled(
        self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket], spellings: Sequence[str]
    ) -> str:
        """Return the changed cell; if other files have cells with the same content, use the spelling of
        the first such cell.
        """
        made = self.changed(row, texts, new)
        same = (spelling for spelling in spellings if self._contents(spelling) == self._contents(made))
        return next(same, made)

    def _contents(self, cell: str) -> tuple[Sequence[str], str]:
        """Return the sorted brackets and other pieces of a cell, and the cell without them."""
        brackets, others = self.notation.brackets(cell, 0)
        places = [*(bracket.place for bracket in brackets), *others]
        return sorted(cell[start:end] for start, end in places), self.notation.cell(cell, ())

    def stay_apart(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket] = ()) -> bool:
        """Return whether the changed cell is read as these brackets; `(e1` and `e2)` would be read as a
        single bracket.
        """
        cell = self.changed(row, texts, new)
        brackets, others = self.notation.brackets(cell, 0)
        places = sorted([*(bracket.place for bracket in brackets), *others])
        return [cell[start:end] for start, end in places] == self._changed_pieces(row, texts, new)

    def _changed_pieces(self, row: int, texts: Mapping[Place, str], new: Sequence[NewBracket]) -> list[str]:
        pieces = self._pieces(row, texts)
        ranked = [_Piece(each.text, self._rank(each.shape, each.rows)) for each in new]
        for each in sorted(ranked, key=lambda piece: piece.rank or ()):
            behind = (at for at, piece in enumerate(pieces) if piece.rank and piece.rank > (each.rank or ()))
            pieces.insert(next(behind, len(pieces)), each)
        return [each.text for each in pieces]

    def _pieces(self, row: int, texts: Mapping[Place, str]) -> list[_Piece]:
        """Return the pieces of a cell after bracket texts are replaced; deleted pieces are omitted."""
        brackets, others = self.notation.brackets(self.text(row), self.place(row).start)
        ranks = {bracket.place: self._rank_of(bracket, row) for bracket in brackets}
        pieces = (
            _Piece(texts.get(place, self._text[place.start : place.end]), ranks.get(place))
            for place in sorted([*ranks, *others])
        )
        return [piece for piece in pieces if piece.text]

    def _rank_of(self, bracket: Bracket | EntityBracket, row: int) -> tuple[int, int]:
        return self._rank(bracket.shape, _rows_of(self._text).get(bracket.place, (row, row)))

    def _rank(self, shape: Shape, rows: Rows) -> tuple[int, int]:
        """Return the sort key of a bracket in its cell: first its shape, then wider mentions outside
        narrower ones.
        """
        first, last = rows
        inner = {Shape.OPENS: -last, Shape.CLOSES: -first, Shape.WHOLE: 0}[shape]
        return self.notation.order.index(shape), inner


def notation_of(unit: DocumentUnit) -> Notation:
    """Return the notation of brackets in the document of a unit."""
    read = unit.read()
    if read.layout is Layout.COREFUD:
        return CorefudNotation(fields_in(unit.text), read.words or ())
    cells = (row.cells[-1] for row in read.rows)
    return ConllNotation(next((cell for cell in cells if cell and cell in NONE), "-"))


cells_of_unit = lru_cache(KEPT)(Cells)


@lru_cache(KEPT)
def _row_starts(text: str) -> Sequence[int]:
    """Return the offsets at which the rows of a document start."""
    return [row.start for row in document_of(text).rows]


@lru_cache(KEPT)
def _rows_of(text: str) -> Mapping[Place, Rows]:
    """Return the rows of the mention that each bracket belongs to, by the bracket's place."""
    read = document_of(text)
    return {
        place: (read.row_number(mention.words[0]), read.row_number(mention.words[-1]))
        for chain in read.chains
        for mention in chain.mentions
        for place in mention.brackets
    }


_HEAD = 6


def head_of(rows: Sequence[Row]) -> int:
    """Return the number, from 1, of the first word that does not depend on another word of the mention.

    `rows` contains the rows of one mention. An empty node counts only if all words are empty nodes.
    """
    inside = {row.cells[0] for row in rows}
    free = [at for at, row in enumerate(rows) if not row.empty and row.cells[_HEAD] not in inside]
    return free[0] + 1 if free else 1


_NUMBERED = re.compile(r"([^0-9]*)([0-9]{1,9})")
_LONE = (DefectKind.NOT_OPENED, DefectKind.NOT_CLOSED, DefectKind.NO_PART, DefectKind.CROSSING)


class NewMention(NamedTuple):
    """A mention to add to a chain: its word numbers and the chain's name.

    `like` is the bracket from another file whose fields are copied; "" for a new bracket.
    """

    words: Sequence[int]
    chain: str
    like: str = ""


class Changes(NamedTuple):
    """The changes of a document: mentions to remove, to move to named chains, and to add.

    Moved and added mentions get the type of their new chain, unless `keeps_types` is set. `spellings`
    contains cells of other files, by row; a cell with the same brackets is spelled like the first such cell.
    """

    removed: Sequence[Mention] = ()
    moved: Sequence[tuple[Mention, str]] = ()
    added: Sequence[NewMention] = ()
    keeps_types: bool = False
    spellings: Mapping[int, Sequence[str]] = MappingProxyType({})


def edits_of(unit: DocumentUnit, changes: Changes) -> Edits | None:
    """Return the edits that make the changes, one for each cell; None if the format cannot represent them.

    CoNLL-2012 cannot represent crossing mentions of one chain or discontinuous mentions.
    """
    plan = _Plan(unit, changes)
    return plan.edits() if plan.is_possible and plan.is_read_back() else None


def new_name(document: Document) -> str:
    """Return an unused chain name for a document: the first of `new_names`."""
    return next(new_names(document))


def new_names(document: Document) -> Iterator[str]:
    """Yield unused chain names for a document: the letters of the first chain's name with the next numbers.

    In CorefUD, a document without chains starts with the name `e1`.
    """
    names = names_in(document)
    numbered = [found for found in map(_NUMBERED.fullmatch, names) if found]
    usual = "e" if document.layout is Layout.COREFUD else ""
    letters = numbered[0][1] if numbered else usual
    most = max((int(found[2]) for found in numbered if found[1] == letters), default=0)
    made = (f"{letters}{number}" for number in count(most + 1))
    return (name for name in made if name not in names)


def names_in(document: Document) -> list[str]:
    """Return the names of chains and of unpaired brackets."""
    lone = [defect.text for defect in document.defects if defect.kind in _LONE]
    return [*(chain.name for chain in document.chains), *lone]


class _Plan:
    """The cells of one unit that the changes affect, and their new text."""

    def __init__(self, unit: DocumentUnit, changes: Changes) -> None:
        self._unit = unit
        self._read = unit.read()
        self._cells = cells_of_unit(unit)
        self._changes = changes
        self._made: dict[int, str] = {}
        self._texts: dict[Place, str] = {}
        self._new: dict[int, list[NewBracket]] = {}
        self._change()
        self.is_possible = all(self._put(each) for each in changes.added)

    def edits(self) -> Edits:
        """Return an edit for each changed cell."""
        edits = (Edit(*self._cells.place(row), self._changed(row)) for row in sorted(self._touched()))
        return tuple(edit for edit in edits if edit.text != self._unit.text[edit.start : edit.end])

    def is_read_back(self) -> bool:
        """Return whether the changed brackets and their chains are read back as intended."""
        if not all(self._stay_apart(row) for row in self._touched()):
            return False
        names = {*(name for _, name in self._changes.moved), *(each.chain for each in self._changes.added)}
        names |= {chain.name for chain in self._read.chains if not self._gone.isdisjoint(chain.mentions)}
        touched = self._touched()
        cells = (
            (row, self._changed(row) if row in touched else self._cells.kept(row))
            for row in sorted({*touched, *self._rows_of(names)})
        )
        chains = self._cells.notation.chains(cells, names)
        found = Counter((chain.name, *mention.words) for chain in chains for mention in chain.mentions)
        heads = {(chain.name, *mention.words, mention.head) for chain in chains for mention in chain.mentions}
        return found == Counter((name, *words) for name, words in self._wanted(names)) and all(
            (name, *each.words, each.head) in heads for name, each in self._kept(names)
        )

    @property
    def _gone(self) -> Set[Mention]:
        """Return the mentions that leave their chains."""
        return {*self._changes.removed, *(mention for mention, _ in self._changes.moved)}

    def _touched(self) -> set[int]:
        return {*self._new, *map(self._cells.row_of, self._texts)}

    def _changed(self, row: int) -> str:
        if row not in self._made:
            spellings = self._changes.spellings.get(row, ())
            self._made[row] = self._cells.spelled(row, self._texts, self._new.get(row, ()), spellings)
        return self._made[row]

    def _stay_apart(self, row: int) -> bool:
        return self._cells.stay_apart(row, self._texts, self._new.get(row, ()))

    def _rows_of(self, names: Set[str]) -> Iterator[int]:
        """Yield the rows with brackets of the named chains, including unpaired brackets."""
        for chain in self._read.chains:
            for mention in chain.mentions if chain.name in names else ():
                yield from map(self._cells.row_of, mention.brackets)
        lone = (defect for defect in self._read.defects if defect.kind in _LONE and defect.text in names)
        yield from (self._cells.row_of(each.place) for each in lone)

    def _wanted(self, names: Set[str]) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the mentions that the named chains should contain."""
        yield from ((name, mention.words) for name, mention in self._kept(names))
        yield from ((each.chain, each.words) for each in self._changes.added)

    def _kept(self, names: Set[str]) -> Iterator[tuple[str, Mention]]:
        """Yield the mentions that stay or move, each with its chain."""
        gone = self._gone
        for chain in self._read.chains:
            kept = (each for each in chain.mentions if chain.name in names and each not in gone)
            yield from ((chain.name, mention) for mention in kept)
        yield from ((name, mention) for mention, name in self._changes.moved)

    def _change(self) -> None:
        """Delete the brackets of removed mentions, and rename those of moved mentions."""
        for mention in self._changes.removed:
            self._texts |= dict.fromkeys(mention.brackets, "")
        for mention, name in self._changes.moved:
            told = BracketFields(name, type="" if self._changes.keeps_types else self._type(name))
            for place in mention.brackets:
                bracket = self._unit.text[place.start : place.end]
                self._texts[place] = self._cells.notation.renamed(bracket, shape_of(bracket), told)

    def _put(self, new: NewMention) -> bool:
        """Add the brackets of a new mention, and return whether the format can represent them."""
        rows = [self._read.row_number(word) for word in new.words]
        if not rows or rows[-1] >= len(self._read.rows):
            return False
        head = head_of([self._read.rows[row] for row in rows]) if self._read.words is not None else 1
        stretches = _stretches(rows)
        for number, (first, last) in enumerate(stretches, start=1):
            told = BracketFields(new.chain, number, len(stretches), self._type(new.chain), head)
            shapes = [(first, Shape.WHOLE)] if first == last else [(first, Shape.OPENS), (last, Shape.CLOSES)]
            for row, shape in shapes:
                text = self._bracket(shape, told, new.like)
                if text is None or not self._cells.holds_brackets(row):
                    return False
                self._new.setdefault(row, []).append(NewBracket(text, shape, (first, last)))
        return True

    def _bracket(self, shape: Shape, told: BracketFields, like: str) -> str | None:
        """Return the text of a new bracket; an opening bracket copies the fields of `like`, unless that is
        empty.
        """
        notation = self._cells.notation
        made = notation.bracket(shape, told)
        if made is None or not like or shape is Shape.CLOSES:
            return made
        taken = notation.like(like, made)
        is_typed = told.type and not self._changes.keeps_types
        return notation.renamed(taken, shape, told) if is_typed else taken

    def _type(self, name: str) -> str:
        """Return the type of a chain, from its first mention; "" for a new chain."""
        chain = next((chain for chain in self._read.chains if chain.name == name), None)
        if chain is None:
            return ""
        place = chain.mentions[0].opening
        return self._cells.notation.type_of(self._unit.text[place.start : place.end])


def _stretches(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last of each run of adjacent rows."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found
