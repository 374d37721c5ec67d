"""Links between annotations: relations, and the cells of chains."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.conversion.webanno.escapes import cell_of, stacked
from keytally.conversion.webanno.sentences import Row

_BASE = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d{1,9})_(\d{1,9})\])?")
_CHAIN = re.compile(r"((?:[^\\]|\\.)*?)->(\d{1,9})-(\d+)(?:\[(\d{1,9})\])?", re.S)
_OTHER = re.compile(r"bridg|split|part", re.IGNORECASE)
"""Kinds of links that mean no identity."""


class Link(NamedTuple):
    """A relation between two annotations, named by their rows and numbers; `kind` may be ""."""

    source: tuple[str, int]
    target: tuple[str, int]
    kind: str

    @property
    def is_identity(self) -> bool:
        """Whether the two are mentions of one thing."""
        return _OTHER.match(self.kind) is None


class Mention(NamedTuple):
    """A mention of a chain: its kind, the number of its chain, and that of its annotation, 0 without one.

    `link` is the kind of its link to the next mention; "" without one.
    """

    kind: str
    chain: int
    number: int
    link: str


def links_of(row: Row, cells: Sequence[str]) -> Iterator[Link]:
    """The relations that end on a row: their kinds in the first cell, where they begin in the last."""
    if not cells:
        return
    kinds = stacked(cells[0]) if len(cells) > 1 else []
    for position, written in enumerate(stacked(cells[-1])):
        found = _BASE.fullmatch(written)
        if found is None:
            continue
        source, target = (int(number or 0) for number in found.groups()[1:])
        kind = cell_of(kinds[position]).value if position < len(kinds) else None
        yield Link((found[1], source), (row.name, target), kind or "")


def chain_cells(cells: Sequence[str]) -> Iterator[Mention]:
    """The mentions on a row, in the two columns of a layer of chains: their kinds, and their places."""
    if len(cells) < 2:
        return
    kinds = [cell_of(each) for each in stacked(cells[0])]
    for position, written in enumerate(stacked(cells[1])):
        if found := _CHAIN.fullmatch(written):
            kind = kinds[position] if position < len(kinds) else None
            number = int(found[4] or 0) or (kind.number if kind else 0)
            yield Mention((kind and kind.value) or "", int(found[2]), number, cell_of(found[1]).value or "")
