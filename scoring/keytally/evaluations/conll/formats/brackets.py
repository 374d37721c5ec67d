"""The brackets of a cell: `(7`, `7)`, `(7)`, several with `|` between them or not."""

import re
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.conll.model import Place


class Shape(Enum):
    """Whether a bracket is a whole mention, or opens or closes one; in the order in which they are read."""

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


NONE = frozenset(("-", "_"))
"""What a cell without a bracket has."""

_PIECE = re.compile(r"\(([0-9]+)\)|\(([0-9]+)(?=[|(]|$)|([0-9]+)\)|(?!\|)\(?[^|(]*")

_ALONE = re.compile(r"(\([0-9]+\))|(\([0-9]+)|([0-9]+\))")
_SHAPES = tuple(Shape)


def brackets_in(cell: str, start: int) -> Brackets:
    """The brackets of a cell that stands at `start`.

    Of a cell's brackets those of whole mentions are read first, then those that open one, then those that
    close one, as scorer.pl does.
    """
    if alone := _ALONE.fullmatch(cell):
        shape = _SHAPES[alone.lastindex - 1] if alone.lastindex else Shape.WHOLE
        return Brackets((Bracket(shape, cell.strip("()"), Place(start, start + len(cell))),), ())
    brackets, others = [], []
    for found in _PIECE.finditer(cell):
        place = Place(start + found.start(), start + found.end())
        if place.start == place.end:
            continue
        if found.lastindex is None:
            others.append(place)
        else:
            brackets.append(Bracket(_SHAPES[found.lastindex - 1], found[found.lastindex], place))
    if len(brackets) > 1:
        brackets.sort(key=lambda each: _SHAPES.index(each.shape))
    return Brackets(tuple(brackets), tuple(others))
