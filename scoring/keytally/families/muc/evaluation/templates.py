"""The template tasks as evaluations: each reads template files and makes scores, marks and reports."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.families.contract import Language, Mark, Role, Settings
from keytally.families.muc.bnf import Bnf, UnreadBnf
from keytally.families.muc.bnf_configurations import default_configuration
from keytally.families.muc.evaluation.task import (
    LatestVersions,
    Tabulated,
    TallyingTask,
    condensed_rows,
    configuration_for,
)
from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.reports import KeyClasses, classes_in, undeclared_classes
from keytally.families.muc.scoring.templates import (
    IncrementalDocument,
    LocatedScore,
    ObjectPlacement,
    TemplateScoring,
    Units,
    run_to_end,
)
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from keytally.findings.finding import Finding
from keytally.measures.template_counts import Measures
from keytally.tallies.tally import Tabulation

if TYPE_CHECKING:
    from keytally.families.annotations import (
        AlternativeAnnotation,
        Annotation,
        Change,
        Difference,
        DoneComment,
        Rewriting,
    )
    from keytally.families.muc.annotations.template_objects import ObjectContents, ReadObjects
    from keytally.families.muc.differences.template_repairs import TemplateRepairs
    from keytally.families.muc.differences.templates import TemplateDifferences
    from keytally.families.muc.scoring.results import ObjectVerdict, ObjectVerdicts
    from keytally.families.muc.scoring.template_measures import TemplateMeasures
    from keytally.families.muc.scoring.templates import Explanation
    from keytally.families.muc.sgml.unit import SgmlUnit
    from keytally.families.muc.templates.links import TextsFile


class ScoredTemplates(Tabulated):
    """A document's rows, and the compared units."""

    __slots__ = ("also", "key", "response")

    def __init__(
        self,
        document: str,
        tabulation: Tabulation,
        key: Units,
        response: Units,
        also: Measures,
    ) -> None:
        super().__init__(document, tabulation)
        self.key = key
        self.response = response
        self.also = also


def template_mark(verdict: "ObjectVerdict", mine: ObjectPlacement, other: ObjectPlacement) -> Mark | None:
    """Return a verdict with its place; None if the side has no place for it."""
    owner, start, end, status, level, subject, partner, slot, _ = verdict
    counterpart = None if partner is None else (other.units[partner.owner], partner.start, partner.end)
    if owner is None and partner is not None:
        owner = mine.anchor(partner.owner)
        start = end = owner.end if owner is not None else 0
    if owner is None:
        return None
    return Mark(mine.units[owner], start, end, status, level, verdict.label, counterpart, subject, slot)


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

LARGE = 8
"""Documents with this number of records on both sides together are kept between edits."""

FOLLOWED = 4
"""The number of large documents that are kept; the oldest ones are dropped."""

NONE = ("none",)
"""The value of the option `also` that requests no other measure."""


class Explained(NamedTuple):
    """The explanation of an object's alignment, and the units of the other side's objects."""

    why: "Explanation"
    units: Mapping[MucObject, TemplateUnit]


class TemplateTask(TallyingTask[ScoredTemplates, LocatedScore]):
    """A template task under one configuration (keytally.families.contract.Evaluation)."""

    def __init__(self, task: str, configuration: Configuration, bnf: Bnf | None = None) -> None:
        super().__init__(task, configuration)
        self._syntax = TemplateSyntax.of(configuration, bnf)
        self._scoring = TemplateScoring(configuration)
        self._followed = LatestVersions[ScoredTemplates, IncrementalDocument](FOLLOWED)
        both_keys = configuration.scoring_method.lower() == "key2key"
        self._roles = {Role.RESPONSE: Role.KEY} if both_keys else {}

    @cached_property
    def _also(self) -> "TemplateMeasures | None":
        """Return the measures that the option `also` names, if it names any."""
        if self.configuration.also == NONE:
            return None
        from keytally.families.muc.scoring.template_measures import TemplateMeasures

        found = TemplateMeasures(self.configuration, self._scoring.rules.name_of)
        return found if found.names else None

    @cached_property
    def _said(self) -> "ObjectContents":
        from keytally.families.muc.annotations.template_objects import ObjectContents

        return ObjectContents(self._syntax)

    @cached_property
    def _read_objects(self) -> "ReadObjects":
        from keytally.families.muc.annotations.template_objects import ReadObjects

        return ReadObjects(self._syntax)

    @cached_property
    def _verdicts(self) -> "ObjectVerdicts":
        from keytally.families.muc.scoring.results import ObjectVerdicts

        return ObjectVerdicts(self.configuration)

    def language(self, role: Role) -> Language:
        """Return the language of files in that role: SGML for texts; with key2key a response is a key."""
        if role is Role.TEXTS:
            from keytally.families.muc.sgml.language import sgml_language

            return sgml_language(role)
        return TemplateLanguage(self._syntax, self._roles.get(role, role))

    def score(self, document: str, key: Units, response: Units) -> Sequence[ScoredTemplates]:
        """Return the score of one document, from its units on both sides."""
        return run_to_end(self.scoring(document, key, response))

    def scoring(
        self, document: str, key: Units, response: Units
    ) -> Generator[None, None, Sequence[ScoredTemplates]]:
        """Score in steps; large documents are cached, so that an edit costs only its own changes."""
        followed = self._followed.take(document) or self._new()
        score = yield from followed.rescored(document, key, response)
        also = self._also.of(score) if self._also is not None else {}
        scored = ScoredTemplates(document, score.tabulation, key, response, also)
        if len(key) + len(response) >= LARGE:
            self._followed.put(document, scored, followed)
        self.remember(scored, score)
        return [scored]

    def compare(self, scored: ScoredTemplates) -> LocatedScore:
        """Score the units of a document again."""
        return run_to_end(self._new().rescored(scored.document, scored.key, scored.response))

    def _new(self) -> IncrementalDocument:
        return IncrementalDocument(self._scoring.document(), self._reader)

    def _reader(self, role: Role) -> Callable[[TemplateUnit], Sequence[MucObject]]:
        """Return the function that makes the objects of a unit in that role."""
        syntax, read_as = self._syntax, self._roles.get(role, role)
        return lambda unit: record_objects(unit, syntax, read_as)

    def texts_of(self, units: "Iterable[SgmlUnit]") -> "TextsFile":
        """Return the texts that links index."""
        from keytally.families.muc.templates.links import TextsFile

        return TextsFile(units)

    def compare_links(self, unit: TemplateUnit, name: str, texts: "TextsFile") -> Sequence[Finding]:
        """Return findings on links of a unit that point to other text than their fill."""
        from keytally.families.muc.templates.links import judge_links

        return tuple(judge_links(unit, name, texts, self._syntax))

    def marks(self, score: ScoredTemplates, side: Role, unit: TemplateUnit) -> Iterator[Mark]:
        """Yield the marks of a document in one unit of a side."""
        detail, key_side = self.detail(score), side is Role.KEY
        mine, other = (detail.key, detail.response) if key_side else (detail.response, detail.key)
        for pair in mine.pairs_in(unit, detail, key_side):
            for verdict in self._verdicts.of_pair(pair, key_side):
                mark = template_mark(verdict, mine, other)
                if mark is not None:
                    yield mark

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Return whether objects of a class (lower case) are paired in file order."""
        return self._scoring.pairs_in_file_order(class_name)

    def explain(self, scored: ScoredTemplates, side: Role, unit: TemplateUnit) -> Sequence[Explained]:
        """Return the explanation of the alignment of each object of a unit, in order."""
        detail = self.detail(scored)
        own = detail.key if side is Role.KEY else detail.response
        other = detail.response if side is Role.KEY else detail.key
        found = (
            self._scoring.explain(detail, list(detail.key.units), list(detail.response.units), single)
            for single, home in own.units.items()
            if home is unit
        )
        return [Explained(why, other.units) for why in found if why is not None]

    def annotations(self, units: Sequence[TemplateUnit]) -> "Sequence[Annotation]":
        """Return the objects of a document and their slots (keytally.families.annotations.Annotates)."""
        from keytally.families.muc.annotations.template_objects import object_annotations

        return object_annotations(units, self._said)

    def bare(self, units: Sequence[TemplateUnit]) -> Sequence[str]:
        """Return empty texts: all text of a template file is annotation."""
        return [""] * len(units)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of objects that the scorer aligns, with either file as the key."""
        from keytally.families.muc.annotations.template_objects import object_counterparts

        read = self._read_objects.of
        return object_counterparts(read(first), read(second), self._scoring)

    def rewriting(self, units: Sequence[TemplateUnit], changes: "Sequence[Change]") -> "Rewriting":
        """Return the edits of records in the gold that make the changes."""
        from keytally.families.muc.annotations.template_edits import DocumentObjects, rewrite_objects

        return rewrite_objects(units, changes, DocumentObjects(self._syntax))

    def alternatives(self, said: "Sequence[Annotation]", is_optional: bool) -> "AlternativeAnnotation | None":
        """Return an object or a slot that keeps all versions, if keys can represent it.

        It implements `keytally.families.annotations.KeepsAlternatives`.
        """
        from keytally.families.muc.annotations.template_objects import annotation_with_alternatives

        return annotation_with_alternatives(said, is_optional, self._syntax)

    @property
    def difference_classes(self) -> Sequence[str]:
        """Return the classes of differences (keytally.families.annotations.ClassifiesDifferences)."""
        from keytally.families.muc.differences.templates import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[ScoredTemplates]) -> "Sequence[Difference]":
        """Return the differences of a document in the order of the response."""
        return [each for scored in scores for each in self._differences.of(self.detail(scored))]

    def repair(
        self,
        key: Sequence[TemplateUnit],
        response: Sequence[TemplateUnit],
        differences: "Sequence[Difference]",
    ) -> "Rewriting":
        """Return the edits of the response's records that repair differences."""
        return self._repairs.repair(key, response, differences)

    @cached_property
    def _differences(self) -> "TemplateDifferences":
        from keytally.families.muc.differences.templates import TemplateDifferences

        return TemplateDifferences(self.configuration, self._scoring.rules.name_of)

    @cached_property
    def _repairs(self) -> "TemplateRepairs":
        from keytally.families.muc.differences.template_repairs import TemplateRepairs

        return TemplateRepairs(self._syntax, self.configuration, self._units, self._compared)

    def _units(self, text: str) -> Sequence[TemplateUnit]:
        """Return the units of a response with that text."""
        language = self.language(Role.RESPONSE)
        bounds = [0, *language.boundaries(text), len(text)]
        return [language.read(text[start:end]) for start, end in pairwise(bounds)]

    def _compared(self, document: str, key: Units, response: Units) -> "Sequence[Difference]":
        """Return the differences of a document that is not kept."""
        return self._differences.of(run_to_end(self._new().rescored(document, key, response)))

    def report_json(self, scores: Sequence[ScoredTemplates]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`, with the additional measures that were requested."""
        found = super().report_json(scores)
        if self._also is not None:
            found |= self._also.values({score.document: score.also for score in scores})
        return found

    def report_text(self, scores: Sequence[ScoredTemplates], verbose: int) -> str:
        """Return the text that `keytally score` prints, with tables of those measures."""
        also = "" if self._also is None else self._also.text([score.also for score in scores])
        return super().report_text(scores, verbose) + also

    def done_comments(self, unit: TemplateUnit) -> "Sequence[DoneComment]":
        """Return the comments that mark a document as done (`keytally.families.annotations.MarksDone`)."""
        from keytally.families.muc.annotations.template_objects import done_comments

        return done_comments(unit)

    def done_comment(self, document: str) -> str:
        """Return the comment that says so of a document."""
        from keytally.families.muc.annotations.template_objects import done_comment

        return done_comment(document)

    def remarks(self, scores: Sequence[ScoredTemplates], response: Iterable[TemplateUnit]) -> Sequence[str]:
        """Return a line if the key has no object of the task (keytally.families.contract.Remarks)."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ScoredTemplates], response: Iterable[TemplateUnit]) -> KeyClasses:
        """Return the grounds of remarks (`keytally.families.contract.RemarksSeparately`)."""
        return classes_in((scored.key for scored in scores), self._syntax, self.configuration)

    def remarks_on(self, grounds: Sequence[KeyClasses]) -> Sequence[str]:
        """Return the remarks, from the grounds of parts."""
        return undeclared_classes(grounds, self._syntax)

    @property
    def can_be_apart(self) -> bool:
        """Return True (`keytally.families.contract.ScoresSeparately`)."""
        return True

    def apart(self, scores: Sequence[ScoredTemplates]) -> Sequence[ScoredTemplates]:
        """Return the totals of documents; the first one has their other rows."""
        found = condensed_rows(scores)
        return [ScoredTemplates(each.document, rows, (), (), each.also) for each, rows in found]

    def is_report(self, beginning: str) -> bool:
        """Return whether a file with this beginning is a report (keytally.families.contract.KnowsReports)."""
        from keytally.families.muc.reports import is_report

        return is_report(beginning)

    def rendering(
        self,
        details: Sequence[LocatedScore],
        scores: Sequence[ScoredTemplates],
        key: Iterable[TemplateUnit],
        response: Iterable[TemplateUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """Return the function that writes the configured reports."""
        from keytally.families.muc.report_files import report_files

        return partial(report_files, details, self.configuration)


def evaluation(settings: Settings, task: str) -> TemplateTask:
    """Return the task under these settings; by default with the configuration for the task and its BNF.

    Raises SettingsError for a configuration with errors.
    """
    text = settings.companions.get("bnf")
    bnf = None if text is None else UnreadBnf(text)
    if settings.source is None and settings.text is None:
        default = default_configuration(task, text)
        settings = settings._replace(source=default.name, text=default.text)
    return TemplateTask(task, configuration_for(settings, task), bnf)
