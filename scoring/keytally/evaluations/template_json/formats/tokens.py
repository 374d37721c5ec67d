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

_CODE = r"x([\da-f]{2})|u((?!d[89a-f])[\da-f]{4})|U(000[\da-f]{5}|0010[\da-f]{4})"
_ESCAPED = re.compile(rf"\\(?:(['\"\\nrt])|{_CODE})", re.ASCII)
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
    """The content of a word in single quotes, with what its escapes stand for.

    They are those that Python prints; half a character, which no text can hold, stays as it is written.
    """
    return _ESCAPED.sub(_meant, text[1:-1])


def _meant(escaped: re.Match[str]) -> str:
    """What an escape stands for."""
    name, *codes = escaped.groups()
    return chr(int(next(filter(None, codes)), 16)) if name is None else _MEANT.get(name, name)
