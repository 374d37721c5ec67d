"""The evaluation of the task `spans`: scores, marks, agreement and reports."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Evaluation, Figure, Level, Mark, Role
from keytally.families.span_counts import (
    Counted,
    Schema,
    SpanFold,
    json_report,
    summed,
    total_of,
)
from keytally.families.span_report import counted_figures, short_counted_total, text_report
from keytally.families.spans.nesting import total_nesting
from keytally.families.spans.offsets import squeezed
from keytally.families.spans.one_text import on_one_text
from keytally.families.spans.options import TASK, Alignment, SpansOptions
from keytally.families.spans.placed import PlacedEntity
from keytally.families.spans.reading import SpansLanguage, SpansUnit
from keytally.families.spans.scoring import SeparateScore, SpansScore, align, span_counts, spans_in
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.text.rendering import printable

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, DifferenceClassifier
    from keytally.families.spans.fast_total import WholeScore
    from keytally.families.spans.programs import ProgramDocument


# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415


class SpansEvaluation(Evaluation):
    """The evaluation of labelled spans with the given options (keytally.families.contract.Evaluation)."""

    task = TASK
    document_name = "document"
    headline_name = "F"
    headline_form = HeadlineForm()

    def __init__(self, options: SpansOptions) -> None:
        self.options = options

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[SpansScore]) -> HeadlineCounts:
        """Return the counts of a document for the strict F."""
        counts = summed([score.counts.strict for score in scores])
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the strict counts, precision, recall and F."""
        return counted_figures(totals) if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0 4 correct of 5 proposed, 5 gold`."""
        return short_counted_total(totals)

    def language(self, role: Role) -> SpansLanguage:
        """Return the language of files in that role."""
        return SpansLanguage(role, self.options.alignment is Alignment.ORDER)

    def item_name(self, role: Role) -> str:
        """Return the name of the item that a file must contain."""
        return "document with spans"

    def is_item(self, unit: SpansUnit, role: Role) -> bool:
        """Return whether a unit contains a document."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> Sequence[SpansScore]:
        """Return the score of one document; it may be missing on one side."""
        attributes = self.options.with_attributes
        texts = on_one_text(key, response)
        gold, found = (spans_in(side, with_attributes=attributes) for side in (texts.key, texts.response))
        return [SpansScore(document, (key, response), texts, (gold, found), span_counts(gold, found))]

    @property
    def can_be_apart(self) -> bool:
        """Return True, because the counts contain everything that is needed."""
        return True

    def apart(self, scores: Sequence[SpansScore]) -> Sequence[SeparateScore]:
        """Return the counts of a document without its units."""
        return [
            SeparateScore(score.document, score.counts, score.nesting, self._in_program(score))
            for score in scores
        ]

    def _in_program(self, score: "SpansScore | SeparateScore") -> "ProgramDocument | None":
        """Return the counts of annotations-evaluate if its figures are requested; otherwise None."""
        return score.in_program(is_flat=self.options.is_flat) if self.options.as_program else None

    def _program(self, scores: "Sequence[SpansScore | SeparateScore]") -> dict[str, Any]:
        """Return `program` of the JSON output; {} if no program is requested."""
        if not self.options.as_program:
            return {}
        from keytally.families.spans.programs import program_values

        documents = [found for score in scores if (found := self._in_program(score)) is not None]
        return program_values(documents, is_flat=self.options.is_flat)

    requires_key_text = True

    def other_tokens(
        self, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> tuple[SpansUnit, Finding] | None:
        """Return the finding on the first place where the texts of the two sides differ, or None."""
        return on_one_text(key, response).difference

    def resolved_offsets(
        self, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> tuple[SpansUnit, Finding] | None:
        """Return the note that offsets were resolved, or None if none were."""
        return on_one_text(key, response).resolved

    def text_of(self, units: Sequence[SpansUnit]) -> str | None:
        """Return the text of a document without whitespace; None if it is unknown, or if documents are
        aligned by order.
        """
        if self.options.alignment is Alignment.ORDER:
            return None
        texts = [unit.content.text for unit in units if unit.content is not None and unit.has_text]
        return squeezed("".join(texts)) or None

    def sum_of(self, key: bytes, response: bytes) -> "WholeScore | None":
        """Return the sum over the documents of plain records; None if documents must be read one by one."""
        if self.options.given:
            return None
        from keytally.families.spans.fast_total import whole_score

        return whole_score(key, response)

    def fold(self) -> SpanFold:
        """Return an empty sum."""
        return SpanFold()

    def marks(self, score: SpansScore, side: Role, unit: SpansUnit) -> Iterator[Mark]:
        """Yield the marks of a document's spans according to the strict schema, on the lines that define
        them.
        """
        partners = align(score.key, score.response, Schema.STRICT)
        of_response = {other: mine for mine, other in enumerate(partners) if other is not None}
        mine, others = score.key_places, score.response_places
        if side is Role.RESPONSE:
            mine, others = others, mine
        for number, place in enumerate(mine):
            other = partners[number] if side is Role.KEY else of_response.get(number)
            if place.unit is unit and other is None:
                yield _unpaired(place, side)
            elif place.unit is unit and other is not None:
                pair = (number, other) if side is Role.KEY else (other, number)
                is_correct = score.key[pair[0]] == score.response[pair[1]]
                yield _paired(place, others[other], side, is_correct=is_correct)
        if side is Role.RESPONSE and score.response_units and unit is score.response_units[-1]:
            end = len(unit.text.rstrip())
            for number, place in enumerate(others):
                if partners[number] is None:
                    label = f"MIS {place.shown}"
                    partner = (place.unit, place.start, place.end)
                    yield Mark(unit, end, end, Status.MISSING, Level.ITEM, label, partner, label[4:])

    @property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.spans.differences import CLASSES, difference_counts, differences, repair

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [difference for score in scores for difference in differences(score)],
            difference_counts,
            partial(repair, with_attributes=self.options.with_attributes),
        )

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes spans."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.spans.annotations import (
            annotations,
            bare,
            counterparts,
            located,
            rewriting,
            without_spans,
        )

        return AnnotationEditor(
            partial(annotations, with_attributes=self.options.with_attributes),
            bare,
            counterparts,
            partial(rewriting, with_attributes=self.options.with_attributes),
            without_annotations=without_spans,
            located=located,
            span_type=lambda annotation: str(annotation.value[0]),
        )

    def document_totals(self, scores: Sequence[SpansScore]) -> dict[str, Any]:
        """Return a document's entry in the JSON output."""
        return summed([score.counts.strict for score in scores]).values() if scores else {}

    def report_json(self, scores: "Sequence[SpansScore | SeparateScore]") -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        nesting = total_nesting([score.nesting for score in scores])
        report = json_report(TASK, self.signature, scores)
        return {**report, "nesting": nesting.values(), **self._program(scores)}

    def report_text(self, scores: Sequence[Counted], verbose: int) -> str:
        """Return the text that `keytally score` prints; `verbose` adds documents and nesting.

        With `-O compatible=annotations-evaluate`, it contains that program's figures.
        """
        whole = [score for score in scores if isinstance(score, SpansScore | SeparateScore)]
        if self.options.as_program:
            from keytally.families.spans.programs import program_text

            return f"{program_text(self._program(whole))}\n{self.signature}\n"
        report = text_report(total_of(scores), self.signature)
        if not verbose:
            return report
        lines = [
            f"{printable(score.document)}: {self.in_short(score.counts.strict.values())}" for score in whole
        ]
        nesting = total_nesting([score.nesting for score in whole]).lines()
        return "".join(f"{line}\n" for line in [*lines, "", *nesting, ""]) + report


def _unpaired(place: PlacedEntity, side: Role) -> Mark:
    """Return the mark of a span without a partner."""
    status = Status.MISSING if side is Role.KEY else Status.SPURIOUS
    label = f"{status.value.upper()} {place.shown}"
    return Mark(place.unit, place.start, place.end, status, Level.ITEM, label, None, place.shown)


def _paired(place: PlacedEntity, there: PlacedEntity, side: Role, *, is_correct: bool) -> Mark:
    """Return the mark of a span with a partner; if they differ, the mark names the partner."""
    status = Status.CORRECT if is_correct else Status.INCORRECT
    subject = place.shown
    if not is_correct:
        theirs = Role.RESPONSE if side is Role.KEY else Role.KEY
        subject += f" ({theirs.value}: {there.shown})"
    label = f"{status.value.upper()} {subject}"
    at = (there.unit, there.start, there.end)
    return Mark(place.unit, place.start, place.end, status, Level.ITEM, label, at, subject)
