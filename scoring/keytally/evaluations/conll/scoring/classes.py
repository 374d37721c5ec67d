"""The mentions of a side that are scored: none twice, and chains of one mention as the options have it."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.conll.model import Chain, Mention


class ScoredMention(NamedTuple):
    """A mention with the number of its chain in the document."""

    chain: int
    mention: Mention


class Repeated(NamedTuple):
    """A mention of words that another mention of the document has already."""

    again: ScoredMention
    first: ScoredMention


class Side(NamedTuple):
    """One side of a document: all its chains, the mentions that are scored, and those that are not."""

    chains: Sequence[Chain]
    mentions: Sequence[ScoredMention]
    repeated: Sequence[Repeated]

    def sizes(self) -> list[int]:
        """The number of scored mentions of each chain; 0 for one that is not scored."""
        sizes = [0] * len(self.chains)
        for each in self.mentions:
            sizes[each.chain] += 1
        return sizes


def side_of(chains: Sequence[Chain], *, singletons: bool = True) -> Side:
    """The scored mentions of chains, chain by chain.

    Of mentions of the same words the first counts, in the order of chains, and in a chain in that of ends.
    Without `singletons` a chain that then has one mention is left out.
    """
    first: dict[Sequence[int], ScoredMention] = {}
    repeated: list[Repeated] = []
    for number, chain in enumerate(chains):
        for mention in chain.mentions:
            scored = ScoredMention(number, mention)
            if (other := first.setdefault(mention.words, scored)) is not scored:
                repeated.append(Repeated(scored, other))
    side = Side(chains, tuple(first.values()), tuple(repeated))
    if singletons:
        return side
    sizes = side.sizes()
    return side._replace(mentions=tuple(each for each in side.mentions if sizes[each.chain] > 1))
