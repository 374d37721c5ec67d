"""Chains of a document changed: mentions taken away, moved to other chains, and added, as edits of cells."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations.conll.annotations.cells import Cells, NewBracket
from keytally.evaluations.conll.annotations.notation import Told, shape_of
from keytally.evaluations.conll.annotations.trees import head_of
from keytally.evaluations.conll.formats.brackets import Shape
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import DefectKind, Document, Layout, Mention, Place
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit

_NUMBERED = re.compile(r"([^0-9]*)([0-9]{1,9})")
_LONE = (DefectKind.NOT_OPENED, DefectKind.NOT_CLOSED, DefectKind.NO_PART, DefectKind.CROSSING)


class NewMention(NamedTuple):
    """A mention that a chain gets: its words, by number, and the chain's name.

    `like` is the bracket of a mention of another file, whose fields it takes over; "" for a new one.
    """

    words: Sequence[int]
    chain: str
    like: str = ""


class Changes(NamedTuple):
    """What is changed: mentions that go, those that move with the names of their chains, those that come.

    A mention that moves gets the type of its new chain, unless `keeps_types` says otherwise. `spellings` has
    cells of other files, by row: a cell that is to hold the same brackets is written like one of them.
    """

    removed: Sequence[Mention] = ()
    moved: Sequence[tuple[Mention, str]] = ()
    added: Sequence[NewMention] = ()
    keeps_types: bool = False
    spellings: Mapping[int, Sequence[str]] = MappingProxyType({})


def edits_of(unit: DocumentUnit, changes: Changes) -> Edits | None:
    """The edits that make the changes, one a cell; None where the format cannot tell such chains.

    In CoNLL-2012 such are two mentions of one chain that cross, or a mention of several stretches.
    """
    plan = _Plan(unit, changes)
    return plan.edits() if plan.is_possible and plan.is_read_back() else None


def new_name(document: Document) -> str:
    """A name that no chain of a document has (new_names)."""
    return next(new_names(document))


def new_names(document: Document) -> Iterator[str]:
    """Names that no chain of a document has: the next numbers, behind the letters of the first chain's name.

    In CorefUD a document without chains begins with `e1`.
    """
    names = names_in(document)
    numbered = [found for found in map(_NUMBERED.fullmatch, names) if found]
    usual = "e" if document.layout is Layout.COREFUD else ""
    letters = numbered[0][1] if numbered else usual
    most = max((int(found[2]) for found in numbered if found[1] == letters), default=0)
    made = (f"{letters}{number}" for number in count(most + 1))
    return (name for name in made if name not in names)


def names_in(document: Document) -> list[str]:
    """The names of chains, and those of lone brackets."""
    lone = [each.text for each in document.defects if each.kind in _LONE]
    return [*(chain.name for chain in document.chains), *lone]


class _Plan:
    """The cells of one unit that changes touch, and what they get."""

    def __init__(self, unit: DocumentUnit, changes: Changes) -> None:
        self._unit = unit
        self._read = unit.read()
        self._cells = Cells(unit)
        self._changes = changes
        self._texts: dict[Place, str] = {}
        self._new: dict[int, list[NewBracket]] = {}
        self._change()
        self.is_possible = all(self._put(each) for each in changes.added)

    def edits(self) -> Edits:
        """An edit for each cell that changes."""
        edits = (Edit(*self._cells.place(row), self._changed(row)) for row in sorted(self._touched()))
        return tuple(each for each in edits if each.text != self._unit.text[each.start : each.end])

    def is_read_back(self) -> bool:
        """Whether the brackets that are touched, and their chains, are read as they are wanted."""
        if not all(self._stay_apart(row) for row in self._touched()):
            return False
        names = {*(name for _, name in self._changes.moved), *(each.chain for each in self._changes.added)}
        names |= {chain.name for chain in self._read.chains if not self._gone.isdisjoint(chain.mentions)}
        rows = sorted({*self._touched(), *self._rows_of(names)})
        chains = self._cells.notation.chains(((row, self._changed(row)) for row in rows), names)
        found = Counter((chain.name, *each.words) for chain in chains for each in chain.mentions)
        heads = {(chain.name, *each.words, each.head) for chain in chains for each in chain.mentions}
        return found == Counter((name, *words) for name, words in self._wanted(names)) and all(
            (name, *each.words, each.head) in heads for name, each in self._kept(names)
        )

    @property
    def _gone(self) -> Set[Mention]:
        """The mentions that leave their chains."""
        return {*self._changes.removed, *(mention for mention, _ in self._changes.moved)}

    def _touched(self) -> set[int]:
        return {*self._new, *map(self._cells.row_of, self._texts)}

    def _changed(self, row: int) -> str:
        spellings = self._changes.spellings.get(row, ())
        return self._cells.spelled(row, self._texts, self._new.get(row, ()), spellings)

    def _stay_apart(self, row: int) -> bool:
        return self._cells.stay_apart(row, self._texts, self._new.get(row, ()))

    def _rows_of(self, names: Set[str]) -> Iterator[int]:
        """The rows with brackets of chains, those of lone ones too."""
        for chain in self._read.chains:
            for mention in chain.mentions if chain.name in names else ():
                yield from map(self._cells.row_of, mention.brackets)
        lone = (each for each in self._read.defects if each.kind in _LONE and each.text in names)
        yield from (self._cells.row_of(each.place) for each in lone)

    def _wanted(self, names: Set[str]) -> Iterator[tuple[str, Sequence[int]]]:
        """The mentions that chains are to have."""
        yield from ((name, mention.words) for name, mention in self._kept(names))
        yield from ((each.chain, each.words) for each in self._changes.added)

    def _kept(self, names: Set[str]) -> Iterator[tuple[str, Mention]]:
        """The mentions that stay or move, each with its chain."""
        gone = self._gone
        for chain in self._read.chains:
            kept = (each for each in chain.mentions if chain.name in names and each not in gone)
            yield from ((chain.name, mention) for mention in kept)
        yield from ((name, mention) for mention, name in self._changes.moved)

    def _change(self) -> None:
        """Take the brackets of mentions away, and rename those of mentions that move."""
        for mention in self._changes.removed:
            self._texts |= dict.fromkeys(mention.brackets, "")
        for mention, name in self._changes.moved:
            told = Told(name, type="" if self._changes.keeps_types else self._type(name))
            for place in mention.brackets:
                bracket = self._unit.text[place.start : place.end]
                self._texts[place] = self._cells.notation.renamed(bracket, shape_of(bracket), told)

    def _put(self, new: NewMention) -> bool:
        """Make the brackets of a new mention; whether the format has them."""
        rows = [self._read.row_number(word) for word in new.words]
        if not rows or rows[-1] >= len(self._read.rows):
            return False
        head = head_of([self._read.rows[row] for row in rows]) if self._read.words is not None else 1
        stretches = _stretches(rows)
        for number, (first, last) in enumerate(stretches, start=1):
            told = Told(new.chain, number, len(stretches), self._type(new.chain), head)
            shapes = [(first, Shape.WHOLE)] if first == last else [(first, Shape.OPENS), (last, Shape.CLOSES)]
            for row, shape in shapes:
                text = self._bracket(shape, told, new.like)
                if text is None or not self._cells.holds_brackets(row):
                    return False
                self._new.setdefault(row, []).append(NewBracket(text, shape, (first, last)))
        return True

    def _bracket(self, shape: Shape, told: Told, like: str) -> str | None:
        """The text of a new bracket; one that opens takes over the fields of another."""
        made = self._cells.notation.bracket(shape, told)
        return (
            made
            if made is None or not like or shape is Shape.CLOSES
            else self._cells.notation.like(like, made)
        )

    def _type(self, name: str) -> str:
        """The type of a chain, as its first mention states it; "" for a new chain."""
        chain = next((chain for chain in self._read.chains if chain.name == name), None)
        if chain is None:
            return ""
        place = chain.mentions[0].opening
        return self._cells.notation.type_of(self._unit.text[place.start : place.end])


def _stretches(rows: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of each run of adjacent rows."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found
