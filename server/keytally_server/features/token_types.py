"""The kinds of tokens that files are coloured by."""

from enum import IntEnum

from keytally_server.features.coreference.colours import COLOURS


class TokenType(IntEnum):
    """The kinds of tokens, in the order in which the client is told of them."""

    TYPE = 0
    PROPERTY = 1
    STRING = 2
    MACRO = 3
    KEYWORD = 4
    COMMENT = 5
    NUMBER = 6
    OPERATOR = 7
    MENTION = 8


CHAIN_COLOURS = tuple(f"chain{number}" for number in range(1, COLOURS + 1))
"""The modifiers of mentions: one for each colour of a chain, in the order in which the client is told."""
