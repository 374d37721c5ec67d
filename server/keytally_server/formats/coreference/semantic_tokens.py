"""Semantic tokens for the text of mentions, in the colours of their chains."""

from collections.abc import Callable, Iterator

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally_server.answers.semantic_token import SemanticToken, TokenType
from keytally_server.formats.coreference.chain_colours import chain_colours, innermost_mention


def mention_tokens(chains: Chains) -> Callable[[int, int], Iterator[SemanticToken]]:
    """A function that gives the token of a range of text: that of the innermost mention around it."""

    def token_of(start: int, end: int) -> Iterator[SemanticToken]:
        mention = innermost_mention(chains, start)
        if mention is not None:
            colour = chain_colours(chains).get(chains.chain_of[mention])
            modifiers = 0 if colour is None else 1 << colour
            yield SemanticToken(start, end, TokenType.MENTION, "", modifiers)

    return token_of
