"""The chains of a response once some differences are repaired.

A repaired cell leaves its chain of the response. A divided one joins the core of its chain of the key. What
the key lacks stays with the cells that stay, or with the core of the chain if none does. So the repair of one
difference leaves the others as they are, as far as that can be, and the repair of all gives the key's chains.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.measures.chains.cells import Cell, CellName, Cells
from keytally.measures.nearest_pairs import Pair


class Node(NamedTuple):
    """A mention of the repaired response: one that it has, one of the key's that it gets, or one that moves.

    `key` is the mention of the key whose boundaries it gets, None if it stays where it is.
    """

    response: int | None
    key: int | None = None


class Repairs(NamedTuple):
    """What is repaired: mentions and cells of differences, by their classes."""

    moved: Sequence[Pair] = ()
    detached: frozenset[CellName] = frozenset()
    joined: frozenset[CellName] = frozenset()
    removed: frozenset[int] = frozenset()
    added: Sequence[Sequence[int]] = ()


def regrouped(cells: Cells, repairs: Repairs) -> list[list[Node]]:
    """The chains after repairs, of mentions in no order."""
    return _Regrouping(cells, repairs).chains()


class _Regrouping:
    """Finds the chains of one response: groups of mentions, and which groups are joined."""

    def __init__(self, cells: Cells, repairs: Repairs) -> None:
        self._cells = cells
        self._repairs = repairs
        self._key_of = {partner: mention for mention, partner in repairs.moved}
        self._group_of_cell: dict[CellName, int] = {}
        self._groups: list[list[Node]] = []
        self._parents: dict[int, int] = {}

    def chains(self) -> list[list[Node]]:
        """The chains that are not empty."""
        for chain, members in enumerate(self._cells.response.members):
            self._part(chain, members)
        for cell in self._cells.divided:
            if cell.name in self._repairs.joined:
                core = self._cells.core_of_key[cell.name[0]]
                self._join(self._group_of_cell[cell.name], self._group_of_cell[core.name])
        for mentions in self._repairs.added:
            self._add(mentions)
        found: dict[int, list[Node]] = {}
        for number, group in enumerate(self._groups):
            found.setdefault(_root_of(self._parents, number), []).extend(group)
        return [group for group in found.values() if group]

    def _part(self, chain: int, members: Sequence[int]) -> None:
        """Take a chain of the response apart: the cells that leave it, and the rest."""
        cells = self._cells.of_response.get(chain, ())
        leaving = self._leaving(chain, cells)
        rest = self._group()
        for cell in cells:
            self._group_of_cell[cell.name] = self._group() if cell in leaving else rest
        group_of = {mention: self._group_of_cell[cell.name] for cell in leaving for mention in cell.response}
        for mention in members:
            if mention not in self._repairs.removed:
                self._groups[group_of.get(mention, rest)].append(Node(mention, self._key_of.get(mention)))

    def _leaving(self, chain: int, cells: Sequence[Cell]) -> list[Cell]:
        """The cells that leave a chain; where all would, the core stays."""
        leaving = [
            cell for cell in cells if cell.name in self._repairs.detached or cell.name in self._repairs.joined
        ]
        if len(leaving) < len(cells):
            return leaving
        return [cell for cell in leaving if cell is not self._cells.core_of_response[chain]]

    def _group(self) -> int:
        """The number of a new group."""
        number = len(self._groups)
        self._groups.append([])
        self._parents[number] = number
        return number

    def _join(self, some: int, other: int) -> None:
        self._parents[_root_of(self._parents, some)] = _root_of(self._parents, other)

    def _add(self, mentions: Sequence[int]) -> None:
        """Add mentions of the key to the core of their chain, or as a chain of their own."""
        core = self._cells.core_of_key.get(self._cells.key.chain_of[mentions[0]])
        group = self._group() if core is None else self._group_of_cell[core.name]
        self._groups[group] += [Node(None, mention) for mention in mentions]


def _root_of(parents: dict[int, int], group: int) -> int:
    """The group that stands for all that are joined with one."""
    while parents[group] != group:
        parents[group] = group = parents[parents[group]]
    return group
