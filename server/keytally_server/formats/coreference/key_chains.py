"""Compares a response's chains with the key: the chain of a mention, and chains that are one chain."""

from collections.abc import Sequence

from keytally_server.formats.coreference.chain_cursor import ChainCursor


def chain_in_key(cursor: ChainCursor, mention: int) -> Sequence[int]:
    """The response's chain that a mention belongs to by the key; empty if the key gives none."""
    score = cursor.score
    if score is None or cursor.key_side:
        return ()
    partner = score.response.partners[mention]
    if partner is None:
        return ()
    expected = score.counterpart(score.key.chains.chain_of[partner], key_side=True)
    return () if expected is None else (expected,)


def chains_of_same_class(cursor: ChainCursor, chain: int) -> Sequence[int]:
    """The response's other chains with mentions of the key chain that a chain stands for."""
    score = cursor.score
    if score is None or cursor.key_side:
        return ()
    expected = score.counterpart(chain, key_side=False)
    if expected is None:
        return ()
    return [each for each in score.key.counterparts(expected) if each != chain]
