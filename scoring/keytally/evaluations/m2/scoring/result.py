"""What a sentence's comparison comes to."""

from collections.abc import Sequence
from dataclasses import dataclass

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.model import Counts, GoldEdit, SystemEdit
from keytally.evaluations.m2.scoring.closure import Closure
from keytally.evaluations.m2.scoring.program import Path


@dataclass(frozen=True, slots=True)
class AnnotatorCounts:
    """The counts against one annotator."""

    annotator: int
    counts: Counts


@dataclass(frozen=True, slots=True, eq=False)
class SentenceScore:
    """A sentence's counts against each annotator; `choice` is the one that its own F chooses."""

    document: str
    key: GoldUnit
    response: SentenceUnit
    results: Sequence[AnnotatorCounts]
    choice: int

    @property
    def number(self) -> int:
        """The sentence's number in its file, from 1."""
        return int(self.document)

    @property
    def counts(self) -> Counts:
        """The counts against the annotator chosen."""
        return self.results[self.choice].counts


@dataclass(frozen=True, slots=True)
class Comparison:
    """One annotator's edits and what the system made of them; `path` is what a compatibility mode found."""

    annotator: int
    gold: Sequence[GoldEdit]
    edits: Sequence[SystemEdit]
    counts: Counts
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything that is known of a sentence: a comparison for each annotator."""

    source: Sequence[str]
    hypothesis: Sequence[str]
    comparisons: Sequence[Comparison]
    closure: Closure | None = None
