"""Semantic tokens: the kinds of stretches that files are coloured by."""

from enum import IntEnum
from typing import NamedTuple


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


COLOUR_COUNT = 8
"""How many colours there are for chains."""

CHAIN_COLOURS = tuple(f"chain{number}" for number in range(1, COLOUR_COUNT + 1))
"""The modifiers of mentions: one for each colour of a chain, in the order in which the client is told."""


class SemanticToken(NamedTuple):
    """A stretch of one kind and its text.

    Places are code points, from the start of the file in what a feature answers, from the start of the
    unit, and without the text, in what a presenter answers. `modifiers` has the bit of a chain's colour.
    """

    start: int
    end: int
    type: TokenType
    text: str = ""
    modifiers: int = 0
