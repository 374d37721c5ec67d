"""The template tasks as evaluations: reading template files, scoring, marks and reports."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.families.contract import Language, LinkComparison, Mark, Role, SeparateRemarks, Settings
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
from keytally.families.muc.reports import classes_in, undeclared_classes
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
from keytally.measures.template_maps import Measures
from keytally.tallies.tally import Tabulation

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, Difference, DifferenceClassifier
    from keytally.families.muc.scoring.results import ObjectVerdict, ObjectVerdicts
    from keytally.families.muc.scoring.template_measures import TemplateMeasures
    from keytally.families.muc.scoring.templates import Explanation


class ScoredTemplates(Tabulated):
    """A document's rows and the compared units."""

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
    """Return a verdict as a mark at its position; None if the side has no position for it."""
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
"""Documents with at least this many records on both sides together are kept between edits."""

FOLLOWED = 4
"""The maximum number of large documents that are kept; the oldest are discarded."""

NONE = ("none",)
"""The value of the option `also` that requests no additional measures."""


class Explained(NamedTuple):
    """The explanation of an object's alignment, and the units of the objects on the other side."""

    why: "Explanation"
    units: Mapping[MucObject, TemplateUnit]


class TemplateTask(TallyingTask[ScoredTemplates, LocatedScore]):
    """A template task for one configuration (see `keytally.families.contract.Evaluation`)."""

    def __init__(self, task: str, configuration: Configuration, bnf: Bnf | None = None) -> None:
        super().__init__(task, configuration)
        self._syntax = TemplateSyntax.of(configuration, bnf)
        self._scoring = TemplateScoring(configuration)
        self._followed = LatestVersions[ScoredTemplates, IncrementalDocument](FOLLOWED)
        both_keys = configuration.scoring_method.lower() == "key2key"
        self._roles = {Role.RESPONSE: Role.KEY} if both_keys else {}

    @cached_property
    def _also(self) -> "TemplateMeasures | None":
        """Return the measures that the option `also` requests, or None."""
        if self.configuration.also == NONE:
            return None
        from keytally.families.muc.scoring.template_measures import TemplateMeasures

        found = TemplateMeasures(self.configuration, self._scoring.rules.name_of)
        return found if found.names else None

    @cached_property
    def _verdicts(self) -> "ObjectVerdicts":
        from keytally.families.muc.scoring.results import ObjectVerdicts

        return ObjectVerdicts(self.configuration)

    def language(self, role: Role) -> Language:
        """Return the language of files in a role: SGML for texts; in key2key a response is read as a key."""
        if role is Role.TEXTS:
            from keytally.families.muc.sgml.language import sgml_language

            return sgml_language(role)
        return TemplateLanguage(self._syntax, self._roles.get(role, role))

    def score(self, document: str, key: Units, response: Units) -> Sequence[ScoredTemplates]:
        """Return the score of one document, given its units on both sides."""
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
        """Return the function that creates the objects of a unit in a role."""
        syntax, read_as = self._syntax, self._roles.get(role, role)
        return lambda unit: record_objects(unit, syntax, read_as)

    @property
    def links(self) -> LinkComparison:
        """Return the functions that compare links with the texts file: a link must point to the text of
        its fill.
        """
        from keytally.families.muc.templates.links import TextsFile, judge_links

        return LinkComparison(
            TextsFile, lambda unit, name, texts: tuple(judge_links(unit, name, texts, self._syntax))
        )

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
        """Return whether objects of a class (in lower case) are paired in file order."""
        return self._scoring.pairs_in_file_order(class_name)

    def explain(self, scored: ScoredTemplates, side: Role, unit: TemplateUnit) -> Sequence[Explained]:
        """Return an explanation of the alignment of each object in a unit, in order."""
        detail = self.detail(scored)
        own = detail.key if side is Role.KEY else detail.response
        other = detail.response if side is Role.KEY else detail.key
        found = (
            self._scoring.explain(detail, list(detail.key.units), list(detail.response.units), single)
            for single, home in own.units.items()
            if home is unit
        )
        return [Explained(why, other.units) for why in found if why is not None]

    @cached_property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes template objects and their slots."""
        from keytally.families.annotations import AnnotationEditor, DoneComments
        from keytally.families.muc.annotations.template_edits import DocumentObjects, rewrite_objects
        from keytally.families.muc.annotations.template_objects import (
            ObjectContents,
            ReadObjects,
            annotation_with_alternatives,
            done_comment,
            done_comments,
            object_annotations,
            object_counterparts,
        )

        contents, read = ObjectContents(self._syntax), ReadObjects(self._syntax).of
        return AnnotationEditor(
            lambda units: object_annotations(units, contents),
            lambda units: [""] * len(units),
            lambda first, second: object_counterparts(read(first), read(second), self._scoring),
            lambda units, changes: rewrite_objects(units, changes, DocumentObjects(self._syntax)),
            alternatives=lambda said, optional: annotation_with_alternatives(said, optional, self._syntax),
            done=DoneComments(done_comments, done_comment),
        )

    @cached_property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.muc.differences.template_repairs import TemplateRepairs
        from keytally.families.muc.differences.templates import CLASSES, TemplateDifferences

        found = TemplateDifferences(self.configuration, self._scoring.rules.name_of)
        language = self.language(Role.RESPONSE)

        def units_of(text: str) -> Sequence[TemplateUnit]:
            bounds = [0, *language.boundaries(text), len(text)]
            return [language.read(text[start:end]) for start, end in pairwise(bounds)]

        def compared(document: str, key: Units, response: Units) -> "Sequence[Difference]":
            """Return the differences of a document without caching its score."""
            return found.of(run_to_end(self._new().rescored(document, key, response)))

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [each for scored in scores for each in found.of(self.detail(scored))],
            self.difference_counts,
            TemplateRepairs(self._syntax, self.configuration, units_of, compared).repair,
        )

    def report_json(self, scores: Sequence[ScoredTemplates]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`, with the requested additional measures."""
        found = super().report_json(scores)
        if self._also is not None:
            found |= self._also.values({score.document: score.also for score in scores})
        return found

    def report_text(self, scores: Sequence[ScoredTemplates], verbose: int) -> str:
        """Return the text that `keytally score` prints, with tables of the additional measures."""
        also = "" if self._also is None else self._also.text([score.also for score in scores])
        return super().report_text(scores, verbose) + also

    def remarks(self, scores: Sequence[ScoredTemplates], response: Iterable[TemplateUnit]) -> Sequence[str]:
        """Return remarks if the key has no object of the task."""
        parts = self.separate_remarks
        return parts.remarks([parts.grounds(scores, response)])

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the object that computes remarks from separate parts of the documents."""
        return SeparateRemarks(
            lambda scores, response: classes_in(
                (scored.key for scored in scores), self._syntax, self.configuration
            ),
            lambda grounds: undeclared_classes(grounds, self._syntax),
        )

    @property
    def can_be_apart(self) -> bool:
        """Return True."""
        return True

    def apart(self, scores: Sequence[ScoredTemplates]) -> Sequence[ScoredTemplates]:
        """Return the scores of documents with only their totals; the first score also contains the sums of
        all other rows.
        """
        found = condensed_rows(scores)
        return [ScoredTemplates(each.document, rows, (), (), each.also) for each, rows in found]

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
    """Return the task with these settings; by default the configuration is chosen for the task and its BNF.

    Raises SettingsError if the configuration has errors.
    """
    text = settings.companions.get("bnf")
    bnf = None if text is None else UnreadBnf(text)
    if settings.source is None and settings.text is None:
        default = default_configuration(task, text)
        settings = settings._replace(source=default.name, text=default.text)
    return TemplateTask(task, configuration_for(settings, task), bnf)
