"""The cells of a document's chains, once wrong spans count as aligned.

A cell holds the mentions that a chain of the key and one of the response have in common. A chain of n cells
and m mentions that the other side lacks has n + m - 1 links too many or too few: one for each of these
mentions and one for each cell but one, its core. A chain without cells has m - 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.measures.nearest_pairs import Pair

CellName = tuple[int, int]
"""The chain of the key and the chain of the response that a cell belongs to."""


class ChainsOfSide(NamedTuple):
    """The chains of one side, mentions and chains by number.

    `members` are the mentions of each chain, `classes` those of them that count, `chain_of` the chain of each
    mention, `partners` the aligned mention of the other side.
    """

    chain_of: Sequence[int]
    members: Sequence[Sequence[int]]
    classes: Sequence[Sequence[int]]
    partners: Sequence[int | None]


class Cell(NamedTuple):
    """The common mentions of two chains, on both sides, in the key's order.

    `aligned` is the number of those that the scorer aligns; the others have wrong spans.
    """

    name: CellName
    key: Sequence[int]
    response: Sequence[int]
    aligned: int


class Cells:
    """The cells of a document: `by_name` in the order of the key's mentions.

    `wrong_spans` are pairs of unaligned mentions of both sides that mean the same with other boundaries.
    """

    def __init__(self, key: ChainsOfSide, response: ChainsOfSide, wrong_spans: Sequence[Pair]) -> None:
        self.key = key
        self.response = response
        self.wrong_spans = wrong_spans
        self.by_name: Mapping[CellName, Cell] = _cells(key, response, wrong_spans)

    @cached_property
    def core_of_key(self) -> Mapping[int, Cell]:
        """The cell of each chain of the key with the most aligned mentions; else the largest, the first."""
        return _cores(self.by_name.values(), 0)

    @cached_property
    def core_of_response(self) -> Mapping[int, Cell]:
        """The cell of each chain of the response by the same rule."""
        return _cores(self.by_name.values(), 1)

    @cached_property
    def of_response(self) -> Mapping[int, Sequence[Cell]]:
        """The cells of each chain of the response that has any."""
        found = defaultdict[int, list[Cell]](list)
        for cell in self.by_name.values():
            found[cell.name[1]].append(cell)
        return found

    @cached_property
    def conflated(self) -> Sequence[Cell]:
        """The cells that share a chain of the response with a core."""
        return [cell for cell in self.by_name.values() if self.core_of_response[cell.name[1]] is not cell]

    @cached_property
    def divided(self) -> Sequence[Cell]:
        """The cells that a chain of the response keeps apart from the core of their chain of the key."""
        return [cell for cell in self.by_name.values() if self.core_of_key[cell.name[0]] is not cell]

    @cached_property
    def lacking(self) -> Mapping[int, Sequence[int]]:
        """For each chain of the key, its mentions that the response lacks, wrong spans aside."""
        return _alone(self.key, {mention for mention, _ in self.wrong_spans})

    @cached_property
    def extra(self) -> Mapping[int, Sequence[int]]:
        """For each chain of the response, its mentions that the key lacks, wrong spans aside."""
        return _alone(self.response, {mention for _, mention in self.wrong_spans})

    @cached_property
    def costing_spans(self) -> frozenset[int]:
        """The key's mentions whose wrong span costs a link on each side.

        Not so the first of a cell that holds only such mentions: what it costs is that the cell stands apart.
        """
        aside = {cell.key[0] for cell in self.by_name.values() if not cell.aligned}
        return frozenset(mention for mention, _ in self.wrong_spans if mention not in aside)


def _cells(key: ChainsOfSide, response: ChainsOfSide, wrong: Iterable[Pair]) -> dict[CellName, Cell]:
    """The cells by name."""
    aligned = [(mention, each) for mention, each in enumerate(key.partners) if each is not None]
    of_key, of_response = key.chain_of, response.chain_of
    found = defaultdict[CellName, list[Pair]](list)
    for mention, partner in sorted([*aligned, *wrong]):
        found[of_key[mention], of_response[partner]].append((mention, partner))
    return {
        name: Cell(
            name,
            [mention for mention, _ in pairs],
            [partner for _, partner in pairs],
            sum(key.partners[mention] is not None for mention, _ in pairs),
        )
        for name, pairs in found.items()
    }


def _cores(cells: Iterable[Cell], side: int) -> dict[int, Cell]:
    """The core of each chain of a side."""
    found: dict[int, Cell] = {}
    for cell in cells:
        known = found.get(cell.name[side])
        if known is None or (cell.aligned, len(cell.key)) > (known.aligned, len(known.key)):
            found[cell.name[side]] = cell
    return found


def _alone(side: ChainsOfSide, wrong: set[int]) -> dict[int, list[int]]:
    """The mentions of each class without a partner, but those with wrong spans."""
    found = {
        chain: [each for each in members if side.partners[each] is None and each not in wrong]
        for chain, members in enumerate(side.classes)
    }
    return {chain: members for chain, members in found.items() if members}
