"""Count chains by the rules of the CorefUD scorer for mentions with the same words.

A mention with the same words as another stays in each of its chains on its own side. For the other side, it
counts only in the last of these chains, so recall and precision use different overlaps. Chains are in the
order of their first mentions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.families.conll.model import Chain, Match, Mention
from keytally.families.conll.scoring import (
    MENTIONS,
    MOR,
    NAMES,
    ComparedChains,
    Counts,
    Side,
    copies_of,
    mention_overlap,
)
from keytally.measures.coreference import MEASURES, Overlaps, Sums


class _Chains(NamedTuple):
    """The chains of a side, given by the numbers of their mentions; equal mentions have the same number.

    `last` contains the last chain of each mention, and `number_of` the number of each scored mention.
    """

    mentions: Sequence[Mention]
    chains: Sequence[Sequence[int]]
    last: Mapping[int, int]
    number_of: Mapping[int, int]

    @property
    def sizes(self) -> list[int]:
        """Return the number of mentions of each chain."""
        return [*map(len, self.chains)]


def count_in_each_chain(compared: ComparedChains, match: Match) -> Counts:
    """Return the counts of a document in which mentions count in each of their chains."""
    mine, theirs = _chains_of(compared.key, match), _chains_of(compared.response, match)
    pairs = {
        mine.number_of[at]: theirs.number_of[other]
        for at, other in enumerate(compared.partners)
        if other is not None
    }
    turned = {other: at for at, other in pairs.items()}
    recall = Counter(
        (chain, theirs.last[pairs[each]])
        for chain, members in enumerate(mine.chains)
        for each in members
        if each in pairs
    )
    precision = Counter(
        (mine.last[turned[each]], chain)
        for chain, members in enumerate(theirs.chains)
        for each in members
        if each in turned
    )
    sides = [Overlaps(mine.sizes, theirs.sizes, shared) for shared in (recall, precision)]
    in_both = Overlaps(mine.sizes, theirs.sizes, _shared(mine, theirs, pairs))
    return {
        MENTIONS: (len(pairs), len(mine.mentions), len(pairs), len(theirs.mentions)),
        **{NAMES[name]: _counted(name, sides, in_both) for name in MEASURES},
        MOR: mention_overlap(_words(mine), _words(theirs)),
    }


def _chains_of(side: Side, match: Match) -> _Chains:
    copies = copies_of(side.mentions, match)
    number_of = {at: number for number, same in enumerate(copies) for at in same}
    members: dict[int, list[int]] = {}
    for at, scored in enumerate(side.mentions):
        members.setdefault(scored.chain, []).append(number_of[at])
    kept = [members[chain] for chain in sorted(members, key=lambda chain: _order(side.chains[chain]))]
    last = {each: number for number, some in enumerate(kept) for each in some}
    return _Chains([side.mentions[same[0]].mention for same in copies], kept, last, number_of)


def _order(chain: Chain) -> tuple[tuple[int, int, int], str]:
    """Return the sort key of a chain: its first mention, with longer mentions first, then its name."""
    places = ((mention.words[0], -len(mention.words), mention.words[-1]) for mention in chain.mentions)
    return min(places, default=(0, 0, 0)), chain.name


def _shared(mine: _Chains, theirs: _Chains, pairs: Mapping[int, int]) -> Counter[tuple[int, int]]:
    """Return the number of partners that each pair of chains shares, regardless of other chains."""
    chains_with: dict[int, list[int]] = {}
    for number, members in enumerate(theirs.chains):
        for each in members:
            chains_with.setdefault(each, []).append(number)
    return Counter(
        (number, other)
        for number, members in enumerate(mine.chains)
        for each in members
        if each in pairs
        for other in chains_with[pairs[each]]
    )


_OVER_PAIRED_CHAINS = ("ceafm", "ceafe")


def _counted(name: str, sides: Sequence[Overlaps], in_both: Overlaps) -> Sums:
    """Return the counts of a measure, with recall from the overlaps of the first side and precision from
    those of the second.

    CEAF uses `in_both`, the overlaps of whole chains, and BLANC uses only the overlaps of the first side.
    """
    count = MEASURES[name].count
    if name in _OVER_PAIRED_CHAINS:
        return count(in_both)
    if name == "blanc":
        return count(sides[0])
    return *count(sides[0])[:2], *count(sides[1])[2:]


def _words(side: _Chains) -> list[Sequence[int]]:
    return [side.mentions[each].words for members in side.chains for each in members]
