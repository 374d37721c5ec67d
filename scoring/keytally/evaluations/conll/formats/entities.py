"""The brackets of CorefUD: what `Entity=` of a token's last cell holds."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.conll.formats.brackets import Shape
from keytally.evaluations.conll.model import Place

FIELDS = ("eid", "etype", "head", "other")
"""The fields of a mention where `# global.Entity` does not state them."""

_VALUE = re.compile(r"(?:^|\|)Entity=([^|]*)")
_PIECE = re.compile(r"\(([^()]+)\)|\(([^()]+)(?=\(|$)|([^()]+)\)|.+?(?=[()]|$)")
_PART = re.compile(r"(.*?)\[([0-9]{1,4})/([0-9]{1,4})\]$")


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
    for found in _PIECE.finditer(value[1]) if value else ():
        at = start + value.start(1) if value else start
        place = Place(at + found.start(), at + found.end())
        if found.lastindex is None:
            others.append(place)
        else:
            brackets.append(_bracket([*Shape][found.lastindex - 1], found[found.lastindex], place, fields))
    return EntityBrackets(tuple(brackets), tuple(others))


def _bracket(shape: Shape, text: str, place: Place, fields: Sequence[str]) -> EntityBracket:
    values = [text] if shape is Shape.CLOSES else text.split("-")
    at = fields.index("eid") if "eid" in fields and shape is not Shape.CLOSES else 0
    name = values[at] if at < len(values) else ""
    part, parts = 1, 1
    if stretch := _PART.match(name):
        name, part, parts = stretch[1], int(stretch[2]), int(stretch[3])
    return EntityBracket(shape, name, place, part, parts, _heads(values, fields))


def _heads(values: Sequence[str], fields: Sequence[str]) -> tuple[str, ...]:
    """The heads of a mention as they are written."""
    at = fields.index("head") if "head" in fields else len(values)
    return tuple(values[at].split(",")) if at < len(values) and values[at] else ()


def number_in(stated: str) -> int | None:
    """The number that a head is; None where it is none."""
    return int(stated) if stated.isascii() and stated.isdecimal() and len(stated) < 6 else None
