"""Which unaligned mentions of both sides mean the same thing with other boundaries.

The mention of the response has to contain the head that the key's MIN gives; where the key gives none, the
two end together or have at least half of the longer one in common. Of several pairs those with the
largest shares of common text count first, and each mention is in one pair.
"""

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.quoted_words import contains_words
from keytally.evaluations.muc.scoring.coreference.score import ChainSide, CoreferenceScore
from keytally.measures.nearest_pairs import Pair, nearest_pairs, overlapping


def wrong_spans(score: CoreferenceScore) -> list[Pair]:
    """The pairs: a mention of the key and one of the response, in the key's order."""
    mine, other = _unaligned(score.key), _unaligned(score.response)
    keys, responses = score.key.chains, score.response.chains
    found = [
        (mention, partner)
        for mention, partner in overlapping(keys.spans, mine, responses.spans, other)
        if _means_the_same(keys, mention, responses, partner)
    ]
    return nearest_pairs(found, keys.spans, responses.spans)


def _unaligned(side: ChainSide) -> list[int]:
    """The mentions without a partner that count, by their starts."""
    free = (
        mention
        for mention, partner in enumerate(side.partners)
        if partner is None and mention not in side.dropped
    )
    return sorted(free, key=lambda mention: side.chains.spans[mention])


def _means_the_same(key: Chains, mention: int, response: Chains, partner: int) -> bool:
    span, other = key.spans[mention], response.spans[partner]
    head = key.attributes[mention].minimum
    if head:
        return contains_words(response.stripped[slice(*other)], head)
    common = min(span[1], other[1]) - max(span[0], other[0])
    return span[1] == other[1] or 2 * common >= max(span[1] - span[0], other[1] - other[0])
