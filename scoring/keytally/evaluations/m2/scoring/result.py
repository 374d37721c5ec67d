"""The result of comparing a sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.model import EditCounts, GoldEdit, SystemEdit

if TYPE_CHECKING:
    from keytally.evaluations.m2.scoring.program import Path


class AnnotatorCounts(NamedTuple):
    """The counts against one annotator."""

    annotator: int
    counts: EditCounts


class SentenceScore:
    """A sentence's counts against each annotator; `choice` is the one that its own F chooses."""

    __slots__ = ("choice", "document", "key", "response", "results")

    def __init__(
        self,
        document: str,
        key: GoldUnit,
        response: SentenceUnit,
        results: Sequence[AnnotatorCounts],
        choice: int,
    ) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.results = results
        self.choice = choice

    @property
    def number(self) -> int:
        """The sentence's number in its file, from 1."""
        return int(self.document)

    @property
    def counts(self) -> EditCounts:
        """The counts against the annotator chosen."""
        return self.results[self.choice].counts


class Comparison(NamedTuple):
    """One annotator's edits and the system's; `path` is the path found in a compatibility mode."""

    annotator: int
    gold: Sequence[GoldEdit]
    edits: Sequence[SystemEdit]
    counts: EditCounts
    path: "Path | None" = None


class Detail(NamedTuple):
    """The full comparison of a sentence, for each annotator."""

    source: Sequence[str]
    hypothesis: Sequence[str]
    comparisons: Sequence[Comparison]
