"""The evaluation of the task `entities`, which reads columns and produces scores, marks and reports."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.families.annotations import (
    AnnotationEditor,
    Difference,
    DifferenceClassifier,
    Piece,
    TokenJudgments,
)
from keytally.families.columns.annotations import annotations, bare, counterparts, exclude, rewriting, tokens
from keytally.families.columns.differences import (
    CLASSES,
    difference_counts,
    differences,
    repair,
    sentence_pieces,
)
from keytally.families.columns.fast_total import WholeScore, whole_score
from keytally.families.columns.marks import ComparedSentence
from keytally.families.columns.model import TASK
from keytally.families.columns.options import ColumnsOptions, Mode, columns_options
from keytally.families.columns.reading import SentenceUnit
from keytally.families.columns.reports import (
    conlleval_report,
    nervaluate_report,
    nervaluate_types_report,
    seqeval_report,
)
from keytally.families.columns.rules import (
    ColumnsLanguage,
    compare_with_key,
    first_out_of_step,
    is_in_step,
    other_token,
    out_of_step,
    type_names,
)
from keytally.families.columns.scoring import (
    SentenceScore,
    align,
    entity_reader,
    greedy_pairs,
    labels_for,
    sentence_counts,
)
from keytally.families.contract import Evaluation, Figure, Mark, Role, Settings, StepComparison
from keytally.families.span_counts import (
    Counted,
    CountedSpans,
    Schema,
    SpanFold,
    json_report,
    summed,
    total_of,
)
from keytally.families.span_report import counted_figures, short_counted_total, text_report
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm


class ColumnEntities(Evaluation):
    """The evaluation of entities in columns with the given options
    (keytally.families.contract.Evaluation).
    """

    task = TASK
    document_name = "sentence"
    headline_name = "F"
    headline_form = HeadlineForm()

    def __init__(self, options: ColumnsOptions) -> None:
        self.options = options
        self._read = entity_reader(options)

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[SentenceScore]) -> HeadlineCounts:
        """Return the counts that a sentence adds to the strict F."""
        counts = summed([score.counts.strict for score in scores])
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the strict counts, precision, recall and F."""
        return counted_figures(totals) if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0  4 correct of 5 proposed, 5 gold`."""
        return short_counted_total(totals)

    def language(self, role: Role) -> ColumnsLanguage:
        """Return the language of files in that role."""
        column = self.options.key_column if role is Role.KEY else self.options.response_column
        every = self.options.mode is not Mode.DOCUMENT
        return ColumnsLanguage(
            role,
            column,
            self.options.scheme,
            all_tokens=every,
            token=self.options.token_column,
            form=self.options.form,
        )

    def item_name(self, role: Role) -> str:
        """Return the name of an item: a token with a label."""
        return "line with a token and its label"

    def is_item(self, unit: SentenceUnit, role: Role) -> bool:
        """Return whether a unit has tokens."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[SentenceUnit], response: Sequence[SentenceUnit]
    ) -> Sequence[SentenceScore]:
        """Return the score of one sentence; it may be missing on one side."""
        units = key[0] if key else None, response[0] if response else None
        gold, found = (labels_for(unit, self.options.mode) if unit is not None else () for unit in units)
        sides = self._read(gold), self._read(found)
        return [SentenceScore(document, units, sides, sentence_counts(gold, found, sides, self.options.mode))]

    def sum_of(self, key: bytes, response: bytes) -> WholeScore | None:
        """Return the sum over the sentences of two files; None if the sentences must be read one by one."""
        return whole_score(key, response, self.options)

    @property
    def can_be_apart(self) -> bool:
        """Return True: counts without units suffice in every mode."""
        return True

    def apart(self, scores: Sequence[SentenceScore]) -> Sequence[CountedSpans]:
        """Return the counts of a sentence."""
        known: dict[Any, Any] = {}
        distinct = {id(score.counts): score.counts for score in scores}
        shared = {each: counts.sharing(known) for each, counts in distinct.items()}
        return [CountedSpans(score.document, shared[id(score.counts)]) for score in scores]

    def compare_order(
        self, units: Sequence[SentenceUnit], references: Sequence[SentenceUnit]
    ) -> tuple[int, Finding] | None:
        """Return the first sentence that is out of step with the key, with a finding."""
        return first_out_of_step(units, references)

    @property
    def in_step(self) -> StepComparison:
        """Return the functions that compare the sentences of a file with the key's."""
        return StepComparison(is_in_step, out_of_step, compare_with_key)

    def names_in(self, unit: SentenceUnit) -> frozenset[str]:
        """Return the types of a sentence's entities."""
        return type_names(unit)

    def other_tokens(
        self, key: Sequence[SentenceUnit], response: Sequence[SentenceUnit]
    ) -> tuple[SentenceUnit, Finding] | None:
        """Return the first token that differs from the key's, with a finding."""
        found = next(other_token(response[0], key[0]), None)
        return None if found is None else (response[0], found)

    def fold(self) -> SpanFold:
        """Return an empty sum."""
        return SpanFold()

    def marks(self, score: SentenceScore, side: Role, unit: SentenceUnit) -> Iterator[Mark]:
        """Yield the marks of a sentence's entities according to the strict schema."""
        if unit not in (score.key, score.response):
            return
        pair = greedy_pairs if self.options.mode is Mode.NERVALUATE else align
        pairing = pair(score.key_entities, score.response_entities, Schema.STRICT)
        judged = ComparedSentence(score, pairing)
        yield from judged.on_key() if side is Role.KEY else judged.on_response()

    @property
    def annotator(self) -> AnnotationEditor:
        """Return the object that lists and writes entities."""
        scheme = self.options.scheme
        return AnnotationEditor(
            annotations,
            bare,
            counterparts,
            lambda units, changes: rewriting(units, changes, scheme),
            exclude=exclude,
            tokens=TokenJudgments(tokens, lambda annotation: str(annotation.value[0])),
        )

    @property
    def classifier(self) -> DifferenceClassifier:
        """Return the object that classifies and fixes differences."""
        scheme = self.options.scheme

        def pieces(
            key: Sequence[SentenceUnit], response: Sequence[SentenceUnit], found: Sequence[Difference]
        ) -> Sequence[Piece]:
            return sentence_pieces(key[0], response[0], found) if key and response else ()

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [difference for score in scores for difference in differences(score)],
            difference_counts,
            lambda key, response, differences: repair(response[0], differences, scheme),
            pieces,
        )

    def document_totals(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """Return a sentence's entry in the JSON output."""
        return summed([score.counts.strict for score in scores]).values() if scores else {}

    def report_json(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        return json_report(TASK, self.signature, scores)

    def report_text(self, scores: Sequence[Counted], verbose: int) -> str:
        """Return the text that `keytally score` prints; in a program's mode, the output of that program."""
        counts = total_of(scores)
        if self.options.mode is Mode.CONLLEVAL:
            return conlleval_report(counts)
        if self.options.mode in (Mode.SEQEVAL, Mode.SEQEVAL_STRICT):
            return seqeval_report(counts)
        if self.options.mode is Mode.NERVALUATE:
            by_type = (nervaluate_types_report(counts, schema) for schema in Schema) if verbose else ()
            return "\n".join([nervaluate_report(counts), *by_type])
        return text_report(counts, self.signature)


def evaluation(settings: Settings, task: str = TASK) -> ColumnEntities:
    """Return the task under these settings. Raises SettingsError for unusable options."""
    return ColumnEntities(columns_options(settings))
