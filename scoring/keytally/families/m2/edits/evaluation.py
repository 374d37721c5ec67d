"""The evaluation of the task `m2-edits`, which compares the edits of two M2 files."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Mark, Role, Settings, StepComparison
from keytally.families.m2.edit_evaluation import EditEvaluation
from keytally.families.m2.edits import rules
from keytally.families.m2.edits.options import EditsMode, EditsOptions, edits_options
from keytally.families.m2.edits.scoring import EditScore, PairScore, best_pair, score_pairs
from keytally.families.m2.options import EDIT_TASK
from keytally.families.m2.reading import Block, EditCounts, GoldUnit
from keytally.families.m2.rules import GoldLanguage
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.families.annotations import DifferenceClassifier
    from keytally.families.presentation import Proposal

# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415

NO_UNIT = GoldUnit("")
"""The placeholder unit of a score that is stored without its texts."""


class EditComparison(EditEvaluation):
    """The comparison of edits with the given options (keytally.families.contract.Evaluation)."""

    task = EDIT_TASK

    def __init__(self, options: EditsOptions) -> None:
        self._is_program = options.mode is EditsMode.ERRANT
        super().__init__(options.beta, _choices_of_program if self._is_program else None)
        self.options = options

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def language(self, role: Role) -> GoldLanguage:
        """Return the language of files in that role: M2 on both sides."""
        return GoldLanguage(role, propose=_propose if role is Role.RESPONSE else None)

    def item_name(self, role: Role) -> str:
        """Return the name of an item: a sentence."""
        return "sentence (a line that starts with S and a space)"

    def score(
        self, document: str, key: Sequence[GoldUnit], response: Sequence[GoldUnit]
    ) -> Sequence[EditScore]:
        """Return the score of one sentence; empty if a file lacks it."""
        if not key or not response:
            return ()
        blocks = _read(key[0]), _read(response[0])
        if self._is_program:
            from keytally.families.m2.edits import errant

            results = errant.score_pairs(*blocks, self.options)
        else:
            results = score_pairs(*blocks, self.options)
        return [EditScore(document, key[0], response[0], results, best_pair(results, self.options.beta))]

    def sum_of(self, key: bytes, response: bytes) -> EditScore | None:
        """Return the sum over plain files as one sentence, in the mode `errant`; None for any others."""
        if not self._is_program:
            return None
        from keytally.families.m2.edits.errant import whole_counts

        counts = whole_counts(key, response, self.options)
        return None if counts is None else EditScore("1", NO_UNIT, NO_UNIT, [PairScore(0, 0, counts, {})], 0)

    def apart(self, scores: Sequence[EditScore]) -> Sequence[EditScore]:
        """Return the counts of a sentence."""
        return [EditScore(each.document, NO_UNIT, NO_UNIT, each.results, each.choice) for each in scores]

    def compare_order(
        self, units: Sequence[GoldUnit], references: Sequence[GoldUnit]
    ) -> tuple[int, Finding] | None:
        """Return the first sentence that is out of step with the key, with a finding."""
        return rules.compare_order(units, references)

    @property
    def in_step(self) -> StepComparison:
        """Return the functions that compare sentences with the key's; a response may use types that do not
        occur in the key.
        """
        return StepComparison(
            rules.is_same_sentence,
            rules.out_of_step,
            lambda unit, reference, unknown: tuple(rules.other_token(unit, reference)),
        )

    def other_tokens(
        self, key: Sequence[GoldUnit], response: Sequence[GoldUnit]
    ) -> tuple[GoldUnit, Finding] | None:
        """Return the first token that differs from the key's, with a finding."""
        found = tuple(rules.other_token(response[0], key[0]))
        return (response[0], found[0]) if found else None

    def marks(self, score: EditScore, side: Role, unit: GoldUnit) -> Iterator[Mark]:
        """Yield the marks on a sentence's edits, for the pair of annotators with the sentence's best F."""
        from keytally.families.m2.edits.marks import MarkedSentence

        if unit in (score.key, score.response):
            marked = MarkedSentence(score, self.options)
            yield from marked.on_key() if side is Role.KEY else marked.on_response()

    def document_totals(self, scores: Sequence[EditScore]) -> dict[str, Any]:
        """Return a sentence's entry in the JSON output, based on the sentence's own F."""
        from keytally.families.m2.edits.reports import item_json

        return item_json(scores[0], scores[0].chosen, self.options.beta)

    def report_json(self, scores: Sequence[EditScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        from keytally.families.m2.edits.reports import json_report

        return json_report(scores, self.chosen(scores), self.options)

    def report_text(self, scores: Sequence[EditScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; in the mode `errant`, the program's output."""
        chosen = self.chosen(scores)
        if self._is_program:
            from keytally.families.m2.edits import errant

            return errant.text_report(scores, chosen, self.options, is_verbose=verbose > 0)
        from keytally.families.m2.edits.reports import text_report

        results = [score.results[choice] for score, choice in zip(scores, chosen, strict=True)]
        return text_report(results, self.options, verbose)

    def of_sentences(self) -> "DifferenceClassifier":
        """Return the classifier of differences between the two annotators with the sentence's best F."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.m2.edits.differences import CLASSES, differences, repair

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [found for score in scores for found in differences(score, self.options)],
            self.difference_counts,
            lambda key, response, found: repair(key[0], response[0], found),
        )


def _propose(unit: GoldUnit, mark: Mark) -> "Proposal | None":
    from keytally.families.m2.edits.differences import proposal

    return proposal(unit, mark)


def _choices_of_program(results: Mapping[int, Sequence[EditCounts]], beta: float) -> list[int]:
    from keytally.families.m2.edits.errant import choices_in_order

    return choices_in_order(results, beta)


def _read(unit: GoldUnit) -> Block:
    """Parse a unit, and record whether scoring may skip one of its annotations."""
    block = unit.block()
    unit.may_lose = block.may_lose(block.by_annotator())
    return block


def edit_comparison(settings: Settings, task: str = EDIT_TASK) -> EditComparison:
    """Return the comparison with these settings. Raises SettingsError for unusable options."""
    return EditComparison(edits_options(settings))
