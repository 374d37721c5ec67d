"""The base of the evaluations that compare output or edits with M2 files."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Figure, Fold, Role
from keytally.families.m2.reading import GoldUnit, SentenceUnit
from keytally.families.m2.scoring import CountedInOrder, ScoredSentence, SequentialFold, SumFold
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

if TYPE_CHECKING:
    from keytally.families.annotations import Annotation, Change, Rewriting
    from keytally.families.m2.scoring import Choices

# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415


class EditEvaluation(ABC):
    """An evaluation whose documents are sentences, and whose headline is F with a beta.

    `choices` is the function by which a program chooses an annotator for each sentence in order; None if the
    best F of each sentence decides.
    """

    document_name = "sentence"

    def __init__(self, beta: float, choices: "Choices | None") -> None:
        self._beta = beta
        self._choices = choices

    @property
    def headline_name(self) -> str:
        """Return F with its beta, such as `F_0.5`."""
        return f"F_{self._beta:g}"

    @property
    def headline_form(self) -> HeadlineForm | None:
        """Return the form of F (keytally.families.contract.SumsHeadline); None if F depends on the order."""
        return HeadlineForm(self._beta, over_nothing=1.0) if self._choices is None else None

    def headline_counts(self, scores: Sequence[ScoredSentence[Any, Any]]) -> HeadlineCounts:
        """Return the counts of a sentence, against the annotator with its best F."""
        correct, proposed, gold = _sums(scores)
        return HeadlineCounts(correct, gold, correct, proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, precision, recall and F."""
        counts = (Figure(name, str(totals[name])) for name in ("correct", "proposed", "gold"))
        ratios = {"P": totals["precision"], "R": totals["recall"], self.headline_name: totals["f"]}
        return [*counts, *(Figure(name, f"{value:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F_0.5 80.0  4 correct of 5 proposed, 5 gold`."""
        if not totals:
            return ""
        counts = f"{totals['correct']} correct of {totals['proposed']} proposed, {totals['gold']} gold"
        return f"{self.headline_name} {totals['f']:.1f}  {counts}"

    def is_item(self, unit: GoldUnit | SentenceUnit, role: Role) -> bool:
        """Return whether a unit is a sentence, not the text before the first sentence."""
        return unit.document is not None

    @property
    def can_be_apart(self) -> bool:
        """Return True: the results contain all counts (keytally.families.contract.ScoresSeparately)."""
        return True

    def fold(self) -> Fold:
        """Return an empty sum."""
        return SumFold(self._beta) if self._choices is None else SequentialFold(self._beta, self._choices)

    def report_files(
        self, scores: Sequence[Any], key: Iterable[GoldUnit], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """Return no files: no option asks for report files."""
        return {}

    def chosen(self, scores: Sequence[CountedInOrder]) -> list[int]:
        """Return the index of the result that counts for each sentence."""
        if self._choices is None:
            return [score.choice for score in scores]
        results = {score.number: [result.counts for result in score.results] for score in scores}
        return self._choices(results, self._beta)

    @property
    @abstractmethod
    def classes(self) -> Sequence[str]:
        """Return the classes of differences, in the order of tables."""

    @property
    def difference_classes(self) -> Sequence[str]:
        """Return the classes (keytally.families.annotations); none if the order of sentences matters."""
        return self.classes if self._choices is None else ()

    def difference_counts(self, scores: Sequence[ScoredSentence[Any, Any]]) -> Mapping[str, int]:
        """Return the numbers of missing and spurious edits."""
        from keytally.families.m2.differences import counts_of

        correct, proposed, gold = _sums(scores)
        return counts_of(gold - correct, proposed - correct)

    def annotations(self, units: Sequence[GoldUnit]) -> "Sequence[Annotation]":
        """Return the edits of a sentence (keytally.families.annotations.Annotates)."""
        from keytally.families.m2.annotations import annotations

        return annotations(units)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of edits of the same tokens, otherwise of overlapping tokens."""
        from keytally.families.m2.annotations import counterparts

        return counterparts(first, second)

    def exclude(self, one: "Annotation", other: "Annotation") -> bool:
        """Return whether two edits change the same tokens (`ExcludesOverlaps`)."""
        from keytally.families.m2.annotations import overlap

        return overlap(one, other)

    def versions(self, answers: "Sequence[Sequence[Annotation]]") -> "Sequence[Annotation] | None":
        """Return answers as annotators of one sentence (keytally.families.annotations.KeepsVersions)."""
        from keytally.families.m2.annotations import versions

        return versions(answers)

    def nothing_said(self, files: Sequence[Sequence[GoldUnit]]) -> "Sequence[Annotation]":
        """Return the noops of annotators in all files (keytally.families.annotations.StatesNothing)."""
        from keytally.families.m2.annotations import common_noops

        return common_noops(files)

    def bare(self, units: Sequence[GoldUnit]) -> Sequence[str]:
        """Return the text of each unit without `A` lines."""
        from keytally.families.m2.annotations import bare

        return bare(units)

    def tokens(self, units: Sequence[GoldUnit]) -> Sequence[tuple[int, int]]:
        """Return the tokens of the source sentence (keytally.families.annotations.JudgesTokens)."""
        from keytally.families.m2.annotations import tokens

        return tokens(units)

    def token_type(self, annotation: "Annotation") -> str:
        """Return the type of an edit, such as `SVA`."""
        return str(annotation.value[0])

    def rewriting(self, units: Sequence[GoldUnit], changes: "Sequence[Change]") -> "Rewriting":
        """Return the edits of `A` lines in the gold that make the changes."""
        from keytally.families.m2.annotations import rewriting

        return rewriting(units, changes)


def _sums(scores: Sequence[ScoredSentence[Any, Any]]) -> tuple[int, int, int]:
    """Return the numbers of correct, proposed and gold edits."""
    correct, proposed, gold = (
        sum(column) for column in zip(*(score.counts for score in scores), strict=True)
    )
    return correct, proposed, gold
