"""Mentions, chains, and what is odd in a document of them."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Place(NamedTuple):
    """A stretch of a document's text, in code points from its start."""

    start: int
    end: int


class Mention(NamedTuple):
    """A mention: its words by number, and the brackets that open and close it.

    Words are numbered alike in a key and a response with the same tokens. `head` is the number of the word
    that is its head; None where the format names none. `zero` is set for a mention of an empty node.
    """

    words: Sequence[int]
    opening: Place
    closing: Place
    head: int | None = None
    zero: bool = False


class Chain(NamedTuple):
    """The mentions of an entity in one document, in the order in which they end, with the entity's name."""

    name: str
    mentions: tuple[Mention, ...]


class DefectKind(str, Enum):
    """What can be odd in a document; a rule makes a finding of each."""

    CELLS = "cells"
    NO_BRACKET = "no bracket"
    NOT_OPENED = "not opened"
    NOT_CLOSED = "not closed"
    NO_BEGIN = "no begin"
    NO_END = "no end"
    BEHIND_END = "behind end"
    CROSSING = "crossing"

    __hash__ = str.__hash__


class Defect(NamedTuple):
    """Something odd at a place; `text` is what stands there, `other` the place that it has to do with."""

    kind: DefectKind
    place: Place
    text: str = ""
    other: Place | None = None
