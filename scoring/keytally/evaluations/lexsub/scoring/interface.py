"""What the document's measures and the programs' have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.scoring.result import ItemScore


@dataclass(frozen=True)
class Gold:
    """An item of the gold standard: its words with their frequencies, and its modes.

    `counts` tells whether the item is scored. There is one mode or none, of multiwords that share
    the highest frequency the document takes any.
    """

    words: Mapping[str, int]
    modes: tuple[str, ...]
    counts: bool

    @cached_property
    def responses(self) -> int:
        """|H|: how many responses the annotators gave."""
        return sum(self.words.values())

    @cached_property
    def hyphened(self) -> Mapping[str, str]:
        """The words with hyphens, by what they are with blanks; of two the more frequent."""
        return hyphened(self.words)


def hyphened(words: Mapping[str, int]) -> dict[str, str]:
    """The words with hyphens, by what they are with blanks; of two the one with the higher frequency."""
    in_order = sorted((word for word in words if "-" in word), key=words.__getitem__)
    return {word.replace("-", " "): word for word in in_order}


def first_scored(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    """The first line of which anything is scored."""
    for unit in units:
        if unit.list is not None:
            return unit
    return None


class Scoring(Protocol):
    """One measure under one definition."""

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """What comes of one item."""
        ...

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """What an item's lines in the gold standard say."""
        ...

    def gold_word(self, piece: str) -> str | None:
        """How a piece of the gold standard's list is read; None for one that is not."""
        ...

    def named(self, gold: Gold, piece: str) -> str | None:
        """The gold standard's word that a piece of a system's list names; None for none."""
        ...
