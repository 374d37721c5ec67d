"""The tokens of JSON: they cover a text but for its blanks and line ends."""

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]+|\\[^\r\n])*"?)|(?P<mark>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,"]+|[^ \t\r\n])"""
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
WORDS = ("true", "false", "null")

STRING, MARK, WORD, END = "string", "mark", "word", "end"


class Token(NamedTuple):
    """A token: a string with its quotes, one of the marks `{}[]:,`, or a word, which a number is as well."""

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
    tokens = [Token(each.lastgroup or WORD, each[0], each.start(), each.end()) for each in found]
    end = tokens[-1].end if tokens else 0
    return [*tokens, Token(END, "", end, end)]


def is_number(text: str) -> bool:
    """Whether a word is a number of JSON."""
    return _NUMBER.fullmatch(text) is not None
