"""The tokens of JSON: they cover a text but for its blanks and line ends."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]+|\\[^\r\n])*"?)|(?P<mark>[{}\[\]:,])"""
    r"""|(?P<single>'[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*'(?=[ \t]*(?:[\r\n}\]:,]|\Z)))"""
    r"""|(?P<word>[^\s{}\[\]:,"]+|[^ \t\r\n])"""
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
SINGLE = "'"
"""The quote of strings that are none of JSON, as Python prints them."""

WORDS = ("true", "false", "null")

_ESCAPED = re.compile(r"\\(['\"\\nrt])")
_MEANT = {"n": "\n", "r": "\r", "t": "\t"}

STRING, MARK, WORD, END = "string", "mark", "word", "end"
_KINDS: Mapping[str | None, str] = {STRING: STRING, MARK: MARK}


class Token(NamedTuple):
    """A token: a string with its quotes, one of the marks `{}[]:,`, or a word, which a number is as well.

    What stands in single quotes up to the end of a value is a word too.
    """

    kind: str
    text: str
    start: int
    end: int

    def is_mark(self, marks: str) -> bool:
        """Whether it is one of the marks."""
        return self.kind == MARK and self.text in marks


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text, and one of no width that ends it."""
    found = (each for each in _TOKEN.finditer(text))
    tokens = [Token(_KINDS.get(each.lastgroup, WORD), each[0], each.start(), each.end()) for each in found]
    end = tokens[-1].end if tokens else 0
    return [*tokens, Token(END, "", end, end)]


def is_number(text: str) -> bool:
    """Whether a word is a number of JSON."""
    return _NUMBER.fullmatch(text) is not None


def in_single_quotes(text: str) -> bool:
    """Whether a word stands in single quotes."""
    return len(text) >= 2 and text[0] == text[-1] == SINGLE


def unescaped(text: str) -> str:
    """The content of a word in single quotes, with what stands for quotes, line ends and tabs."""
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text[1:-1])
