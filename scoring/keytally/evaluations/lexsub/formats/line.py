"""A line taken apart: lexelt, id, colons, and the list of substitutes, each with its place.

Document, section 2.2: `{lexelt}\\s{id}\\s::\\s{list}`, the list's items separated by `;`. Lines that only
nearly follow it are taken apart all the same, so that what is wrong can be told by its place.
"""

import re
from functools import cached_property
from typing import NamedTuple

from keytally.text.span import Span

_LINE = re.compile(
    r"\s*(?P<lexelt>[^\s:;]+)(?P<gap>\s+)(?P<id>[^\s:;]+)(?P<before>\s*)(?P<colons>:+)(?P<list>.*)",
    re.ASCII | re.DOTALL,
)
_ENDS = ("\r\n", "\n", "\r")
BLANKS = " \t\r\n\f\v"
"""White space as both score.pl and keytally know it."""

_DIGITS = "0123456789"
LARGEST_COUNT = 10**9
_RUN = re.compile(r"\s+", re.ASCII)


class ListItem(NamedTuple):
    """One piece of a list: the stretch between two `;`, and of it what is no blank at either end."""

    start: int
    end: int
    word_start: int
    word_end: int
    word: str


class Counted(NamedTuple):
    """A word of a gold standard with its frequency; places count as the item's do."""

    word: str
    start: int
    end: int
    frequency: int
    count_start: int
    count_end: int


class LexsubLine:
    """A line that has the parts of one; places count code points from the line's start."""

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
        """How many colons part the id from the list."""
        return len(self._match["colons"])

    @property
    def list(self) -> str:
        """What stands behind the colons, as it is."""
        return self._match["list"]

    def span(self, part: str) -> Span:
        """Where `lexelt`, `gap`, `id`, `before` (the colons), `colons` or `list` stands."""
        return Span(*self._match.span(part))

    def stretch(self, start: int, end: int) -> str:
        """The characters from `start` to `end`."""
        return self._match.string[start:end]

    def is_blank(self, part: str) -> bool:
        """Whether a part is a single blank."""
        return self._match[part] == " "

    @cached_property
    def items(self) -> tuple[ListItem, ...]:
        """The pieces of the list; a `;` at its end begins none, and an empty list has none."""
        text, start = self.list.rstrip(";"), self._match.start("list")
        items = []
        for piece in text.split(";") if text.strip(BLANKS) else ():
            items.append(_item(piece, start))
            start += len(piece) + 1
        return tuple(items)


def line_of(text: str) -> LexsubLine | None:
    """The line that `text` is, its end left out; None for one that has not the parts of one."""
    match = _LINE.fullmatch(body_of(text))
    return LexsubLine(match) if match else None


def body_of(text: str) -> str:
    """A line without its end."""
    end = next((end for end in _ENDS if text.endswith(end)), "")
    return text[: len(text) - len(end)]


def counted(item: ListItem) -> Counted | None:
    """The word and the frequency of a gold standard's item; None where it has no frequency."""
    before = item.word.rstrip(_DIGITS)
    word = before.rstrip(BLANKS)
    if not word or before in (word, item.word):
        return None
    at = item.word_start
    digits = item.word[len(before) :]
    return Counted(word, at, at + len(word), _number(digits), at + len(before), item.word_end)


def spaced(words: str) -> str:
    """Words parted by single blanks, with none at either end."""
    return _RUN.sub(" ", words).strip(" ")


def _item(piece: str, start: int) -> ListItem:
    word = piece.strip(BLANKS)
    at = start + (len(piece) - len(piece.lstrip(BLANKS)) if word else 0)
    return ListItem(start, start + len(piece), at, at + len(word), word)


def _number(digits: str) -> int:
    """A frequency; nobody has more annotators than LARGEST_COUNT."""
    return min(int(digits), LARGEST_COUNT) if len(digits) < 19 else LARGEST_COUNT
