"""The evaluation of the task `records`: scores, marks and reports."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Evaluation, Figure, Mark, Role, SeparateRemarks, Settings
from keytally.families.records.compiled import ANY, OPTIONAL, all_leaves
from keytally.families.records.fields import Field
from keytally.families.records.options import PROGRAM_NAMES, TASK, RecordsOptions, without_files
from keytally.families.records.reading import Judge, RecordsLanguage, RecordUnit
from keytally.families.records.remarks import Grounds, grounds_of, remarks_on
from keytally.families.records.schema import Schema
from keytally.families.records.scoring import (
    Comparison,
    Counts,
    RecordFold,
    RecordScore,
    summed,
    tally_values,
)
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.text.rendering import printable

if TYPE_CHECKING:
    from keytally.families.annotations import Annotation, AnnotationEditor, Difference, DifferenceClassifier
    from keytally.families.presentation import Proposal
    from keytally.families.records.programs.shared import Document, Program, ProgramResult
    from keytally.families.records.source_text import SourceText


# Modules that a score does not need are imported where they are used: a command starts sooner.
# ruff: noqa: PLC0415

_MOST_SCHEMAS = 1000
"""The number of schemas of single documents for which fields are cached."""


class _Judge(Judge):
    """The rules on the content of records, imported only when findings are needed."""

    def __init__(self, evaluation: "RecordsEvaluation") -> None:
        self._evaluation = evaluation

    def findings_of(self, unit: RecordUnit) -> Iterable[Finding]:
        """Return the findings on the fields and values of a record."""
        from keytally.families.records.rules import findings_of

        return findings_of(unit, self._evaluation.field_of(unit, None))

    def field_of(self, unit: RecordUnit) -> Field:
        """Return the field for whole records in the document of a unit."""
        return self._evaluation.field_of(unit, None)

    def proposal_of(self, unit: RecordUnit, mark: Mark) -> "Proposal | None":
        """Return a proposal that applies the key's value at a mark of a record."""
        from keytally.families.records.marks import proposal_of
        from keytally.families.records.repairs import addition_of

        if mark.status is not Status.MISSING or mark.partner is None:
            return proposal_of(unit, mark)
        key = mark.partner[0]
        compared = self._evaluation.comparison(key, unit, placed=True)
        return addition_of(unit, mark, compared, RecordScore(unit.title or "", key, unit, Counts()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Judge) and self._evaluation.signature == other._evaluation.signature

    def __hash__(self) -> int:
        return hash(self._evaluation.signature)


class RecordsEvaluation(Evaluation):
    """The evaluation of records with the given options (keytally.families.contract.Evaluation)."""

    task = TASK
    document_name = "document"

    def __init__(self, options: RecordsOptions) -> None:
        self.options = options
        self._choices = options.choices()
        self._root = self._choices.root()
        self._roots: dict[str, Field] = {}
        self._judge = _Judge(self)
        self._program = self._program_of(options.compatible)

    @staticmethod
    def _program_of(name: str) -> "Program | None":
        """Return the program that defines the headline of the evaluation; None for keytally's F."""
        if name not in PROGRAM_NAMES:
            return None
        from keytally.families.records.programs.disagreements import PROGRAMS

        return PROGRAMS[name]

    @property
    def headline_name(self) -> str:
        """Return `F`, or the name of the program's headline."""
        return "F" if self._program is None else self._program.measure

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the formula of the headline."""
        return HeadlineForm() if self._program is None else self._program.form

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[RecordScore]) -> HeadlineCounts:
        """Return the counts of a document for the headline; in F, a partially correct value counts half."""
        if self._program is not None:
            return self._program_counts(scores[0]) if scores else self.headline_form.nothing
        total = summed(scores).total()
        right = total.cor + total.par / 2
        return HeadlineCounts(right, total.pos, right, total.act)

    def _program_counts(self, score: RecordScore) -> HeadlineCounts:
        """Return the counts of a document for the program's headline; zeros if the program omits the
        document.
        """
        if self._program is None or score.program is None or isinstance(score.program, Exception):
            return self.headline_form.nothing
        return self._program.counts(score.program)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, recall, precision and F."""
        if not totals:
            return []
        counts = [Figure(name.upper(), str(totals[name])) for name in ("cor", "par", "inc", "mis", "spu")]
        ratios = {"R": "rec", "P": "pre", "F": "f"}
        return [*counts, *(Figure(name, f"{totals[value]:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0 4 correct, 1 incorrect; 5 possible, 6 actual`."""
        if not totals:
            return ""
        counts = {"cor": "correct", "par": "partial", "inc": "incorrect", "mis": "missing", "spu": "spurious"}
        shown = [f"{totals[name]} {word}" for name, word in counts.items() if totals[name] or name == "cor"]
        return f"F {totals['f']:.1f}  {', '.join(shown)}; {totals['pos']} possible, {totals['act']} actual"

    def language(self, role: Role) -> RecordsLanguage:
        """Return the language of files in that role."""
        options = self.options
        if role is Role.TEXTS:
            return RecordsLanguage(role, id_name=options.id_name)
        return RecordsLanguage(role, id_name=options.id_name, defined=options.defined, judge=self._judge)

    def item_name(self, role: Role) -> str:
        """Return the name of the item that a file must contain."""
        return "record"

    def is_item(self, unit: RecordUnit, role: Role) -> bool:
        """Return whether a unit is a document's record."""
        return unit.document is not None

    def field_of(self, key: RecordUnit | None, response: RecordUnit | None) -> Field:
        """Return the field for whole records, with the document's own schema if it has one."""
        named, schema = self._own_schema(key, response)
        if schema is None:
            return self._root
        name = named or json.dumps(schema, default=str, sort_keys=True)
        if name not in self._roots:
            if len(self._roots) >= _MOST_SCHEMAS:
                self._roots.clear()
            self._roots[name] = self._choices.root(schema)
        return self._roots[name]

    def _own_schema(self, key: RecordUnit | None, response: RecordUnit | None) -> tuple[str, Schema | None]:
        """Return the schema for a single document, with its name if it comes from a file."""
        unit = key or response
        named = self.options.schemas.get(unit.title) if unit is not None and unit.title else None
        if named is not None and unit is not None:
            return f"\0{unit.title}", named
        return "", None if key is None else key.schema()

    def _program_document(
        self, document: str, key: RecordUnit | None, response: RecordUnit | None
    ) -> "Document":
        """Return a document as programs read it."""
        from keytally.families.records.programs.results import as_programs_read

        schema = self._own_schema(key, response)[1] or self.options.schema
        sides = (None if unit is None else unit.record() for unit in (key, response))
        return document, as_programs_read(next(sides)), next(sides), schema

    def _program_documents(self, scores: Sequence[RecordScore]) -> "list[Document]":
        """Return the documents of the key as programs read them."""
        return [
            self._program_document(each.document, each.key, each.response)
            for each in scores
            if each.key is not None
        ]

    def _program_result(self, scores: Sequence[RecordScore]) -> "ProgramResult | None":
        """Return the figures of the program; None if none is requested."""
        if self._program is None:
            return None
        given = {each.document: each.program for each in scores if each.program is not None}
        reasons = {name: str(each) for name, each in given.items() if isinstance(each, Exception)}
        return self._program.result({n: each for n, each in given.items() if n not in reasons}, reasons)

    def _all_results(self, documents: "Sequence[Document]") -> "list[ProgramResult]":
        from keytally.families.records.programs.disagreements import PROGRAMS

        return [program.evaluate(documents) for program in PROGRAMS.values()]

    def comparison(
        self, key: RecordUnit | None, response: RecordUnit | None, *, placed: bool = False
    ) -> Comparison:
        """Return the comparison of two records; if `placed`, the leaves have their places in the units."""
        sides = [
            None if unit is None else unit.record_node() if placed else unit.record()
            for unit in (key, response)
        ]
        field = self.field_of(key, response)
        return Comparison(self._choices, field, *sides, null_counts=self.options.null_counts)

    def compare_values(self, key: Any, response: Any) -> Comparison:
        """Return the comparison of two records that are plain values."""
        return Comparison(self._choices, self._root, key, response, null_counts=self.options.null_counts)

    def compare_texts(self, unit: RecordUnit, reference: RecordUnit | None) -> Sequence[Finding]:
        """Return findings on values that do not occur in the document's text."""
        from keytally.families.records.rules import not_in_text

        source = None if unit.document is None else self._source([] if reference is None else [reference])
        if source is None:
            return ()
        is_key = f'"{ANY}"' in unit.text or f'"{OPTIONAL}"' in unit.text
        sides = (unit, None) if is_key else (None, unit)
        compared = self.comparison(*sides, placed=True)
        return list(not_in_text(all_leaves(compared.key if is_key else compared.response), source))

    def compare_named(
        self, unit: RecordUnit, reference: RecordUnit | None, unknown: Collection[str]
    ) -> Sequence[Finding]:
        """Return a finding if the key lacks the document."""
        from keytally.families.records.rules import not_in_key

        return [not_in_key(unit)] if reference is None and unit.document is not None else []

    def _source(self, texts: Sequence[RecordUnit]) -> "SourceText | None":
        """Return the text of a document, given its units in the texts file; None if there is none."""
        from keytally.families.records.source_text import source_text, text_in

        text = text_in(texts[0].record()) if texts else ""
        return source_text(text) if text.strip() else None

    def score(
        self, document: str, key: Sequence[RecordUnit], response: Sequence[RecordUnit]
    ) -> Sequence[RecordScore]:
        """Return the score of one document; if it has several records, the first one counts."""
        mine, its = (units[0] if units else None for units in (key, response))
        compared = self.comparison(mine, its)
        score = RecordScore(document, mine, its, compared.counts(), compared.aside)
        if self._program is not None and mine is not None:
            score.program = self._program.score_of(*self._program_document(document, mine, its)[1:])
        return [score]

    def agrees(self, scores: Sequence[RecordScore]) -> bool:
        """Return whether a document has no difference."""
        return all(score.counts.correct_documents for score in scores)

    def document_title(self, units: Sequence[RecordUnit]) -> str:
        """Return the name of a document as written in the file; "" if the document is known by its number."""
        return units[0].title or ""

    @property
    def can_be_apart(self) -> bool:
        """Return whether scores without units suffice; comparing programs side by side requires the
        records.
        """
        return self.options.compatible != "all"

    def apart(self, scores: Sequence[RecordScore]) -> Sequence[RecordScore]:
        """Return scores without their units."""
        return [score.without_units() for score in scores]

    def without_files(self, settings: Settings) -> Settings:
        """Return settings that contain the texts of the schemas."""
        return without_files(settings, self.options)

    def remarks(self, scores: Sequence[RecordScore], response: Iterable[RecordUnit]) -> Sequence[str]:
        """Return lines on documents without ids, on fields set aside, and on metrics without a
        counterpart.
        """
        return self._remarks([grounds_of(scores, response, self._choices.notes)])

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the functions that compute remarks from parts of the documents."""
        return SeparateRemarks(
            lambda scores, response: grounds_of(scores, response, self._choices.notes), self._remarks
        )

    def _remarks(self, grounds: Sequence[Grounds]) -> Sequence[str]:
        return remarks_on(grounds, "" if self._program is None else self._program.name)

    def fold(self) -> RecordFold:
        """Return an empty sum."""
        return RecordFold(self._program_counts if self._program is not None else None, self.headline_form)

    def marks(self, score: RecordScore, side: Role, unit: RecordUnit) -> Iterator[Mark]:
        """Yield the marks of a document's leaves and items in one unit."""
        from keytally.families.records.marks import marks_of

        if unit is (score.key if side is Role.KEY else score.response):
            yield from marks_of(self.comparison(score.key, score.response, placed=True), score, side)

    @property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.records.differences import CLASSES, difference_counts
        from keytally.families.records.repairs import repair

        return DifferenceClassifier(
            CLASSES,
            self._differences,
            difference_counts,
            lambda key, response, differences: repair(response, differences),
            by_text=self._classified_by_text,
        )

    def _differences(self, scores: Sequence[RecordScore]) -> "Sequence[Difference]":
        """Return the differences of a document."""
        from keytally.families.records.differences import differences

        return [
            difference
            for score in scores
            for difference in differences(self.comparison(score.key, score.response, placed=True), score)
        ]

    def _classified_by_text(
        self, differences: "Sequence[Difference]", texts: Sequence[RecordUnit]
    ) -> "Sequence[Difference]":
        """Return the differences, with a separate class for values that do not occur in the text."""
        from keytally.families.records.differences import in_invented_class

        source = self._source(texts)
        return differences if source is None else [in_invented_class(each, source) for each in differences]

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes the leaves of records."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.records.gold import rewriting, without_leaves

        def compare(key: RecordUnit, response: RecordUnit | None) -> Comparison:
            return self.comparison(key, response, placed=True)

        return AnnotationEditor(
            self._annotations,
            lambda units: [""] * len(units),
            self._counterparts,
            lambda units, changes: rewriting(units, changes, compare),
            without_annotations=without_leaves,
            is_by_line=True,
        )

    def _annotations(self, units: Sequence[RecordUnit]) -> "Sequence[Annotation]":
        """Return the leaves of a document; if it has several records, the first one counts."""
        from keytally.families.records.annotations import leaf_annotations

        return leaf_annotations(units[0], self.comparison(units[0], None, placed=True)) if units else []

    def _counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of leaves of two files that the scorer aligns."""
        from keytally.families.records.annotations import aligned_leaves

        if not first or not second:
            return []
        one, other = first[0].unit, second[0].unit
        there, back = (self.comparison(*pair, placed=True) for pair in ((one, other), (other, one)))
        return aligned_leaves(first, second, there, back)

    def document_totals(self, scores: Sequence[RecordScore]) -> dict[str, Any]:
        """Return a document's entry in the JSON output."""
        return tally_values(summed(scores).total()) if scores else {}

    def report_json(self, scores: Sequence[RecordScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        counts = summed(scores)
        return {
            "task": self.task,
            "signature": self.signature,
            "totals": tally_values(counts.total()),
            "fields": {path: tally_values(tally) for path, tally in counts.tallies().items()},
            "lists": {path: items._asdict() for path, items in counts.items().items()},
            "documents": {score.document: tally_values(score.total) for score in scores},
            "correct_documents": counts.correct_documents,
            **self._program_values(scores),
        }

    def _program_values(self, scores: Sequence[RecordScore]) -> dict[str, Any]:
        """Return `program` of the JSON output; {} if none is requested."""
        if self.options.compatible == "no":
            return {}
        from keytally.families.records.programs.results import values_of, values_of_all

        result = self._program_result(scores)
        if result is not None:
            return {"program": values_of(result)}
        documents = self._program_documents(scores)
        return {"program": values_of_all(self._all_results(documents), documents)}

    def _program_text(self, scores: Sequence[RecordScore], verbose: int) -> str:
        from keytally.families.records.programs.results import text_of, text_of_all

        result = self._program_result(scores)
        if result is not None:
            return text_of(result, verbose)
        documents = self._program_documents(scores)
        own = summed(scores).total().f(1)
        return text_of_all(self._all_results(documents), own, documents if verbose else None)

    def report_text(self, scores: Sequence[RecordScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; with `verbose`, each document is first listed leaf by
        leaf.

        With `-O compatible=`, the text contains the figures of that program or of all programs.
        """
        if self.options.compatible != "no":
            return f"{self._program_text(scores, verbose)}{self.signature}\n"
        from keytally.families.records.reports import side_by_side, text_report

        report = text_report(summed(scores), len(scores), self.signature)
        if not verbose:
            return report
        lines = []
        for score in scores:
            lines.append(f"{printable(score.document)}: {self.in_short(self.document_totals([score]))}")
            lines += side_by_side(self.comparison(score.key, score.response))
        return "".join(f"{line}\n" for line in [*lines, ""]) + report
