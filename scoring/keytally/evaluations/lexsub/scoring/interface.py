"""The common interface of the document's measures and the programs'."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.scoring.result import ItemScore


class _GoldFields(NamedTuple):
    words: Mapping[str, int]
    modes: tuple[str, ...]
    counts: bool


class Gold(_GoldFields):
    """An item of the gold standard: its words with their frequencies, and its modes.

    `counts` says whether the item is scored. There is at most one mode, except that by the document any of
    the multiwords with the highest frequency is one.
    """

    @cached_property
    def responses(self) -> int:
        """|H|: the number of the annotators' responses."""
        return sum(self.words.values())

    @cached_property
    def hyphened(self) -> Mapping[str, str]:
        """The words with hyphens, by their spelling with blanks; of two the more frequent."""
        return hyphened(self.words)


def hyphened(words: Mapping[str, int]) -> dict[str, str]:
    """The words with hyphens, by their spelling with blanks; of two the one with the higher frequency."""
    in_order = sorted((word for word in words if "-" in word), key=words.__getitem__)
    return {word.replace("-", " "): word for word in in_order}


def first_scored(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    """The first line that is scored."""
    for unit in units:
        if unit.list is not None:
            return unit
    return None


class Scoring(Protocol):
    """One measure under one definition."""

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """The score of one item."""
        ...

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """The content of an item's lines in the gold standard."""
        ...

    def gold_word(self, piece: str) -> str | None:
        """The word in an item of the gold standard's list; None if the item is not read."""
        ...

    def named(self, gold: Gold, piece: str) -> str | None:
        """The gold standard's word that an item of a system's list names; None if there is none."""
        ...
