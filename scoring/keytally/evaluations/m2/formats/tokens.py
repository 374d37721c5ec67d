"""Tokens of a sentence, separated by blanks."""

import re
from typing import NamedTuple

_TOKEN = re.compile(r"\S+")


class M2Token(NamedTuple):
    """A token and its place in its unit."""

    text: str
    start: int
    end: int


def tokens_in(text: str, start: int = 0, end: int | None = None) -> list[M2Token]:
    """The tokens of `text` from `start` to `end`, split at blanks of any kind, U+00A0 among them."""
    found = _TOKEN.finditer(text, start, len(text) if end is None else end)
    return [M2Token(match[0], match.start(), match.end()) for match in found]


def gap(tokens: list[M2Token], number: int, otherwise: int) -> int:
    """The place of an insertion before token `number`: after the previous token."""
    if number:
        return tokens[number - 1].end
    return tokens[0].start if tokens else otherwise


def stretch(tokens: list[M2Token], first: int, last: int, otherwise: int) -> tuple[int, int]:
    """The range of the tokens from `first` to `last`; of zero width if there are none."""
    if first < last:
        return tokens[first].start, tokens[last - 1].end
    place = gap(tokens, first, otherwise)
    return place, place
