"""The tasks `template-filling` and `role-filling` as evaluations: they read, score, mark and report."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from keytally.evaluations.annotated import Annotation, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.settings import Settings
from keytally.evaluations.template_json.differences.classes import OF_ROLES as ROLE_CLASSES
from keytally.evaluations.template_json.differences.classes import OF_TEMPLATES as TEMPLATE_CLASSES
from keytally.evaluations.template_json.differences.document import difference_counts, differences
from keytally.evaluations.template_json.differences.repairs import repair
from keytally.evaluations.template_json.formats.records import AS_LINES, EXTRACTS, TEMPLATES
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.language import TemplateLanguage
from keytally.evaluations.template_json.options import TemplateOptions, template_options, without_files
from keytally.evaluations.template_json.reports.program_report import program_report
from keytally.evaluations.template_json.rules.against_key import compared
from keytally.evaluations.template_json.scoring.document import (
    OF_ROLES,
    OF_TEMPLATES,
    roles_score,
    templates_score,
)
from keytally.evaluations.template_json.scoring.result import DocumentScore, KnownCounts, TemplateFold
from keytally.evaluations.template_json.tasks import TEMPLATE_FILLING
from keytally.evaluations.template_json.verdicts import marks_of
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.measures.templates.counts import Counts, total
from keytally.measures.templates.sums import Measures, MeasureSums, totals_of
from keytally.measures.templates.tables import tables
from keytally.text.plural import quantity

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


Grounds = tuple[int, Sequence[str]]
"""The number of records that begin a list, and the documents whose map may not be the best one."""


class TemplateEvaluation:
    """Templates or roles under given options (keytally.evaluations.interface.Evaluation)."""

    document_name = "document"
    headline_name = "F"
    headline_form = HeadlineForm()
    response_has_own_form = False

    def __init__(self, options: TemplateOptions) -> None:
        self.options = options
        self.task = options.task
        self._has_templates = options.task == TEMPLATE_FILLING
        self._measures = OF_TEMPLATES if self._has_templates else OF_ROLES

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[DocumentScore]) -> HeadlineCounts:
        """What a document adds to F of the first measure."""
        counts = self._headline(scores)
        return HeadlineCounts(float(counts.found), counts.gold, float(counts.correct), counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The counts, precision, recall and F of the first measure."""
        if not totals:
            return []
        values = totals[self._measures[0]]
        names = ("correct", "proposed", "found", "gold")
        counts = [Figure(name, str(count)) for name, count in zip(names, values["counts"], strict=True)]
        ratios = {"P": "precision", "R": "recall", "F": "f"}
        return [*counts, *(Figure(name, f"{values[value]:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F 80.0  4 of 5 proposed right, 4 of 6 found`."""
        if not totals:
            return ""
        values = totals[self._measures[0]]
        correct, proposed, found, gold = values["counts"]
        return f"F {values['f']:.1f}  {correct} of {proposed} proposed right, {found} of {gold} found"

    def language(self, role: Role) -> TemplateLanguage:
        """The language of files in that role."""
        content = TEMPLATES[0] if self._has_templates else EXTRACTS[0]
        return TemplateLanguage(role, content, self.options.schema)

    def item_name(self, role: Role) -> str:
        """A document's record."""
        return "document with a name"

    def is_item(self, unit: RecordUnit, role: Role) -> bool:
        """Whether a unit is a document's record."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[RecordUnit], response: Sequence[RecordUnit]
    ) -> Sequence[DocumentScore]:
        """The score of one document; none without a key for it. Of several records the first counts."""
        if not key:
            return []
        score = templates_score if self._has_templates else roles_score
        return [score(document, key[0], response[0] if response else None)]

    def names_in(self, unit: RecordUnit) -> frozenset[str]:
        """The roles and the types of a record (keytally.evaluations.abilities.ComparesNames)."""
        return unit.names

    def compare_named(
        self, unit: RecordUnit, reference: RecordUnit | None, unknown: Collection[str]
    ) -> Sequence[Finding]:
        """A document, roles and types that the key lacks, and mentions that its text lacks."""
        return compared(unit, reference, () if self.options.schema else unknown)

    def document_title(self, units: Sequence[RecordUnit]) -> str:
        """The name of a document as the file writes it."""
        return units[0].title or ""

    def remarks(self, scores: Sequence[DocumentScore], response: Iterable[RecordUnit]) -> Sequence[str]:
        """What of a response is not read, and the documents whose map may not be the best one.

        (keytally.evaluations.abilities.Remarks)
        """
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[DocumentScore], response: Iterable[RecordUnit]) -> Grounds:
        """The records that begin a list, and these documents (keytally.evaluations.apart.RemarksApart)."""
        listed = sum(1 for unit in response if unit.document is None and unit.begins_list)
        unproved = (each for each in scores if each.chosen is not None and not each.chosen.is_proved)
        return listed, [each.document for each in unproved]

    def remarks_on(self, grounds: Sequence[Grounds]) -> Sequence[str]:
        """A remark on such records, and one on each of these documents."""
        listed = sum(each for each, _ in grounds)
        remarks = [_in_list(listed)] if listed else []
        return remarks + [
            f"document {name} has too many templates to prove that the map of gtt is the best; "
            "the best that was found counts"
            for _, names in grounds
            for name in names
        ]

    @property
    def can_be_apart(self) -> bool:
        """Always (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[DocumentScore]) -> Sequence[DocumentScore]:
        """The counts of a document."""
        known: KnownCounts = {}
        return [score.apart(known) for score in scores]

    @property
    def twin(self) -> "Callable[[], TemplateEvaluation]":
        """What makes an equal evaluation (keytally.evaluations.apart.ScoresElsewhere)."""
        return partial(TemplateEvaluation, self.options)

    def may_be_sent(self, key: Sequence[RecordUnit], response: Sequence[RecordUnit]) -> bool:
        """Always: nothing but the score is kept of a document."""
        return True

    def sent(self, scores: Sequence[DocumentScore]) -> Sequence[DocumentScore]:
        """The scores of a document without its units."""
        return [score.between(None, None) for score in scores]

    def received(
        self, scores: Sequence[DocumentScore], key: Sequence[RecordUnit], response: Sequence[RecordUnit]
    ) -> Sequence[DocumentScore]:
        """These scores with the units of the document."""
        return [score.between(key[0], response[0] if response else None) for score in scores]

    def without_files(self, settings: Settings) -> Settings:
        """With the text of the schema (keytally.evaluations.apart.NamesFiles)."""
        return without_files(settings, self.options)

    def fold(self) -> TemplateFold:
        """A sum over no documents."""
        return TemplateFold(self._measures)

    def marks(self, score: DocumentScore, side: Role, unit: RecordUnit) -> Iterator[Mark]:
        """The marks of a document's templates and entities."""
        if unit is (score.key if side is Role.KEY else score.response):
            yield from marks_of(score, side)

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified.ClassifiesDifferences)."""
        return TEMPLATE_CLASSES if self._has_templates else ROLE_CLASSES

    def differences(self, scores: Sequence[DocumentScore]) -> Sequence[Difference]:
        """The differences of a document."""
        return [difference for score in scores for difference in differences(score)]

    def difference_counts(self, scores: Sequence[DocumentScore]) -> Mapping[str, int]:
        """How many types and entities are incorrect, missing and spurious, as marks have them."""
        return difference_counts(scores)

    def repair(
        self, key: Sequence[RecordUnit], response: Sequence[RecordUnit], differences: Sequence[Difference]
    ) -> Rewriting:
        """The edits of a document that repair differences."""
        return repair(key[0], response[0], differences, templates=self._has_templates)

    def document_totals(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """A document's entry in the JSON output."""
        if not scores:
            return {}
        measures = scores[0].measures if len(scores) == 1 else self._sum(scores)
        return {measure: total(roles).values() for measure, roles in measures.items()}

    def report_json(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        items = {score.document: self.document_totals([score]) for score in scores}
        totals = totals_of(self._sum(scores))
        return {"task": self.task, "signature": self.signature, "scores": totals, "items": items}

    def f_by_part(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """F of the first measure (keytally.evaluations.f_by_part.TellsFByPart); roles are slots."""
        from keytally.evaluations.template_json.reports.f_by_part import f_by_part

        return f_by_part(scores, self._measures[0])

    def bare(self, units: Sequence[RecordUnit]) -> Sequence[str]:
        """No text: annotators' files need not repeat it (keytally.evaluations.annotated.ListsAnnotations)."""
        return [""] * len(units)

    def annotations(self, units: Sequence[RecordUnit]) -> Sequence[Annotation]:
        """The templates of a document and their roles, or its roles; of several records the first counts."""
        from keytally.evaluations.template_json.annotations.said import roles_said, templates_said

        said = templates_said if self._has_templates else roles_said
        return said(units[0]) if units else []

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs of templates that the scorer's maps have, or of roles with one name."""
        from keytally.evaluations.template_json.annotations.counterparts import paired_roles, paired_templates

        return (paired_templates if self._has_templates else paired_roles)(first, second)

    def report_text(self, scores: Sequence[DocumentScore], verbose: int) -> str:
        """The text that `keytally score` prints; in the mode of a program, what that prints."""
        measures = self._sum(scores)
        if self.options.is_program:
            return program_report(measures[self._measures[0]], has_types=self._has_templates)
        lines = (f"{score.document}: {self.in_short(self.document_totals([score]))}" for score in scores)
        items = "".join(f"{line}\n" for line in lines) if verbose else ""
        return f"{items}{tables(measures)}{self.signature}\n"

    def report_files(
        self, scores: Sequence[DocumentScore], key: Iterable[RecordUnit], response: Iterable[RecordUnit]
    ) -> Mapping[str, str]:
        """No files: no option asks for report files."""
        return {}

    def _sum(self, scores: Iterable[DocumentScore]) -> Measures:
        sums = MeasureSums(self._measures)
        sums.put_all(score.measures for score in scores)
        return sums.measures()

    def _headline(self, scores: Iterable[DocumentScore]) -> Counts:
        return total(self._sum(scores)[self._measures[0]])


def _in_list(count: int) -> str:
    return f"{quantity(count, 'record')} of the response not read: a list begins there{AS_LINES}"


def evaluation(task: str, settings: Settings) -> TemplateEvaluation:
    """A task under these settings. Raises SettingsError for unusable options."""
    return TemplateEvaluation(template_options(task, settings))
