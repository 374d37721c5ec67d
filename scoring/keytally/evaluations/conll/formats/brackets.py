"""The brackets of a cell: `(7`, `7)`, `(7)`, several with `|` between them or not."""

import re
from enum import Enum
from functools import lru_cache
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
