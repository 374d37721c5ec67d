"""The base of the evaluations that compare output or edits with M2 files."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Evaluation, Figure, Fold, Role
from keytally.families.m2.reading import GoldUnit, SentenceUnit
from keytally.families.m2.scoring import CountedInOrder, ScoredSentence, SequentialFold, SumFold
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, DifferenceClassifier
    from keytally.families.m2.scoring import Choices

# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415


class EditEvaluation(Evaluation):
    """An evaluation whose documents are sentences, and whose headline is F with a beta.

    `choices` is the function by which a program chooses an annotator for each sentence in order; if it is
    None, the sentence's best F decides.
    """

    document_name = "sentence"

    def __init__(self, beta: float, choices: "Choices | None") -> None:
        self._beta = beta
        self._choices = choices

    @property
    def headline_name(self) -> str:
        """Return the name of F with its beta, such as `F_0.5`."""
        return f"F_{self._beta:g}"

    @property
    def headline_form(self) -> HeadlineForm | None:
        """Return the form of the headline: F with its beta; None if the choice of annotators depends on
        the order of sentences.
        """
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
        """Return whether a unit is a sentence; text before the first sentence is not."""
        return unit.document is not None

    @property
    def can_be_apart(self) -> bool:
        """Return True in every mode, because the results contain all counts."""
        return True

    def fold(self) -> Fold:
        """Return an empty sum."""
        return SumFold(self._beta) if self._choices is None else SequentialFold(self._beta, self._choices)

    def chosen(self, scores: Sequence[CountedInOrder]) -> list[int]:
        """Return the index of the result that counts for each sentence."""
        if self._choices is None:
            return [score.choice for score in scores]
        results = {score.number: [result.counts for result in score.results] for score in scores}
        return self._choices(results, self._beta)

    @property
    def classifier(self) -> "DifferenceClassifier | None":
        """Return the object that classifies and fixes differences; None if the file order determines the
        annotators.
        """
        return self.of_sentences() if self._choices is None else None

    @abstractmethod
    def of_sentences(self) -> "DifferenceClassifier":
        """Return the classifier for sentences that each choose an annotator separately."""

    def difference_counts(self, scores: Sequence[ScoredSentence[Any, Any]]) -> Mapping[str, int]:
        """Return the numbers of missing and spurious edits."""
        from keytally.families.m2.differences import counts_of

        correct, proposed, gold = _sums(scores)
        return counts_of(gold - correct, proposed - correct)

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes the edits of sentences."""
        from keytally.families.annotations import AnnotationEditor, TokenJudgments
        from keytally.families.m2.annotations import (
            annotations,
            bare,
            common_noops,
            counterparts,
            overlap,
            rewriting,
            tokens,
            versions,
        )

        return AnnotationEditor(
            annotations,
            bare,
            counterparts,
            rewriting,
            exclude=overlap,
            nothing_said=common_noops,
            versions=versions,
            tokens=TokenJudgments(tokens, lambda annotation: str(annotation.value[0])),
        )


def _sums(scores: Sequence[ScoredSentence[Any, Any]]) -> tuple[int, int, int]:
    """Return the numbers of correct, proposed and gold edits."""
    correct, proposed, gold = (
        sum(column) for column in zip(*(score.counts for score in scores), strict=True)
    )
    return correct, proposed, gold
