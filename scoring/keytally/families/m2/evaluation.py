"""The evaluation of the M2 scorer, which reads gold and output and produces scores, marks and reports."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Mark, Role, Settings
from keytally.families.m2.edit_evaluation import EditEvaluation
from keytally.families.m2.lattice import Extraction, Lattice, lattice
from keytally.families.m2.options import TASK, M2Mode, M2Options, m2_options
from keytally.families.m2.reading import (
    EditCounts,
    GoldEdit,
    GoldUnit,
    SentenceUnit,
    SystemEdit,
    is_whitespace_or_case,
    without_duplicates,
)
from keytally.families.m2.reports import item_json, json_report, text_report
from keytally.families.m2.rules import GoldLanguage, SentenceLanguage, compare_order, language
from keytally.families.m2.scoring import (
    AnnotatorCounts,
    Comparison,
    Detail,
    SentenceScore,
    choices_in_order,
    choose_annotator,
)
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.families.annotations import Difference, DifferenceClassifier, Rewriting
    from keytally.families.m2.differences import SentenceEdits


def score(document: str, key: GoldUnit, response: SentenceUnit, options: M2Options) -> SentenceScore:
    """Return a sentence's counts from the comparison with each annotator."""
    found = compare(key, response, options).comparisons
    results = tuple(AnnotatorCounts(each.annotator, each.counts) for each in found)
    choice = choose_annotator([result.counts for result in results], options.beta)
    return SentenceScore(document, key, response, results, choice)


def compare(key: GoldUnit, response: SentenceUnit, options: M2Options) -> Detail:
    """Return the full comparison of a sentence, with annotators in the order of their numbers."""
    block = key.block()
    source, hypothesis = block.words, response.text.split()
    annotators = block.by_annotator()
    key.may_lose = block.may_lose(annotators)
    if options.mode is M2Mode.DOCUMENT:
        ways = lattice(source, hypothesis) if source != hypothesis else Lattice(source, hypothesis, (), ())
        extraction = Extraction(ways, options.max_unchanged_words)
        return Detail(
            source,
            hypothesis,
            [_by_document(ways, extraction, *item, options) for item in annotators.items()],
        )
    from keytally.families.m2.program_comparison import compared_by_program

    return compared_by_program(source, hypothesis, annotators, options)


def every_edit(
    key: GoldUnit, response: SentenceUnit, annotator: int, options: M2Options
) -> tuple[Sequence[SystemEdit], Sequence[GoldEdit]]:
    """Return all edits of a sentence in the mode `document`, whether they count or not, and an annotator's
    edits.
    """
    block = key.block()
    wanted = without_duplicates(block.by_annotator()[annotator])
    ways = lattice(block.words, response.text.split())
    return Extraction(ways, options.max_unchanged_words).edits(wanted), wanted


def _by_document(
    ways: Lattice, extraction: Extraction, annotator: int, gold: Sequence[GoldEdit], options: M2Options
) -> Comparison:
    wanted = without_duplicates(gold)
    edits = extraction.edits(wanted)
    if options.ignore_whitespace_casing:
        wanted = [edit for edit in wanted if not _is_case(ways.source, edit)]
        edits = [edit for edit in edits if not _changes_case(ways, edit)]
    correct = sum(edit.gold is not None for edit in edits)
    return Comparison(annotator, wanted, edits, EditCounts(correct, len(edits), len(wanted)))


def _is_case(source: Sequence[str], edit: GoldEdit) -> bool:
    """Return whether each alternative of a gold edit changes only whitespace and case."""
    before = source[edit.start : edit.end]
    return all(is_whitespace_or_case(before, alternative.split()) for alternative in edit.alternatives)


def _changes_case(ways: Lattice, edit: SystemEdit) -> bool:
    before, after = ways.source[edit.start : edit.end], ways.hypothesis[edit.first : edit.last]
    return is_whitespace_or_case(before, after)


# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415

RECENT = 32

MOST_REPAIRS = 200
"""The number of repairs of one sentence that are tried: each compares the whole sentence again."""

Unit = GoldUnit | SentenceUnit

NO_GOLD, NO_SENTENCE = GoldUnit(""), SentenceUnit("")
"""The placeholder units of a score that is stored without its units."""


class MaxMatch(EditEvaluation):
    """The M2 scorer with the given options (keytally.families.contract.Evaluation)."""

    task = TASK
    response_has_own_form = True

    def __init__(self, options: M2Options) -> None:
        super().__init__(options.beta, None if options.mode is M2Mode.DOCUMENT else choices_in_order)
        self.options = options
        self._recent: OrderedDict[SentenceScore, Detail] = OrderedDict()
        self._last_judged: tuple[GoldUnit, SentenceUnit, SentenceEdits] | None = None

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def language(self, role: Role) -> GoldLanguage | SentenceLanguage:
        """Return the language of files in that role."""
        return language(role)

    def item_name(self, role: Role) -> str:
        """Return the name of an item: a sentence."""
        return "sentence (a line that starts with S and a space)" if role is Role.KEY else "sentence"

    def score(
        self, document: str, key: Sequence[GoldUnit], response: Sequence[SentenceUnit]
    ) -> Sequence[SentenceScore]:
        """Return the score of one sentence; empty if a file lacks it."""
        if not key or not response:
            return ()
        return [score(document, key[0], response[0], self.options)]

    def apart(self, scores: Sequence[SentenceScore]) -> Sequence[SentenceScore]:
        """Return the counts of a sentence."""
        return [
            SentenceScore(each.document, NO_GOLD, NO_SENTENCE, each.results, each.choice) for each in scores
        ]

    def compare_order(
        self, units: Sequence[SentenceUnit], references: Sequence[GoldUnit]
    ) -> tuple[int, Finding] | None:
        """Return the first output line that is out of step with the gold, with a finding; None if the
        numbers are equal.
        """
        return compare_order(units, references)

    def marks(self, score: SentenceScore, side: Role, unit: Unit) -> Iterator[Mark]:
        """Yield marks on a sentence's edits, compared with the annotator that gives the sentence's best F."""
        from keytally.families.m2.marks import ComparedSentence

        if unit not in (score.key, score.response):
            return
        judged = ComparedSentence(score.key, score.response, self.detail(score).comparisons[score.choice])
        yield from judged.on_key() if side is Role.KEY else judged.on_response()

    def detail(self, scored: SentenceScore) -> Detail:
        """Return the full comparison of a sentence; computed on demand and briefly cached."""
        if scored not in self._recent:
            self._recent[scored] = compare(scored.key, scored.response, self.options)
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)
        return self._recent[scored]

    def document_totals(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """Return a sentence's entry in the JSON output, based on the sentence's own F."""
        return item_json(scores[0].results[scores[0].choice], self.options.beta)

    def report_json(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        return json_report(scores, self.chosen(scores), self.options)

    def report_text(self, scores: Sequence[SentenceScore], verbose: int) -> str:
        """Return the text that `keytally score` prints, in the format of the reference program."""
        return text_report(scores, self.chosen(scores), self.options, self.detail, verbose)

    def of_sentences(self) -> "DifferenceClassifier":
        """Return the classifier of differences from the annotator that gives the sentence's best F."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.m2.differences import CLASSES, differences

        def of_scores(scores: Sequence[SentenceScore]) -> "Sequence[Difference]":
            return [
                difference
                for score in scores
                for difference in differences(score, self.detail(score).comparisons[score.choice])
            ]

        return DifferenceClassifier(
            CLASSES,
            of_scores,
            self.difference_counts,
            self._repair,
            bound=lambda key, response: MOST_REPAIRS,
        )

    def _repair(
        self, key: Sequence[GoldUnit], response: Sequence[SentenceUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """Return the edit of the line that fixes differences."""
        from keytally.families.m2.differences import repair

        return repair(key[0], response[0], self._judged(key[0], response[0]), differences)

    def _judged(self, key: GoldUnit, response: SentenceUnit) -> "SentenceEdits":
        """Return all edits of a sentence; those of the last one are cached, for each of its repairs."""
        from keytally.families.m2.differences import SentenceEdits

        last = self._last_judged
        if last is None or last[:2] != (key, response):
            scored = score("", key, response, self.options)
            annotator = scored.results[scored.choice].annotator
            last = key, response, SentenceEdits(*every_edit(key, response, annotator, self.options))
            self._last_judged = last
        return last[2]


def evaluation(settings: Settings, task: str = TASK) -> MaxMatch:
    """Return the scorer under these settings. Raises SettingsError for unusable options."""
    return MaxMatch(m2_options(settings))
