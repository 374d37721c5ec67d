"""The kinds of tokens that files are coloured by."""

from enum import IntEnum


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
