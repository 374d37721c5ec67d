"""What the document's measures and the programs' have in common."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.scoring.result import ItemScore


class Gold(NamedTuple):
    """An item of the gold standard: its words with their frequencies, and its modes.

    `counts` tells whether the item is scored. There is one mode or none, of multiwords that share
    the highest frequency the document takes any.
    """

    words: Mapping[str, int]
    modes: tuple[str, ...]
    counts: bool

    @property
    def responses(self) -> int:
        """|H|: how many responses the annotators gave."""
        return sum(self.words.values())


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
