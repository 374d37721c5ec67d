"""Tokens of a sentence: what stands between blanks."""

import re
from typing import NamedTuple

_TOKEN = re.compile(r"\S+")


class M2Token(NamedTuple):
    """A token and where it stands in its unit."""

    text: str
    start: int
    end: int


def tokens_in(text: str, start: int = 0, end: int | None = None) -> list[M2Token]:
    """The tokens of `text` from `start` to `end`, split at blanks of any kind, U+00A0 among them."""
    found = _TOKEN.finditer(text, start, len(text) if end is None else end)
    return [M2Token(match[0], match.start(), match.end()) for match in found]


def gap(tokens: list[M2Token], number: int, otherwise: int) -> int:
    """Where something stands that is inserted before token `number`: behind the token before it."""
    if number:
        return tokens[number - 1].end
    return tokens[0].start if tokens else otherwise


def stretch(tokens: list[M2Token], first: int, last: int, otherwise: int) -> tuple[int, int]:
    """Where the tokens from `first` to `last` stand; of zero width where that is none."""
    if first < last:
        return tokens[first].start, tokens[last - 1].end
    place = gap(tokens, first, otherwise)
    return place, place
