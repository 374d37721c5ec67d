"""The score of a document's classes: how the other side's classes partition each side's chains.

The counts are those of keytally.measures.coreference.muc, in which a class S that the other side's classes
partition into n cells loses n - 1 of its |S| - 1 links. An optional mention without a partner is removed from
its class.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.scoring.coreference.alignment import Partners, align
from keytally.evaluations.muc.scoring.coreference.counts import CoreferenceCounts
from keytally.measures.overlaps import Overlaps
from keytally.tallies.status import Status


class Break(NamedTuple):
    """A break in a class: the first mention of a cell, and the class's previous mention, in another cell.

    A class of n cells has n - 1 breaks, each of which costs one link.
    """

    mention: int
    before: int


class ChainSide:
    """One side of a compared document: its chains, and the partner of each of its mentions.

    `classes` are its chains without the optional mentions that have no partner; they have the numbers of the
    chains and may be empty or of one mention.
    """

    def __init__(self, chains: Chains, partners: Partners, other: Chains, optional_counts: bool) -> None:
        self.chains = chains
        self.partners = partners
        self.other = other
        self.dropped = frozenset(
            mention for mention in chains.optional if optional_counts and partners[mention] is None
        )
        self.classes: list[list[int]] = [*chains.members]
        for chain in {chains.chain_of[mention] for mention in self.dropped}:
            self.classes[chain] = [each for each in self.classes[chain] if each not in self.dropped]

    def cells(self, chain: int) -> list[list[int]]:
        """The partition of a class by the other side's classes, cells in the order of first mentions."""
        cells: dict[int, list[int]] = {}
        for mention in self.classes[chain]:
            partner = self.partners[mention]
            name = -1 - mention if partner is None else self.other.chain_of[partner]
            cells.setdefault(name, []).append(mention)
        return list(cells.values())

    def breaks(self, chain: int) -> Iterator[Break]:
        """The breaks of a class, in order; none if the other side keeps all of it together."""
        starts = {cell[0] for cell in self.cells(chain)[1:]}
        before = -1
        for mention in self.classes[chain]:
            if mention in starts:
                yield Break(mention, before)
            before = mention

    def counterparts(self, chain: int) -> list[int]:
        """The other side's chains with mentions of a chain, in the order of these mentions."""
        partners = (self.partners[mention] for mention in self.classes[chain])
        return list(dict.fromkeys(self.other.chain_of[each] for each in partners if each is not None))


class CoreferenceScore:
    """The score of one document: its aligned mentions, and its counts."""

    def __init__(self, document: str, key: ChainSide, response: ChainSide) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.counts = CoreferenceCounts.of_overlaps(self.overlaps())

    def overlaps(self) -> Overlaps:
        """The overlaps of the classes of both sides, by the numbers of their chains."""
        mine, other = self.key.chains.chain_of, self.response.chains.chain_of
        pairs = zip(mine, self.key.partners, strict=True)
        shared = Counter([(chain, other[partner]) for chain, partner in pairs if partner is not None])
        return Overlaps([*map(len, self.key.classes)], [*map(len, self.response.classes)], shared)

    def side(self, key_side: bool) -> ChainSide:
        """The key's side or the response's."""
        return self.key if key_side else self.response

    def status(self, mention: int, key_side: bool) -> Status:
        """The status of a mention: aligned in the right class, in a wrong one, or not aligned."""
        side = self.side(key_side)
        partner = side.partners[mention]
        if partner is None:
            if mention in side.dropped:
                return Status.OPTIONAL
            return Status.MISSING if key_side else Status.SPURIOUS
        expected = self.counterpart(side.chains.chain_of[mention], key_side)
        return Status.CORRECT if side.other.chain_of[partner] == expected else Status.INCORRECT

    def counterpart(self, chain: int, key_side: bool) -> int | None:
        """The other side's chain that matches a chain; None if there is none."""
        return self._matched[0 if key_side else 1].get(chain)

    def cost(self, chain: int, key_side: bool) -> float:
        """The cost of a class's breaks, in points of the document's recall (precision for a response)."""
        lost = len(self.side(key_side).cells(chain)) - 1
        below = self.counts.recall_below if key_side else self.counts.precision_below
        return 100.0 * max(lost, 0) / below if below else 0.0

    @cached_property
    def _matched(self) -> tuple[dict[int, int], dict[int, int]]:
        """The matching chains, from the key's to the response's and back.

        Chains match that share the most mentions. Each matches one at most; among chains that share equally
        many, the first ones in file order match.
        """
        shared = self.overlaps().shared
        of_key, of_response = dict[int, int](), dict[int, int]()
        for mine, other in sorted(shared, key=lambda pair: (-shared[pair], pair)):
            if mine not in of_key and other not in of_response:
                of_key[mine], of_response[other] = other, mine
        return of_key, of_response


class CoreferenceScoring:
    """Scores documents under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._exact = configuration.co_exact
        both_keys = configuration.scoring_method == "key2key"
        self._response_optional = both_keys and configuration.key2key_symmetric

    def score(self, document: str, key: Chains, response: Chains) -> CoreferenceScore:
        """The score of one document from the chains of both sides."""
        of_key, of_response = align(key, response, self._exact)
        return CoreferenceScore(
            document,
            ChainSide(key, of_key, response, optional_counts=True),
            ChainSide(response, of_response, key, self._response_optional),
        )
