"""What it takes to repair some differences between chains."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.measures.chains.cells import CellName, Cells
from keytally.measures.chains.differences import (
    CONFLATED,
    DIVIDED,
    MISSING_MENTION,
    SPAN,
    ChainDifference,
)
from keytally.measures.chains.regrouped import Repairs
from keytally.measures.nearest_pairs import Pair


class OwnedRepairs(NamedTuple):
    """Repairs, and the index of the difference that brings a mention of the key."""

    owner: dict[int, int]
    repairs: Repairs


def repairs_of(cells: Cells, differences: Mapping[int, ChainDifference]) -> OwnedRepairs:
    """What differences, by their index, ask for."""
    owner: dict[int, int] = {}
    moved: dict[int, int] = {}
    names = defaultdict[str, set[CellName]](set)
    removed: set[int] = set()
    added: list[Sequence[int]] = []
    for number, difference in differences.items():
        for mention, partner in _moved(cells, difference):
            moved[mention] = partner
            owner.setdefault(mention, number)
        if difference.cell is not None:
            names[difference.name].add(difference.cell)
        elif not difference.key:
            removed.update(difference.response)
        elif not difference.response:
            added.append(difference.key)
            owner |= dict.fromkeys(difference.key, number)
    detached, joined = frozenset(names[CONFLATED]), frozenset(names[DIVIDED])
    return OwnedRepairs(owner, Repairs([*moved.items()], detached, joined, frozenset(removed), added))


def _moved(cells: Cells, difference: ChainDifference) -> Iterator[Pair]:
    """The mentions that get the key's boundaries: of a wrong span, and those that mentions are joined to.

    A chain of which nothing is aligned is no part of the key's chain until it has the right boundaries.
    """
    name, cell_name = difference.name, difference.cell
    if name == SPAN:
        yield difference.key[0], difference.response[0]
    joining = cells.by_name.get(cell_name) if name == DIVIDED and cell_name else None
    core = None
    if joining or name == MISSING_MENTION:
        core = cells.core_of_key.get(cells.key.chain_of[difference.key[0]])
    for cell in (joining, core):
        if cell is not None and not cell.aligned:
            yield from zip(cell.key, cell.response, strict=True)
