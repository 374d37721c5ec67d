"""Semantic tokens: the types of pieces that colour files."""

from enum import IntEnum
from typing import NamedTuple


class TokenType(IntEnum):
    """The types of tokens, in the order of the legend that the client gets."""

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
"""The number of colours for chains."""

CHAIN_COLOURS = tuple(f"chain{number}" for number in range(1, COLOUR_COUNT + 1))
"""The modifiers of mentions, one for each colour of a chain, in the order of the legend."""


class SemanticToken(NamedTuple):
    """A piece of one type and its text.

    Places are code points, from the start of the file in the result of a feature, from the start of the unit,
    and without the text, in the result of a presenter. `modifiers` has the bit of a chain's colour.
    """

    start: int
    end: int
    type: TokenType
    text: str = ""
    modifiers: int = 0
