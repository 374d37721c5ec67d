"""Brackets of mentions in CoNLL-2012 and CorefUD: read, joined into chains, and written."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol

from keytally.families.conll.model import Chain, Defect, DefectKind, Mention, Place, Zero
from keytally.text.rendering import quantity


class Shape(Enum):
    """The kinds of brackets in reading order: a whole mention, an opening and a closing bracket."""

    WHOLE = 0
    OPENS = 1
    CLOSES = 2


class Bracket(NamedTuple):
    """A bracket with the name of its entity."""

    shape: Shape
    name: str
    place: Place


class Brackets(NamedTuple):
    """The brackets of a cell in reading order, and the ranges of text that is not a bracket."""

    brackets: tuple[Bracket, ...]
    others: tuple[Place, ...]


NONE = frozenset(("-", "_", ""))
"""The contents of cells without brackets."""

NAME = r"\w[\w.:-]*"
"""The pattern of a chain's name: a number in most files, any word in files of other scorers. `(V*)` is not
a bracket.
"""

_PIECE = re.compile(rf"\(({NAME})\)|\(({NAME})(?=[|(]|$)|({NAME})\)|(?!\|)\(?[^|(]*")

_SHAPES = tuple(Shape)
_KEPT = 4096


def brackets_in(cell: str, start: int) -> Brackets:
    """Return the brackets of a cell at offset `start`.

    As in scorer.pl, brackets of whole mentions are read first, then opening brackets, then closing brackets.
    """
    brackets, others = cell_brackets(cell)
    return Brackets(
        tuple([Bracket(shape, name, Place(start + at, start + end)) for shape, name, (at, end) in brackets]),
        tuple([Place(start + at, start + end) for at, end in others]) if others else (),
    )


@lru_cache(_KEPT)
def cell_brackets(cell: str) -> Brackets:
    """Return the same as `brackets_in`, with positions from the start of the cell; cached for equal cells."""
    brackets, others = [], []
    for found in _PIECE.finditer(cell):
        place = Place(found.start(), found.end())
        if place.start == place.end:
            continue
        if found.lastindex is None:
            others.append(place)
        else:
            brackets.append(Bracket(_SHAPES[found.lastindex - 1], found[found.lastindex], place))
    brackets.sort(key=lambda each: _SHAPES.index(each.shape))
    return Brackets(tuple(brackets), tuple(others))


_OPENS, _WHOLE = Shape.OPENS, Shape.WHOLE
"""Cached because Python 3.11 looks up enumeration members slowly."""

_Opened = tuple[int, Place]
"""The first word of a mention, and the position of its bracket."""

_Entity = tuple[list[Mention], list[_Opened]]
"""The mentions of an entity, and its open brackets."""


class ChainBuilder:
    """Builds chains from the brackets of a document, which are added word by word.

    A closing bracket closes the most recently opened mention of its entity. Chains are in the order of their
    first brackets.
    """

    def __init__(self) -> None:
        self._entities: dict[str, _Entity] = {}
        self.defects: list[Defect] = []

    def put(self, word: int, brackets: Sequence[Bracket], start: int = 0) -> None:
        """Add the brackets of a word in reading order; their positions are counted from `start`."""
        for shape, name, (at, end) in brackets:
            place = Place(start + at, start + end)
            if (entity := self._entities.get(name)) is None:
                entity = self._entities[name] = ([], [])
            mentions, opened = entity
            if shape is _OPENS:
                opened.append((word, place))
            elif shape is _WHOLE:
                mentions.append(Mention(range(word, word + 1), place, place))
            elif opened:
                mentions.append(self._closed(opened, word, name, place))
            else:
                self.defects.append(Defect(DefectKind.NOT_OPENED, place, name))

    def chains(self) -> tuple[Chain, ...]:
        """Return the chains at the end of the document; open mentions are discarded."""
        for name, (_, opened) in self._entities.items():
            self.defects += [Defect(DefectKind.NOT_CLOSED, place, name) for _, place in opened]
        return tuple([Chain(name, tuple(some)) for name, (some, _) in self._entities.items() if some])

    def _closed(self, opened: list[_Opened], word: int, name: str, closing: Place) -> Mention:
        start, opening = opened.pop()
        if start == word and opened:
            self.defects.append(Defect(DefectKind.CROSSING, closing, name, opening))
        return Mention(range(start, word + 1), opening, closing)


FIELDS = ("eid", "etype", "head", "other")
"""The fields of a mention if `# global.Entity` does not declare them."""

_ENTITY_FIELDS = ("eid", "GRP")
_VALUE = re.compile(r"(?:^|\|)Entity=([^|]*)")
_ENTITY_PIECE = re.compile(r"\(([^()]+)\)|\(([^()]+)(?=\(|$)|([^()]+)\)|.+?(?=[()]|$)")
_NUMBERED_PART = re.compile(r"(.*?)\[([0-9]{1,4})/([0-9]{1,4})\]$")


class EntityBracket(NamedTuple):
    """A bracket with the name of its entity.

    For a discontinuous mention, `parts` is the number of its parts, and this bracket belongs to part `part`.
    `heads` contains the head word numbers within the mention, from 1, as written; the first one is the head.
    """

    shape: Shape
    name: str
    place: Place
    part: int = 1
    parts: int = 1
    heads: tuple[str, ...] = ()

    @property
    def head(self) -> int:
        """Return the number of the head; by default the first word."""
        return (number_in(self.heads[0]) or 1) if self.heads else 1


class EntityBrackets(NamedTuple):
    """The brackets of a cell in order, and the ranges of text that is not a bracket."""

    brackets: tuple[EntityBracket, ...]
    others: tuple[Place, ...]


def entity_brackets(cell: str, start: int, fields: Sequence[str]) -> EntityBrackets:
    """Return the brackets in the value of `Entity` in a cell at offset `start`; the cell contains
    `NAME=VALUE` attributes, separated by `|`.
    """
    value = _VALUE.search(cell)
    brackets, others = [], []
    for found in _ENTITY_PIECE.finditer(value[1]) if value else ():
        at = start + value.start(1) if value else start
        place = Place(at + found.start(), at + found.end())
        if found.lastindex is None:
            others.append(place)
        else:
            brackets.append(_bracket([*Shape][found.lastindex - 1], found[found.lastindex], place, fields))
    return EntityBrackets(tuple(brackets), tuple(others))


def _bracket(shape: Shape, text: str, place: Place, fields: Sequence[str]) -> EntityBracket:
    values = text.split("-")
    at = entity_field(fields) or 0
    if shape is Shape.CLOSES:
        values = [values[at] if at < len(values) else text]
        at = 0
    name = values[at] if at < len(values) else ""
    part, parts = 1, 1
    if stretch := _NUMBERED_PART.match(name):
        name, part, parts = stretch[1], int(stretch[2]), int(stretch[3])
    return EntityBracket(shape, name, place, part, parts, _heads(values, fields))


def entity_field(fields: Sequence[str]) -> int | None:
    """Return the index of the field with the entity's name, counted from 0: `eid`, or `GRP` in older corpora.

    Return None if there is neither: brackets then have types but no entities.
    """
    return next((fields.index(name) for name in _ENTITY_FIELDS if name in fields), None)


def _heads(values: Sequence[str], fields: Sequence[str]) -> tuple[str, ...]:
    """Return the heads of a mention as written."""
    at = fields.index("head") if "head" in fields else len(values)
    return tuple(values[at].split(",")) if at < len(values) and values[at] else ()


def number_in(stated: str) -> int | None:
    """Return the number of a head; None if the text is not a number of at most five digits."""
    return int(stated) if stated.isascii() and stated.isdecimal() and len(stated) < 6 else None


class _Begun(NamedTuple):
    """A discontinuous mention whose parts so far are closed."""

    words: Sequence[int]
    opening: EntityBracket
    part: int
    brackets: tuple[Place, ...]


WORD_STEP = 1000
"""The difference between the numbers of two adjacent words of a sentence."""

ZeroOf = Callable[[int], Zero | None]
"""A function that returns the empty node of a word, or None for a word of the text."""


class StretchBuilder:
    """Builds chains from the brackets of a document, which are added row by row.

    A closing bracket closes the most recently opened range of its entity and part. A later part continues the
    mention of its entity whose previous part was closed most recently.
    """

    def __init__(self, words: Sequence[int], zero_of: ZeroOf) -> None:
        self._words = words
        self._run_starts = _run_starts(words)
        self._zero_of = zero_of
        self._mentions: dict[str, list[Mention]] = {}
        self._open: dict[tuple[str, int, int], list[tuple[int, EntityBracket]]] = {}
        self._begun: dict[str, list[_Begun]] = {}
        self._apart: list[EntityBracket] = []
        self._lone: set[tuple[str, int]] = set()
        self.defects: list[Defect] = []

    def put(self, row: int, brackets: Sequence[EntityBracket]) -> None:
        """Add the brackets of a row in order."""
        for bracket in brackets:
            self._mentions.setdefault(bracket.name, [])
            if bracket.shape is Shape.WHOLE:
                self._stretch(row, row, bracket, bracket.place)
            elif bracket.shape is Shape.OPENS:
                self._open.setdefault(_key(bracket), []).append((row, bracket))
            else:
                self._close(row, bracket)

    def chains(self) -> tuple[Chain, ...]:
        """Return the chains at the end of the document; open mentions are discarded."""
        left = [bracket for opened in self._open.values() for _, bracket in opened]
        self._lone |= {*map(_split, left)}
        self.defects += [Defect(DefectKind.NOT_CLOSED, each.place, each.name) for each in left]
        self.defects += self._parts_missing()
        return tuple([Chain(name, tuple(some)) for name, some in self._mentions.items() if some])

    def _parts_missing(self) -> Iterator[Defect]:
        """Yield a defect for each mention that lacks a part, at the first existing part."""
        begun = [
            each for some in self._begun.values() for each in some if _split(each.opening) not in self._lone
        ]
        for each in begun:
            yield _part_missing(each.opening, each.part + 1)
        told = self._lone | {_split(each.opening) for each in begun}
        later = {(*_split(each), each.part + 1) for each in self._apart}
        for bracket in self._apart:
            if _split(bracket) not in told and (*_split(bracket), bracket.part) not in later:
                yield _part_missing(bracket, bracket.part - 1)

    def _close(self, row: int, closing: EntityBracket) -> None:
        opened = self._open.get(_key(closing))
        if opened:
            start, opening = opened.pop()
            self._stretch(start, row, opening, closing.place)
        else:
            self._lone.add(_split(closing))
            self.defects.append(Defect(DefectKind.NOT_OPENED, closing.place, closing.name))

    def _stretch(self, first: int, last: int, opening: EntityBracket, closing: Place) -> None:
        """Add a range of rows to its mention."""
        words = self._between(first, last)
        begun = self._begun.setdefault(opening.name, [])
        before = next((each for each in reversed(begun) if _follows(opening, each)), None)
        if opening.part > 1 and before is None:
            self._apart.append(opening)
            return
        start = opening
        brackets: tuple[Place, ...] = (opening.place, closing)
        if before is not None:
            begun.remove(before)
            words, start = self._in_short(sorted({*before.words, *words})), before.opening
            brackets = (*before.brackets, *brackets)
        if opening.part < opening.parts:
            begun.append(_Begun(words, start, opening.part, brackets))
        else:
            self._mentions[opening.name].append(self._mention(words, start, brackets))

    def _between(self, first: int, last: int) -> Sequence[int]:
        """Return the words of a range of rows; nested mentions share them without copies."""
        if self._run_starts[last] <= first:
            return range(self._words[first], self._words[last] + 1, WORD_STEP)
        return tuple(self._words[first : last + 1])

    def _in_short(self, words: Sequence[int]) -> Sequence[int]:
        """Return ascending words as a `range` if they are adjacent."""
        if _run_starts(words)[-1]:
            return tuple(words)
        return range(words[0], words[-1] + 1, WORD_STEP)

    def _mention(self, words: Sequence[int], opening: EntityBracket, brackets: Sequence[Place]) -> Mention:
        head = words[min(max(opening.head, 1), len(words)) - 1]
        self.defects += _heads_missing(opening, len(words))
        between = tuple(dict.fromkeys(brackets[1:-1]))
        return Mention(words, opening.place, brackets[-1], head, self._zero_of(head), between)


def _run_starts(words: Sequence[int]) -> list[int]:
    """Return, for each row, the first row of its run of adjacent words."""
    starts: list[int] = []
    for row, word in enumerate(words):
        starts.append(starts[-1] if row and word - words[row - 1] == WORD_STEP else row)
    return starts


def _key(bracket: EntityBracket) -> tuple[str, int, int]:
    return bracket.name, bracket.part, bracket.parts


def _follows(bracket: EntityBracket, begun: _Begun) -> bool:
    return bracket.part == begun.part + 1 and bracket.parts == begun.opening.parts


def _split(bracket: EntityBracket) -> tuple[str, int]:
    return bracket.name, bracket.parts


def _part_missing(bracket: EntityBracket, part: int) -> Defect:
    return Defect(DefectKind.NO_PART, bracket.place, bracket.name, wanted=f"{part} of {bracket.parts}")


def _heads_missing(opening: EntityBracket, count: int) -> Iterator[Defect]:
    """Yield a defect for the first head number that is not between 1 and `count`."""
    odd = [each for each in opening.heads if not 1 <= (number_in(each) or 0) <= count]
    for head in odd[:1]:
        yield Defect(DefectKind.NO_HEAD, opening.place, head, wanted=quantity(count, "word"))


# The notation of brackets in each format: the text of one, and the cell with several.
#
# A cell's brackets are read in the order in which they occur in CorefUD, and by their kind in CoNLL-2012
# (keytally.families.conll.formats). New brackets are placed so that they are read as intended: in CorefUD
# closing brackets precede opening ones, and wider mentions precede narrower ones.


_PART = re.compile(r"\[[0-9]+/[0-9]+\]$")
_ENTITY = "Entity="


class BracketFields(NamedTuple):
    """The fields of a new bracket: its chain, part number, number of parts, type and head."""

    name: str
    part: int = 1
    parts: int = 1
    type: str = ""
    head: int = 1


class Notation(Protocol):
    """The notation of brackets in a format."""

    order: Sequence[Shape]
    """The order of kinds of brackets in a cell."""

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """Return the brackets of a cell at offset `start`, and the ranges of text that is not a bracket."""
        ...

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """Return a cell with its pieces replaced."""
        ...

    def bracket(self, shape: Shape, told: BracketFields) -> str | None:
        """Return the text of a new bracket; None if the format cannot represent it."""
        ...

    def like(self, other: str, bracket: str) -> str:
        """Return the text of `bracket` with the fields of a bracket of another file."""
        ...

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """Return the text of a bracket, moved to another chain."""
        ...

    def type_of(self, bracket: str) -> str:
        """Return the type of a bracket; "" if it has none."""
        ...

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """Return the chains with these names; `cells` contains the rows and cells with their brackets."""
        ...


class ConllNotation:
    """Brackets of CoNLL-2012; a cell without brackets is `none`."""

    order: Sequence[Shape] = (Shape.OPENS, Shape.WHOLE, Shape.CLOSES)

    def __init__(self, none: str) -> None:
        self._none = none

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """Return the brackets, which are separated by `|`."""
        return ((), ()) if cell in NONE else brackets_in(cell, start)

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """Return the pieces, separated by `|`; if there are none, the mark of a cell without brackets."""
        return "|".join(pieces) or self._none

    def bracket(self, shape: Shape, told: BracketFields) -> str | None:
        """Return `(7`, `7)` or `(7)`; None for a discontinuous mention."""
        return _around(shape, told.name) if told.parts == 1 else None

    def like(self, other: str, bracket: str) -> str:
        """Return the bracket unchanged; its only field is the chain."""
        return bracket

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """Return the bracket with the other chain's name."""
        return _around(shape, told.name)

    def type_of(self, bracket: str) -> str:
        """Return "", because brackets have no type."""
        return ""

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """Return the chains, with row numbers as words."""
        builder = ChainBuilder()
        for row, cell in cells:
            if cell not in NONE:
                builder.put(
                    row, [bracket for bracket in brackets_in(cell, 0).brackets if bracket.name in names]
                )
        return builder.chains()


class CorefudNotation:
    """Brackets of CorefUD, read with the declared fields of mentions and the word number of each row."""

    order: Sequence[Shape] = (Shape.CLOSES, Shape.OPENS, Shape.WHOLE)

    def __init__(self, fields: Sequence[str], words: Sequence[int]) -> None:
        self._fields = fields
        self._words = words

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """Return the brackets in the value of `Entity`."""
        return entity_brackets(cell, start, self._fields)

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """Return the cell with a new value of `Entity`, inserted in alphabetical order if the cell had
        none, or without `Entity`.
        """
        others = [each for each in cell.split("|") if each not in ("_", "")]
        at = next((at for at, each in enumerate(others) if each.startswith(_ENTITY)), None)
        if at is None:
            at = sum(other.casefold() < _ENTITY.casefold() for other in others)
        else:
            del others[at]
        if pieces:
            others.insert(at, _ENTITY + "".join(pieces))
        return "|".join(others) or "_"

    def bracket(self, shape: Shape, told: BracketFields) -> str:
        """Return a bracket with the fields that are known."""
        return _around(shape, _title(told) if shape is Shape.CLOSES else self._values(told))

    def like(self, other: str, bracket: str) -> str:
        """Return the other file's bracket with the name and the shape of `bracket`."""
        values, at = other.strip("()").split("-"), self._name_at
        values += [""] * (at + 1 - len(values))
        values[at] = bracket.strip("()").split("-")[at]
        return _around(shape_of(bracket), "-".join(values))

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """Return the bracket with the other chain's name and type, if any; other fields are kept."""
        values = bracket.strip("()").split("-") if shape is not Shape.CLOSES else [bracket.strip("()")]
        at = self._name_at if shape is not Shape.CLOSES else 0
        values += [""] * (at + 1 - len(values))
        part = _PART.search(values[at])
        values[at] = told.name + (part[0] if part else "")
        if told.type and shape is not Shape.CLOSES and (of_type := self._at("etype", -1)) >= 0:
            values[of_type : of_type + 1] = [told.type]
        return _around(shape, "-".join(values))

    def type_of(self, bracket: str) -> str:
        """Return the value of the field `etype`."""
        values, at = bracket.strip("()").split("-"), self._at("etype", -1)
        return values[at] if 0 <= at < len(values) else ""

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """Return the chains, with word numbers."""
        builder = StretchBuilder(self._words, lambda _: None)
        for row, cell in cells:
            found = entity_brackets(cell, 0, self._fields).brackets
            builder.put(row, [each for each in found if each.name in names])
        return builder.chains()

    @property
    def _name_at(self) -> int:
        return entity_field(self._fields) or 0

    def _at(self, field: str, otherwise: int = 0) -> int:
        return self._fields.index(field) if field in self._fields else otherwise

    def _values(self, told: BracketFields) -> str:
        known = {"etype": told.type, "head": str(told.head)}
        values = [known.get(field, "") for field in self._fields]
        values[self._name_at] = _title(told)
        return "-".join(values)


def shape_of(bracket: str) -> Shape:
    """Return the kind of a bracket by its text."""
    if not bracket.startswith("("):
        return Shape.CLOSES
    return Shape.WHOLE if bracket.endswith(")") else Shape.OPENS


def _title(told: BracketFields) -> str:
    """Return `e3`, or `e3[1/2]` for a part of a discontinuous mention."""
    return told.name + (f"[{told.part}/{told.parts}]" if told.parts > 1 else "")


def _around(shape: Shape, text: str) -> str:
    opening, closing = "" if shape is Shape.CLOSES else "(", "" if shape is Shape.OPENS else ")"
    return f"{opening}{text}{closing}"
