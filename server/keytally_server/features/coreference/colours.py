"""The colours of chains, and the mentions that text belongs to."""

from functools import lru_cache

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.tags import Tag

COLOURS = 8


@lru_cache(maxsize=8)
def colours(chains: Chains) -> dict[int, int]:
    """A colour, from 0 to COLOURS - 1, for each chain of two mentions or more.

    A chain takes at its first mention the colour that has not been seen for the longest stretch of
    mentions, so that chains which stand beside each other differ as far as there are colours.
    """
    last_seen = dict.fromkeys(range(COLOURS), -1)
    given: dict[int, int] = {}
    for mention, chain in enumerate(chains.chain_of):
        if len(chains.members[chain]) > 1:
            if chain not in given:
                given[chain] = min(last_seen, key=lambda colour: (last_seen[colour], colour))
            last_seen[given[chain]] = mention
    return given


def innermost(chains: Chains) -> dict[Tag, int | None]:
    """For each tag of a mention the mention that text right behind the tag belongs to; None for none."""
    edges = sorted(
        (tag.start, tag, number)
        for number, mention in enumerate(chains.mentions)
        for tag in (mention.element.open, mention.element.close)
    )
    around: list[int] = []
    found: dict[Tag, int | None] = {}
    for _, tag, number in edges:
        if tag.is_close:
            around.remove(number)
        else:
            around.append(number)
        found[tag] = around[-1] if around else None
    return found
