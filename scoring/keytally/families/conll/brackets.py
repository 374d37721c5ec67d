"""Brackets of mentions in CoNLL-2012 and CorefUD: read, joined into chains, and written."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol

from keytally.families.conll.model import Chain, Defect, DefectKind, Mention, Place, Zero
from keytally.text.rendering import quantity


class Shape(Enum):
    """The kinds of brackets in reading order: a whole mention, the opening or the closing one."""

    WHOLE = 0
    OPENS = 1
    CLOSES = 2


class Bracket(NamedTuple):
    """A bracket with the name of its entity."""

    shape: Shape
    name: str
    place: Place


class Brackets(NamedTuple):
    """The brackets of a cell in the order in which they are read, and the places of what is none."""

    brackets: tuple[Bracket, ...]
    others: tuple[Place, ...]


NONE = frozenset(("-", "_", ""))
"""The content of a cell without a bracket."""

NAME = r"\w[\w.:-]*"
"""The name of a chain: a number in most files, any word in those of other scorers. `(V*)` is no bracket."""

_PIECE = re.compile(rf"\(({NAME})\)|\(({NAME})(?=[|(]|$)|({NAME})\)|(?!\|)\(?[^|(]*")

_SHAPES = tuple(Shape)
_KEPT = 4096


def brackets_in(cell: str, start: int) -> Brackets:
    """The brackets of a cell that stands at `start`.

    Of a cell's brackets those of whole mentions are read first, then those that open one, then those that
    close one, as scorer.pl does.
    """
    brackets, others = cell_brackets(cell)
    return Brackets(
        tuple([Bracket(shape, name, Place(start + at, start + end)) for shape, name, (at, end) in brackets]),
        tuple([Place(start + at, start + end) for at, end in others]) if others else (),
    )


@lru_cache(_KEPT)
def cell_brackets(cell: str) -> Brackets:
    """The brackets of a cell, as `brackets_in`, with places from its start; equal cells are frequent."""
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
"""Found once: Python 3.11 takes long to find a member of an enumeration."""

_Opened = tuple[int, Place]
"""The word at which a mention begins, and its bracket."""

_Entity = tuple[list[Mention], list[_Opened]]
"""The mentions of an entity, and those that are open."""


class ChainBuilder:
    """Makes chains out of the brackets of a document, which come word by word.

    A closing bracket closes the mention of its entity that was opened last. Chains are in the order of their
    first brackets.
    """

    def __init__(self) -> None:
        self._entities: dict[str, _Entity] = {}
        self.defects: list[Defect] = []

    def put(self, word: int, brackets: Sequence[Bracket], start: int = 0) -> None:
        """Add the brackets of a word, in the order in which they are read; their places are from `start`."""
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
        """The chains, at the end of the document; what is still open is no mention."""
        for name, (_, opened) in self._entities.items():
            self.defects += [Defect(DefectKind.NOT_CLOSED, place, name) for _, place in opened]
        return tuple([Chain(name, tuple(some)) for name, (some, _) in self._entities.items() if some])

    def _closed(self, opened: list[_Opened], word: int, name: str, closing: Place) -> Mention:
        start, opening = opened.pop()
        if start == word and opened:
            self.defects.append(Defect(DefectKind.CROSSING, closing, name, opening))
        return Mention(range(start, word + 1), opening, closing)


FIELDS = ("eid", "etype", "head", "other")
"""The fields of a mention where `# global.Entity` does not state them."""

_ENTITY_FIELDS = ("eid", "GRP")
_VALUE = re.compile(r"(?:^|\|)Entity=([^|]*)")
_ENTITY_PIECE = re.compile(r"\(([^()]+)\)|\(([^()]+)(?=\(|$)|([^()]+)\)|.+?(?=[()]|$)")
_NUMBERED_PART = re.compile(r"(.*?)\[([0-9]{1,4})/([0-9]{1,4})\]$")


class EntityBracket(NamedTuple):
    """A bracket with the name of its entity; `part` of `parts` of a mention of several stretches.

    `heads` are the numbers of its heads among the mention's words, from 1, as they are written; the first one
    is its head.
    """

    shape: Shape
    name: str
    place: Place
    part: int = 1
    parts: int = 1
    heads: tuple[str, ...] = ()

    @property
    def head(self) -> int:
        """The head's number; the first word where none is stated."""
        return (number_in(self.heads[0]) or 1) if self.heads else 1


class EntityBrackets(NamedTuple):
    """The brackets of a cell in their order, and the places of what is none."""

    brackets: tuple[EntityBracket, ...]
    others: tuple[Place, ...]


def entity_brackets(cell: str, start: int, fields: Sequence[str]) -> EntityBrackets:
    """The brackets in a cell of `NAME=VALUE` parted by `|`, which stands at `start`."""
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
    """The number of the field that names the entity, from 0: `eid`, or `GRP` of older corpora.

    None if there is neither: then brackets have types and no entities.
    """
    return next((fields.index(name) for name in _ENTITY_FIELDS if name in fields), None)


def _heads(values: Sequence[str], fields: Sequence[str]) -> tuple[str, ...]:
    """The heads of a mention as they are written."""
    at = fields.index("head") if "head" in fields else len(values)
    return tuple(values[at].split(",")) if at < len(values) and values[at] else ()


def number_in(stated: str) -> int | None:
    """The number that a head is; None if it is none."""
    return int(stated) if stated.isascii() and stated.isdecimal() and len(stated) < 6 else None


class _Begun(NamedTuple):
    """A mention of several stretches of which the first ones are closed."""

    words: Sequence[int]
    opening: EntityBracket
    part: int
    brackets: tuple[Place, ...]


WORD_STEP = 1000
"""The difference between the numbers of two words that follow each other in a sentence."""

ZeroOf = Callable[[int], Zero | None]
"""The empty node that a word is; None for a word of the text."""


class StretchBuilder:
    """Makes chains out of the brackets of a document, which come row by row.

    A closing bracket closes the stretch of its entity and part that was opened last. A stretch that is not
    the first goes on with the mention of its entity whose stretch before it was closed last.
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
        """Add the brackets of a row, in their order."""
        for bracket in brackets:
            self._mentions.setdefault(bracket.name, [])
            if bracket.shape is Shape.WHOLE:
                self._stretch(row, row, bracket, bracket.place)
            elif bracket.shape is Shape.OPENS:
                self._open.setdefault(_key(bracket), []).append((row, bracket))
            else:
                self._close(row, bracket)

    def chains(self) -> tuple[Chain, ...]:
        """The chains, at the end of the document; what is still open is no mention."""
        left = [bracket for opened in self._open.values() for _, bracket in opened]
        self._lone |= {*map(_split, left)}
        self.defects += [Defect(DefectKind.NOT_CLOSED, each.place, each.name) for each in left]
        self.defects += self._parts_missing()
        return tuple([Chain(name, tuple(some)) for name, some in self._mentions.items() if some])

    def _parts_missing(self) -> Iterator[Defect]:
        """The mentions that lack a part, each told once: where the first of its parts stands."""
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
        """Add a stretch of rows to the mention that it belongs to."""
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
        """The words of rows; mentions within mentions need no copy of them each."""
        if self._run_starts[last] <= first:
            return range(self._words[first], self._words[last] + 1, WORD_STEP)
        return tuple(self._words[first : last + 1])

    def _in_short(self, words: Sequence[int]) -> Sequence[int]:
        """Words in ascending order, in the form in which a mention of one stretch has them."""
        if _run_starts(words)[-1]:
            return tuple(words)
        return range(words[0], words[-1] + 1, WORD_STEP)

    def _mention(self, words: Sequence[int], opening: EntityBracket, brackets: Sequence[Place]) -> Mention:
        head = words[min(max(opening.head, 1), len(words)) - 1]
        self.defects += _heads_missing(opening, len(words))
        between = tuple(dict.fromkeys(brackets[1:-1]))
        return Mention(words, opening.place, brackets[-1], head, self._zero_of(head), between)


def _run_starts(words: Sequence[int]) -> list[int]:
    """For each row the first one from which words follow each other up to it."""
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
    """The first head that is none of so many words."""
    odd = [each for each in opening.heads if not 1 <= (number_in(each) or 0) <= count]
    for head in odd[:1]:
        yield Defect(DefectKind.NO_HEAD, opening.place, head, wanted=quantity(count, "word"))


# How each format writes brackets: the text of one, and the cell that holds several.
#
# A cell's brackets are read in the order in which they occur in CorefUD, and by their kind in CoNLL-2012
# (keytally.families.conll.formats). New ones are placed so that they are read as intended: in CorefUD those
# that close before those that open, wider mentions before narrower ones.


_PART = re.compile(r"\[[0-9]+/[0-9]+\]$")
_ENTITY = "Entity="


class BracketFields(NamedTuple):
    """A new bracket: its chain, its number among the stretches, the type and the head."""

    name: str
    part: int = 1
    parts: int = 1
    type: str = ""
    head: int = 1


class Notation(Protocol):
    """The way in which a format writes brackets."""

    order: Sequence[Shape]
    """The order in which kinds of brackets stand in a cell."""

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """The brackets of a cell that stands at `start`, and the places of what is none."""
        ...

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """A cell with these pieces in place of its own."""
        ...

    def bracket(self, shape: Shape, told: BracketFields) -> str | None:
        """The text of a new bracket; None for one that the format cannot have."""
        ...

    def like(self, other: str, bracket: str) -> str:
        """A bracket that opens a mention, with the fields that one of another file has."""
        ...

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """The text of a bracket with another chain."""
        ...

    def type_of(self, bracket: str) -> str:
        """The type that a bracket states; "" for none."""
        ...

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """The chains of these names as cells with brackets of theirs are read; each comes with its row."""
        ...


class ConllNotation:
    """Brackets of CoNLL-2012; a cell without any is `none`."""

    order: Sequence[Shape] = (Shape.OPENS, Shape.WHOLE, Shape.CLOSES)

    def __init__(self, none: str) -> None:
        self._none = none

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """The brackets between `|`."""
        return ((), ()) if cell in NONE else brackets_in(cell, start)

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """The pieces with `|` between them."""
        return "|".join(pieces) or self._none

    def bracket(self, shape: Shape, told: BracketFields) -> str | None:
        """`(7`, `7)` or `(7)`; a mention has one stretch."""
        return _around(shape, told.name) if told.parts == 1 else None

    def like(self, other: str, bracket: str) -> str:
        """The bracket: no field is stated besides the chain."""
        return bracket

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """The bracket of the other chain."""
        return _around(shape, told.name)

    def type_of(self, bracket: str) -> str:
        """None is stated."""
        return ""

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """The chains, by rows."""
        builder = ChainBuilder()
        for row, cell in cells:
            if cell not in NONE:
                builder.put(
                    row, [bracket for bracket in brackets_in(cell, 0).brackets if bracket.name in names]
                )
        return builder.chains()


class CorefudNotation:
    """Brackets of CorefUD, whose mentions state these fields; rows have these numbers of words."""

    order: Sequence[Shape] = (Shape.CLOSES, Shape.OPENS, Shape.WHOLE)

    def __init__(self, fields: Sequence[str], words: Sequence[int]) -> None:
        self._fields = fields
        self._words = words

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """The brackets in the value of `Entity`."""
        return entity_brackets(cell, start, self._fields)

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """The cell with another value of `Entity`, which stands in alphabetical order, or without it."""
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
        """A bracket with the fields that are known."""
        return _around(shape, _title(told) if shape is Shape.CLOSES else self._values(told))

    def like(self, other: str, bracket: str) -> str:
        """The other bracket with the name and the shape of this one."""
        values, at = other.strip("()").split("-"), self._name_at
        values += [""] * (at + 1 - len(values))
        values[at] = bracket.strip("()").split("-")[at]
        return _around(shape_of(bracket), "-".join(values))

    def renamed(self, bracket: str, shape: Shape, told: BracketFields) -> str:
        """The bracket with the other chain's name, and its type if it has one; all else stays."""
        values = bracket.strip("()").split("-") if shape is not Shape.CLOSES else [bracket.strip("()")]
        at = self._name_at if shape is not Shape.CLOSES else 0
        values += [""] * (at + 1 - len(values))
        part = _PART.search(values[at])
        values[at] = told.name + (part[0] if part else "")
        if told.type and shape is not Shape.CLOSES and (of_type := self._at("etype", -1)) >= 0:
            values[of_type : of_type + 1] = [told.type]
        return _around(shape, "-".join(values))

    def type_of(self, bracket: str) -> str:
        """The value of the field `etype`."""
        values, at = bracket.strip("()").split("-"), self._at("etype", -1)
        return values[at] if 0 <= at < len(values) else ""

    def chains(self, cells: Iterable[tuple[int, str]], names: Set[str]) -> Sequence[Chain]:
        """The chains, by the numbers of words."""
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
    """Return whether the text of a bracket opens, closes, or is a whole mention."""
    if not bracket.startswith("("):
        return Shape.CLOSES
    return Shape.WHOLE if bracket.endswith(")") else Shape.OPENS


def _title(told: BracketFields) -> str:
    """`e3`, of a mention of several stretches `e3[1/2]`."""
    return told.name + (f"[{told.part}/{told.parts}]" if told.parts > 1 else "")


def _around(shape: Shape, text: str) -> str:
    opening, closing = "" if shape is Shape.CLOSES else "(", "" if shape is Shape.OPENS else ")"
    return f"{opening}{text}{closing}"
