"""Mentions, chains, documents and their defects, and the recognition of files that contain them."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import NamedTuple

TASK = "conll-coreference"


class Place(NamedTuple):
    """A range of a document's text, in code points from its start."""

    start: int
    end: int


class Zero(NamedTuple):
    """An empty node: the number of its sentence, and the words that it depends on with their relations."""

    sentence: int
    heads: frozenset[tuple[str, str]]


class Mention(NamedTuple):
    """A mention: its words by number, and its opening and closing brackets.

    Words have the same numbers in a key and a response with the same tokens. `head` is the number of the head
    word; None if the format declares no heads. `zero` is the head if it is an empty node. `between` contains
    the other brackets of a discontinuous mention.
    """

    words: Sequence[int]
    opening: Place
    closing: Place
    head: int | None = None
    zero: Zero | None = None
    between: tuple[Place, ...] = ()

    @property
    def brackets(self) -> tuple[Place, ...]:
        """Return all brackets in text order; a mention of one word has only one bracket."""
        return tuple(dict.fromkeys((self.opening, *self.between, self.closing)))


class Chain(NamedTuple):
    """The mentions of an entity in one document, in the order of their ends, with the entity's name."""

    name: str
    mentions: tuple[Mention, ...]


class Row(NamedTuple):
    """A line with a token: its cells as written, its start, and the place of its last cell.

    `token_at` is the index of the token's cell. An `empty` row is an empty node, which has no text.
    """

    cells: tuple[str, ...]
    start: int
    last: Place
    token_at: int
    empty: bool = False

    @property
    def token(self) -> str:
        """Return the token."""
        return self.cells[self.token_at]


class DefectKind(StrEnum):
    """The kinds of defects in a document; each is reported by a rule."""

    CELLS = "cells"
    NO_BRACKET = "no bracket"
    NOT_OPENED = "not opened"
    NOT_CLOSED = "not closed"
    NO_PART = "no part"
    NO_HEAD = "no head"
    NO_BEGIN = "no begin"
    NO_END = "no end"
    BEHIND_END = "behind end"
    CROSSING = "crossing"
    NO_FIELD = "no field"

    __hash__ = str.__hash__


class Defect(NamedTuple):
    """A defect at a place; `text` is the text there, and `other` a related place.

    `wanted` is the missing part, such as `2 of 2`, or the number of words of a mention.
    """

    kind: DefectKind
    place: Place
    text: str = ""
    other: Place | None = None
    wanted: str = ""


class Match(StrEnum):
    """The condition under which mentions are partners."""

    EXACT = "exact"
    HEAD = "head"
    PARTIAL = "partial"

    __hash__ = str.__hash__

    @classmethod
    def of(cls, *, is_corefud: bool) -> "Match":
        """Return the default condition under which mentions are partners in a format."""
        return cls.HEAD if is_corefud else cls.EXACT


class Layout(Enum):
    """The format of a file: CoNLL-2012 or CorefUD."""

    CONLL = "CoNLL-2012"
    COREFUD = "CorefUD"


class Document(NamedTuple):
    """A document: the place of its first line, its rows, its chains, and its defects in order.

    `words` contains the word number of each row in ascending order; None if word numbers equal row numbers.
    """

    head: Place | None
    rows: Sequence[Row]
    chains: tuple[Chain, ...]
    defects: tuple[Defect, ...]
    layout: Layout = Layout.CONLL
    words: Sequence[int] | None = None

    def row_number(self, word: int) -> int:
        """Return the row of a word; for a missing word, the row after its position."""
        return word if self.words is None else bisect_left(self.words, word)


NO_DOCUMENT = Document(None, (), (), ())
"""The document of a side that lacks it."""


_BEGIN = r"#[ \t]{0,20}(?:begin document|global\.Entity[ \t]*=)"
_ROW = r"\S+[ \t]+\d+[ \t]+\d+[ \t]+\S[^\r\n]*[ \t][|)\d]*\(\d+[(|)\d]*[ \t]*\r?$"
_WORD = r"\d+(?:[-.]\d+)?\t[^\r\n]*[\t|]Entity=[(\w]"
_TELLING = re.compile(rf"^(?:{_BEGIN}|{_ROW}|{_WORD})", re.M)
_LOOKED_AT = 20_000


def task_of(first_part: str) -> str | None:
    """Return the task of a file that begins with a CoNLL-2012 document or contains chains in either
    format.
    """
    return TASK if _TELLING.search(first_part[:_LOOKED_AT]) else None
