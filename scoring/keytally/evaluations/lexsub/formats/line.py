r"""Splits a line into lexelt, id, colons, and the list of substitutes, each with its place.

Document, section 2.2: `{lexelt}\s{id}\s::\s{list}`, with the list's items separated by `;`. Lines that only
nearly follow it are split as well, so that findings can name the wrong part. The lexelt of a lemma
of two words has a blank in it.
"""

import re
from functools import cached_property
from typing import NamedTuple

from keytally.text.span import Span

_LINE = re.compile(
    r"\s*(?P<lexelt>[^\s:;](?:[^\r\n:;]*[^\s:;])?)(?P<gap>\s+)(?P<id>[^\s:;]+)(?P<before>\s*)"
    r"(?P<colons>:+)(?P<list>.*)",
    re.ASCII | re.DOTALL,
)
_EXCHANGED = re.compile(r"(?P<id>[0-9]+)\s+(?P<lexelt>[^:;]*[^\s:;.]\.[a-z.]+)", re.ASCII)
_ENDS = ("\r\n", "\n", "\r")
BLANKS = " \t\r\n\f\v"
"""White space as both score.pl and keytally define it."""

_DIGITS = "0123456789"
COUNTED_DIGITS = 18
LARGEST_COUNT = 10**9
_RUN = re.compile(r"\s+", re.ASCII)


class ListItem(NamedTuple):
    """One item of a list: the text between two `;`, and its words without the blanks around them."""

    start: int
    end: int
    word_start: int
    word_end: int
    word: str


class Counted(NamedTuple):
    """A word of a gold standard with its frequency; offsets count as the item's do."""

    word: str
    start: int
    end: int
    frequency: int
    count_start: int
    count_end: int


class ParsedLine:
    """A line that has all the parts; offsets are code points from the line's start."""

    def __init__(self, match: "re.Match[str]") -> None:
        self._match = match

    @property
    def lexelt(self) -> str:
        """Lemma and part of speech, such as `bright.a`."""
        return self._match["lexelt"]

    @property
    def id(self) -> str:
        """The number of the item."""
        return self._match["id"]

    @property
    def colons(self) -> int:
        """The colons between the id and the list."""
        return len(self._match["colons"])

    @property
    def list(self) -> str:
        """The text after the colons, unchanged."""
        return self._match["list"]

    def span(self, part: str) -> Span:
        """The range of `lexelt`, `gap`, `id`, `before` (the colons), `colons` or `list`."""
        return Span(*self._match.span(part))

    @cached_property
    def mended_head(self) -> str | None:
        """`manage.v 95` for a line that begins with `95 manage.v`; None for other lines."""
        head = self._match.string[self._match.start("lexelt") : self._match.end("id")]
        found = _EXCHANGED.fullmatch(head)
        return f"{found['lexelt']} {found['id']}" if found else None

    def stretch(self, start: int, end: int) -> str:
        """The characters from `start` to `end`."""
        return self._match.string[start:end]

    def is_blank(self, part: str) -> bool:
        """Whether a part is a single blank."""
        return self._match[part] == " "

    @property
    def first_place(self) -> int:
        """Where the first item stands, or would stand: behind the blanks at the start of the list."""
        return self._match.start("list") + len(self.list) - len(self.list.lstrip(BLANKS))

    @cached_property
    def items(self) -> tuple[ListItem, ...]:
        """The items of the list; a `;` at its end begins none, and an empty list has none."""
        text, start = self.list.rstrip(";"), self._match.start("list")
        items = []
        for piece in text.split(";") if text.strip(BLANKS) else ():
            items.append(_item(piece, start))
            start += len(piece) + 1
        return tuple(items)


def line_of(text: str) -> ParsedLine | None:
    """The parts of the line `text`, without its end; None for a line without all the parts."""
    match = _LINE.fullmatch(body_of(text))
    return ParsedLine(match) if match else None


def body_of(text: str) -> str:
    """A line without its end."""
    end = next((end for end in _ENDS if text.endswith(end)), "")
    return text[: len(text) - len(end)]


def counted(item: ListItem) -> Counted | None:
    """The word and the frequency of a gold standard's item; None without a frequency."""
    before = item.word.rstrip(_DIGITS)
    word = before.rstrip(BLANKS)
    if not word or before in (word, item.word):
        return None
    at = item.word_start
    digits = item.word[len(before) :]
    return Counted(word, at, at + len(word), _number(digits), at + len(before), item.word_end)


def spaced(words: str) -> str:
    """Words separated by single blanks, with none at either end."""
    return _RUN.sub(" ", words).strip(" ")


def _item(piece: str, start: int) -> ListItem:
    word = piece.strip(BLANKS)
    at = start + (len(piece) - len(piece.lstrip(BLANKS)) if word else 0)
    return ListItem(start, start + len(piece), at, at + len(word), word)


def _number(digits: str) -> int:
    """A frequency, at most LARGEST_COUNT."""
    return min(int(digits), LARGEST_COUNT) if len(digits) <= COUNTED_DIGITS else LARGEST_COUNT
