"""The cells of a compared document (keytally.measures.chains.cells).

Two unaligned mentions mean the same with other boundaries where the response's has the head of the key's;
where no head is stated, they end together or have at least half of the longer one in common.
"""

from collections.abc import Sequence

from keytally.evaluations.conll.model import Mention
from keytally.evaluations.conll.scoring.classes import Side
from keytally.evaluations.conll.scoring.comparison import ComparedChains, Partners
from keytally.measures.chains.cells import Cells, ChainsOfSide
from keytally.measures.nearest_pairs import Pair, Stretch, nearest_pairs, overlapping


def cells_of(compared: ComparedChains) -> Cells:
    """The cells of scored mentions, by their numbers on both sides."""
    key, response = _side(compared.key, compared.partners), _side(compared.response, compared.turned)
    return Cells(key, response, _wrong_spans(compared))


def _side(side: Side, partners: Partners) -> ChainsOfSide:
    """The chains of a side; a chain that is not scored has no members."""
    members: list[list[int]] = [[] for _ in side.chains]
    for number in sorted(range(len(side.mentions)), key=lambda at: side.mentions[at].mention.opening):
        members[side.mentions[number].chain].append(number)
    return ChainsOfSide([each.chain for each in side.mentions], members, members, partners)


def _wrong_spans(compared: ComparedChains) -> list[Pair]:
    sides = compared.key, compared.response
    first, second = ([_stretch(each.mention) for each in side.mentions] for side in sides)
    mine, other = _free(first, compared.partners), _free(second, compared.turned)
    found = [
        (mention, partner)
        for mention, partner in overlapping(first, mine, second, other)
        if _means_the_same(
            compared.key.mentions[mention].mention, compared.response.mentions[partner].mention
        )
    ]
    return nearest_pairs(found, first, second)


def _free(stretches: Sequence[Stretch], partners: Partners) -> list[int]:
    """The mentions without a partner, by their starts."""
    free = (number for number, partner in enumerate(partners) if partner is None)
    return sorted(free, key=lambda number: stretches[number])


def _stretch(mention: Mention) -> Stretch:
    return mention.words[0], mention.words[-1] + 1


def _means_the_same(key: Mention, response: Mention) -> bool:
    if key.head is not None:
        return key.head in response.words
    shared = len({*key.words} & {*response.words})
    ends_alike = key.words[-1] == response.words[-1]
    return ends_alike or 2 * shared >= max(len(key.words), len(response.words))
