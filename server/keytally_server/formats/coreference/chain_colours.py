"""Assigns colours to chains, and finds the innermost mention at a place."""

from bisect import bisect_right
from functools import lru_cache

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally_server.chains.colours import colours_of


@lru_cache(maxsize=8)
def chain_colours(chains: Chains) -> dict[int, int]:
    """A colour for each chain of two mentions or more (keytally_server.chains.colours)."""
    return colours_of(chains.chain_of)


def innermost_mention(chains: Chains, place: int) -> int | None:
    """The innermost mention whose text contains a place between tags; None outside all mentions."""
    ends, mentions = _innermost(chains)
    before = bisect_right(ends, place)
    return mentions[before - 1] if before else None


@lru_cache(maxsize=8)
def _innermost(chains: Chains) -> tuple[list[int], list[int | None]]:
    """The ends of mention tags, in order, and the mention that the text after each belongs to."""
    opened = ((end, False, mention) for mention, end in enumerate(chains.text_starts))
    closed = ((end, True, mention) for mention, end in enumerate(chains.ends))
    edges = sorted((*opened, *closed))
    around: list[int] = []
    ends: list[int] = []
    mentions: list[int | None] = []
    for end, is_close, number in edges:
        if is_close:
            around.remove(number)
        else:
            around.append(number)
        ends.append(end)
        mentions.append(around[-1] if around else None)
    return ends, mentions
