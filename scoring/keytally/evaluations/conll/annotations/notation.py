"""How each format writes brackets: the text of one, and the cell that holds several.

A cell's brackets are read in the order in which they stand in CorefUD, and by their kind in CoNLL-2012
(keytally.evaluations.conll.formats). New ones stand so that they are read as they are meant: in CorefUD those
that close before those that open, wider mentions before narrower ones.
"""

import re
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple, Protocol

from keytally.evaluations.conll.formats.brackets import NONE, Bracket, Shape, brackets_in
from keytally.evaluations.conll.formats.chains import ChainBuilder
from keytally.evaluations.conll.formats.entities import EntityBracket, entity_brackets
from keytally.evaluations.conll.formats.stretches import StretchBuilder
from keytally.evaluations.conll.model import Chain, Place

_PART = re.compile(r"\[[0-9]+/[0-9]+\]$")
_ENTITY = "Entity="


class Told(NamedTuple):
    """What a new bracket says: its chain, which of how many stretches it is, the type and the head."""

    name: str
    part: int = 1
    parts: int = 1
    type: str = ""
    head: int = 1


class Notation(Protocol):
    """How a format writes brackets."""

    order: Sequence[Shape]
    """The order in which kinds of brackets stand in a cell."""

    def brackets(self, cell: str, start: int) -> tuple[Sequence[Bracket | EntityBracket], Sequence[Place]]:
        """The brackets of a cell that stands at `start`, and the places of what is none."""
        ...

    def cell(self, cell: str, pieces: Sequence[str]) -> str:
        """A cell with these pieces in place of its own."""
        ...

    def bracket(self, shape: Shape, told: Told) -> str | None:
        """The text of a new bracket; None for one that the format cannot have."""
        ...

    def like(self, other: str, bracket: str) -> str:
        """A bracket that opens a mention, with the fields that one of another file has."""
        ...

    def renamed(self, bracket: str, shape: Shape, told: Told) -> str:
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

    def bracket(self, shape: Shape, told: Told) -> str | None:
        """`(7`, `7)` or `(7)`; a mention has one stretch."""
        return _around(shape, told.name) if told.parts == 1 else None

    def like(self, other: str, bracket: str) -> str:
        """The bracket: no field is stated besides the chain."""
        return bracket

    def renamed(self, bracket: str, shape: Shape, told: Told) -> str:
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
                builder.put(row, [each for each in brackets_in(cell, 0).brackets if each.name in names])
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
            at = sum(each.casefold() < _ENTITY.casefold() for each in others)
        else:
            del others[at]
        if pieces:
            others.insert(at, _ENTITY + "".join(pieces))
        return "|".join(others) or "_"

    def bracket(self, shape: Shape, told: Told) -> str:
        """A bracket with the fields that are known."""
        return _around(shape, _title(told) if shape is Shape.CLOSES else self._values(told))

    def like(self, other: str, bracket: str) -> str:
        """The other bracket with the name and the shape of this one."""
        values, at = other.strip("()").split("-"), self._at("eid")
        values += [""] * (at + 1 - len(values))
        values[at] = bracket.strip("()").split("-")[at]
        return _around(shape_of(bracket), "-".join(values))

    def renamed(self, bracket: str, shape: Shape, told: Told) -> str:
        """The bracket with the other chain's name, and its type if it has one; all else stays."""
        values = bracket.strip("()").split("-") if shape is not Shape.CLOSES else [bracket.strip("()")]
        at = self._at("eid") if shape is not Shape.CLOSES else 0
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

    def _at(self, field: str, otherwise: int = 0) -> int:
        return self._fields.index(field) if field in self._fields else otherwise

    def _values(self, told: Told) -> str:
        known = {"eid": _title(told), "etype": told.type, "head": str(told.head)}
        values = [known.get(field, "") for field in self._fields]
        values[self._at("eid")] = _title(told)
        return "-".join(values)


def shape_of(bracket: str) -> Shape:
    """Whether the text of a bracket opens, closes, or is a whole mention."""
    if not bracket.startswith("("):
        return Shape.CLOSES
    return Shape.WHOLE if bracket.endswith(")") else Shape.OPENS


def _title(told: Told) -> str:
    """`e3`, of a mention of several stretches `e3[1/2]`."""
    return told.name + (f"[{told.part}/{told.parts}]" if told.parts > 1 else "")


def _around(shape: Shape, text: str) -> str:
    opening, closing = "" if shape is Shape.CLOSES else "(", "" if shape is Shape.OPENS else ")"
    return f"{opening}{text}{closing}"
