"""Every difference between the chains of two sides in one of seven classes.

They are those of Kummerfeld and Klein 2013, "Error-driven analysis of challenges in coreference resolution",
by what it takes to turn the chains of the response into those of the key: other boundaries, then chains
taken apart, mentions taken away, mentions added, and chains joined. Each link that recall or precision lacks
is due to one difference (keytally.measures.chains.cells).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.measures.chains.cells import Cell, CellName, Cells

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
    """A difference: its class, the mentions of both sides by number, its share of the links that are lost.

    `cell` is the cell that stands in a chain with others, or apart from them.
    """

    name: str
    key: Sequence[int]
    response: Sequence[int]
    counts: Mapping[str, int]
    cell: CellName | None = None


def links_lost(missing: int, spurious: int) -> dict[str, int]:
    """Numbers of links by their names, without zeros."""
    counts = {MISSING_LINKS: missing, SPURIOUS_LINKS: spurious}
    return {name: count for name, count in counts.items() if count}


def differences_in(cells: Cells) -> Iterator[ChainDifference]:
    """The differences, class by class."""
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
    """The mentions that the key lacks; those of a chain that it lacks wholly are one difference."""
    for chain, mentions in cells.extra.items():
        if chain in cells.core_of_response:
            for mention in mentions:
                yield ChainDifference(EXTRA_MENTION, [], [mention], links_lost(0, 1))
        else:
            yield ChainDifference(EXTRA_ENTITY, [], mentions, links_lost(0, len(mentions) - 1))


def _missing(cells: Cells) -> Iterator[ChainDifference]:
    """The mentions that the response lacks; those of a chain that it lacks wholly are one difference."""
    for chain, mentions in cells.lacking.items():
        if chain in cells.core_of_key:
            for mention in mentions:
                yield ChainDifference(MISSING_MENTION, [mention], [], links_lost(1, 0))
        else:
            yield ChainDifference(MISSING_ENTITY, mentions, [], links_lost(len(mentions) - 1, 0))
