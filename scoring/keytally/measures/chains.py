"""Differences between the chains of two sides, their classes, and the chains after repairs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.measures.assignment import Pair

MentionIndex = int
"""The index, in text order, of a mention of the gold or of a new mention."""


def linked_chains(
    links: Mapping[MentionIndex, MentionIndex | None], gone: set[MentionIndex]
) -> list[list[MentionIndex]]:
    """Return the chains of all mentions that are not removed, each in text order.

    A link to a removed mention is followed to that mention's own target.
    """
    parents = {node: node for node in links if node not in gone}
    for node in sorted(parents):
        target = link_target(links, links[node], gone)
        if target is not None:
            some, other = sorted((root_of(parents, node), root_of(parents, target)))
            parents[other] = some
    found: dict[MentionIndex, list[MentionIndex]] = {}
    for node in sorted(parents):
        found.setdefault(root_of(parents, node), []).append(node)
    return list(found.values())


def link_target(
    links: Mapping[MentionIndex, MentionIndex | None], target: MentionIndex | None, gone: set[MentionIndex]
) -> MentionIndex | None:
    """Return the target of a link; if the target is removed, return the first remaining mention along its
    links, or None.
    """
    seen: set[MentionIndex] = set()
    while target is not None and target in gone:
        if target in seen:
            return None
        seen.add(target)
        target = links[target]
    return target


def root_of(parents: dict[MentionIndex, MentionIndex], node: MentionIndex) -> MentionIndex:
    """Return the node that represents all nodes joined with the given one."""
    while parents[node] != node:
        parents[node] = node = parents[parents[node]]
    return node


# The cells of a document's chains, once wrong spans count as aligned.
#
# A cell holds the mentions that a chain of the key and one of the response have in common. A chain of n cells
# and m mentions that the other side lacks has n + m - 1 links too many or too few: one for each of these
# mentions and one for each cell but one, its core. A chain without cells has m - 1.


CellName = tuple[int, int]
"""The chain of the key and the chain of the response that a cell belongs to."""


class ChainsOfSide(NamedTuple):
    """The chains of one side; mentions and chains are numbers.

    `members` contains the mentions of each chain, `classes` the counted mentions of each chain, `chain_of`
    the chain of each mention, and `partners` each mention's aligned mention on the other side, or None.
    """

    chain_of: Sequence[int]
    members: Sequence[Sequence[int]]
    classes: Sequence[Sequence[int]]
    partners: Sequence[int | None]


class Cell(NamedTuple):
    """The mentions that two chains share, on both sides, in the key's order.

    `aligned` is the number of mentions that the scorer aligns; the others have wrong spans.
    """

    name: CellName
    key: Sequence[int]
    response: Sequence[int]
    aligned: int


class Cells:
    """The cells of a document; `by_name` is in the order of the key's mentions.

    `wrong_spans` are pairs of unaligned mentions, one from each side, that differ only in their boundaries.
    """

    def __init__(self, key: ChainsOfSide, response: ChainsOfSide, wrong_spans: Sequence[Pair]) -> None:
        self.key = key
        self.response = response
        self.wrong_spans = wrong_spans
        self.by_name: Mapping[CellName, Cell] = _cells(key, response, wrong_spans)

    @cached_property
    def core_of_key(self) -> Mapping[int, Cell]:
        """Return the core of each chain of the key: the cell with the most aligned mentions."""
        return _cores(self.by_name.values(), 0)

    @cached_property
    def core_of_response(self) -> Mapping[int, Cell]:
        """Return the core of each chain of the response: the cell with the most aligned mentions."""
        return _cores(self.by_name.values(), 1)

    @cached_property
    def of_response(self) -> Mapping[int, Sequence[Cell]]:
        """Return the cells of each chain of the response that has cells."""
        found = defaultdict[int, list[Cell]](list)
        for cell in self.by_name.values():
            found[cell.name[1]].append(cell)
        return found

    @cached_property
    def conflated(self) -> Sequence[Cell]:
        """Return the cells of each chain of the response other than its core."""
        return [cell for cell in self.by_name.values() if self.core_of_response[cell.name[1]] is not cell]

    @cached_property
    def divided(self) -> Sequence[Cell]:
        """Return the cells that the response separates from the core of their chain of the key."""
        return [cell for cell in self.by_name.values() if self.core_of_key[cell.name[0]] is not cell]

    @cached_property
    def lacking(self) -> Mapping[int, Sequence[int]]:
        """Return, for each chain of the key, the mentions that the response lacks, except wrong spans."""
        return _alone(self.key, {mention for mention, _ in self.wrong_spans})

    @cached_property
    def extra(self) -> Mapping[int, Sequence[int]]:
        """Return, for each chain of the response, the mentions that the key lacks, except wrong spans."""
        return _alone(self.response, {mention for _, mention in self.wrong_spans})

    @cached_property
    def costing_spans(self) -> frozenset[int]:
        """Return the key's mentions whose wrong span costs a link on each side.

        In a cell that contains only such mentions, the first is excluded, because its cost is counted as the
        separation of the cell.
        """
        aside = {cell.key[0] for cell in self.by_name.values() if not cell.aligned}
        return frozenset(mention for mention, _ in self.wrong_spans if mention not in aside)


def _cells(key: ChainsOfSide, response: ChainsOfSide, wrong: Iterable[Pair]) -> dict[CellName, Cell]:
    """Return the cells by name."""
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
    """Return the core of each chain of a side."""
    found: dict[int, Cell] = {}
    for cell in cells:
        known = found.get(cell.name[side])
        if known is None or (cell.aligned, len(cell.key)) > (known.aligned, len(known.key)):
            found[cell.name[side]] = cell
    return found


def _alone(side: ChainsOfSide, wrong: set[int]) -> dict[int, list[int]]:
    """Return the mentions of each class without a partner, except those with wrong spans."""
    found = {
        chain: [member for member in members if side.partners[member] is None and member not in wrong]
        for chain, members in enumerate(side.classes)
    }
    return {chain: members for chain, members in found.items() if members}


# Classifies every difference between the chains of two sides into one of seven classes.
#
# They follow Kummerfeld and Klein 2013, "Error-driven analysis of challenges in coreference resolution",
# whose analyser groups operations and so has other counts. A class is named after the operation that turns
# the chains of the response into those of the key: change boundaries, split chains, remove mentions, add
# mentions, and join chains. Each link that recall or precision loses is due to one difference
# (`keytally.measures.chains`).


SPAN = "span"
CONFLATED = "conflated entities"
EXTRA_MENTION = "extra mention"
EXTRA_ENTITY = "extra entity"
DIVIDED = "divided entity"
MISSING_MENTION = "missing mention"
MISSING_ENTITY = "missing entity"

CLASSES = (SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY, DIVIDED, MISSING_MENTION, MISSING_ENTITY)

MISSING_LINKS = "missing links"
SPURIOUS_LINKS = "spurious links"


class ChainDifference(NamedTuple):
    """A difference: its class, the mentions of both sides by number, and its share of the lost links.

    `cell` is the cell that is wrongly joined to another chain, or separated from the core of its chain.
    """

    name: str
    key: Sequence[int]
    response: Sequence[int]
    counts: Mapping[str, int]
    cell: CellName | None = None


def distinct_names(key: str, response: str, key_others: str, response_others: str) -> tuple[str, str]:
    """Return the names of a cell on both sides; other mentions of their chains distinguish equal names."""
    if key != response:
        return key, response
    return f"{key} {_company(key_others)}", f"{response} {_company(response_others)}"


def _company(others: str) -> str:
    return f"with {others}" if others else "alone"


def links_lost(missing: int, spurious: int) -> dict[str, int]:
    """Return the numbers of missing and spurious links by name, without zeros."""
    counts = {MISSING_LINKS: missing, SPURIOUS_LINKS: spurious}
    return {name: count for name, count in counts.items() if count}


def classified_differences(cells: Cells) -> Iterator[ChainDifference]:
    """Yield the differences, class by class."""
    for mention, partner in cells.wrong_spans:
        cost = int(mention in cells.costing_spans)
        yield ChainDifference(SPAN, [mention], [partner], links_lost(cost, cost))
    yield from (_of_cell(CONFLATED, cell, links_lost(0, 1)) for cell in cells.conflated)
    yield from (_of_cell(DIVIDED, cell, links_lost(1, 0)) for cell in cells.divided)
    yield from _extra(cells)
    yield from _missing(cells)


def _of_cell(name: str, cell: Cell, counts: Mapping[str, int]) -> ChainDifference:
    return ChainDifference(name, cell.key, cell.response, counts, cell.name)


def _extra(cells: Cells) -> Iterator[ChainDifference]:
    """Yield the mentions that the key lacks; a chain that is completely absent from the key is one
    difference.
    """
    for chain, mentions in cells.extra.items():
        if chain in cells.core_of_response:
            for mention in mentions:
                yield ChainDifference(EXTRA_MENTION, [], [mention], links_lost(0, 1))
        else:
            yield ChainDifference(EXTRA_ENTITY, [], mentions, links_lost(0, len(mentions) - 1))


def _missing(cells: Cells) -> Iterator[ChainDifference]:
    """Yield the mentions that the response lacks; a chain that is completely absent from the response is
    one difference.
    """
    for chain, mentions in cells.lacking.items():
        if chain in cells.core_of_key:
            for mention in mentions:
                yield ChainDifference(MISSING_MENTION, [mention], [], links_lost(1, 0))
        else:
            yield ChainDifference(MISSING_ENTITY, mentions, [], links_lost(len(mentions) - 1, 0))


# The chains of a response after some differences are fixed.
#
# A fixed cell leaves its chain of the response. A divided one joins the core of its chain of the key.
# Mentions that the key lacks stay with the remaining cells, or with the core of the chain if there are none.
# So the repair of one difference leaves the others unchanged, as far as possible, and the repair of all gives
# the key's chains.


class Node(NamedTuple):
    """A mention of the fixed response: an original mention, a copy from the key, or a mention with new
    boundaries.

    `key` is the mention of the key whose boundaries this mention gets, or None if it keeps its own
    boundaries.
    """

    response: int | None
    key: int | None = None


class ChainRepairs(NamedTuple):
    """The mentions and cells that are fixed, grouped by the class of their difference."""

    moved: Sequence[Pair] = ()
    detached: frozenset[CellName] = frozenset()
    joined: frozenset[CellName] = frozenset()
    removed: frozenset[int] = frozenset()
    added: Sequence[Sequence[int]] = ()


def regrouped_chains(cells: Cells, repairs: ChainRepairs) -> list[list[Node]]:
    """Return the chains after repairs; their mentions are in no particular order."""
    return _Regrouping(cells, repairs).chains()


class _Regrouping:
    """Computes the repaired chains of one response from groups of mentions and the groups to join."""

    def __init__(self, cells: Cells, repairs: ChainRepairs) -> None:
        self._cells = cells
        self._repairs = repairs
        self._key_of = {partner: mention for mention, partner in repairs.moved}
        self._group_of_cell: dict[CellName, int] = {}
        self._groups: list[list[Node]] = []
        self._parents: dict[int, int] = {}

    def chains(self) -> list[list[Node]]:
        """Return the chains that are not empty."""
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
        """Split a chain of the response into the cells that leave it and the rest."""
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
        """Return the cells that leave a chain; if all would, the core stays."""
        leaving = [
            cell for cell in cells if cell.name in self._repairs.detached or cell.name in self._repairs.joined
        ]
        if len(leaving) < len(cells):
            return leaving
        return [cell for cell in leaving if cell is not self._cells.core_of_response[chain]]

    def _group(self) -> int:
        """Return the number of a new group."""
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
    """Return the group that represents all groups joined with the given one."""
    while parents[group] != group:
        parents[group] = group = parents[parents[group]]
    return group


class OwnedRepairs(NamedTuple):
    """Repairs, and the index of the difference that adds or moves each mention of the key."""

    owner: dict[int, int]
    repairs: ChainRepairs


def chain_repairs(cells: Cells, differences: Mapping[int, ChainDifference]) -> OwnedRepairs:
    """Return the repairs of differences, with the index of the difference to which each mention of the key
    belongs.
    """
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
    return OwnedRepairs(owner, ChainRepairs([*moved.items()], detached, joined, frozenset(removed), added))


def _moved(cells: Cells, difference: ChainDifference) -> Iterator[Pair]:
    """Yield the mentions that get the key's boundaries: wrong spans, and mentions that others are joined to.

    A chain without aligned mentions is not part of the key's chain until its boundaries are right.
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
