"""The template tasks as evaluations: each reads template files and makes scores, marks and reports."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.evaluations.interface import Language, Mark, Role
from keytally.evaluations.muc.evaluation.defaults import default_configuration
from keytally.evaluations.muc.evaluation.recent import Followed
from keytally.evaluations.muc.evaluation.scored_templates import ScoredTemplates
from keytally.evaluations.muc.evaluation.tallying import TallyingTask, condensed_rows
from keytally.evaluations.muc.evaluation.task import configuration_for
from keytally.evaluations.muc.evaluation.template_marks import mark_of
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.language.bnf import UnreadBnf
from keytally.evaluations.muc.language.templates import TemplateLanguage
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.reports.remarks import KeyClasses, classes_in, undeclared_classes
from keytally.evaluations.muc.scoring.incremental_templates import (
    IncrementalDocument,
    LocatedScore,
    Units,
    run_to_end,
)
from keytally.evaluations.muc.scoring.templates import TemplateScoring
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Annotation, Change, DoneComment, Kept, Rewriting
    from keytally.evaluations.classified import Difference
    from keytally.evaluations.muc.annotations.templates.counterparts import ReadObjects
    from keytally.evaluations.muc.annotations.templates.said_slots import SaidSlots
    from keytally.evaluations.muc.differences.templates.differences import TemplateDifferences
    from keytally.evaluations.muc.differences.templates.repairs import TemplateRepairs
    from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
    from keytally.evaluations.muc.formats.texts_file import TextsFile
    from keytally.evaluations.muc.scoring.explanation import Explanation
    from keytally.evaluations.muc.scoring.other_measures import OtherMeasures
    from keytally.evaluations.muc.scoring.verdicts import ObjectVerdicts

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415

LARGE = 64
"""Documents with this number of records on both sides together are kept between edits."""

FOLLOWED = 4
"""The number of large documents that are kept; the oldest ones are dropped."""

NONE = ("none",)
"""The value of the option `also` by which no other measure is asked for."""


class Explained(NamedTuple):
    """Why an object has its partner, and the units of the other side's objects."""

    why: "Explanation"
    units: Mapping[MucObject, TemplateUnit]


class TemplateTask(TallyingTask[ScoredTemplates, LocatedScore]):
    """A template task under one configuration (keytally.evaluations.interface.Evaluation)."""

    def __init__(self, task: str, configuration: Configuration, bnf: Bnf | None = None) -> None:
        super().__init__(task, configuration)
        self._syntax = TemplateSyntax.of(configuration, bnf)
        self._scoring = TemplateScoring(configuration)
        self._followed = Followed[ScoredTemplates, IncrementalDocument](FOLLOWED)
        both_keys = configuration.scoring_method.lower() == "key2key"
        self._roles = {Role.RESPONSE: Role.KEY} if both_keys else {}

    @cached_property
    def _also(self) -> "OtherMeasures | None":
        """The measures that the option `also` names, if it names any."""
        if self.configuration.also == NONE:
            return None
        from keytally.evaluations.muc.scoring.other_measures import OtherMeasures

        found = OtherMeasures(self.configuration, self._scoring.rules.name_of)
        return found if found.names else None

    @cached_property
    def _said(self) -> "SaidSlots":
        from keytally.evaluations.muc.annotations.templates.said_slots import SaidSlots

        return SaidSlots(self._syntax)

    @cached_property
    def _read_objects(self) -> "ReadObjects":
        from keytally.evaluations.muc.annotations.templates.counterparts import ReadObjects

        return ReadObjects(self._syntax)

    @cached_property
    def _verdicts(self) -> "ObjectVerdicts":
        from keytally.evaluations.muc.scoring.verdicts import ObjectVerdicts

        return ObjectVerdicts(self.configuration)

    def language(self, role: Role) -> Language:
        """The language of files in that role: SGML for texts; in key2key a response is read as a key."""
        if role is Role.TEXTS:
            from keytally.evaluations.muc.language.sgml import language

            return language(role)
        return TemplateLanguage(self._syntax, self._roles.get(role, role))

    def score(self, document: str, key: Units, response: Units) -> Sequence[ScoredTemplates]:
        """The score of one document, from its units on both sides."""
        return run_to_end(self.scoring(document, key, response))

    def scoring(
        self, document: str, key: Units, response: Units
    ) -> Generator[None, None, Sequence[ScoredTemplates]]:
        """The same in steps; large documents are kept, so that an edit costs only what it changes."""
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
        """The function that makes the objects of a unit in that role."""
        syntax, read_as = self._syntax, self._roles.get(role, role)
        return lambda unit: objects(unit, syntax, read_as)

    def texts_of(self, units: "Iterable[SgmlUnit]") -> "TextsFile":
        """The texts that links index."""
        from keytally.evaluations.muc.formats.texts_file import TextsFile

        return TextsFile(units)

    def compare_links(self, unit: TemplateUnit, name: str, texts: "TextsFile") -> Sequence[Finding]:
        """Findings on links of a unit that point to other text than their fill."""
        from keytally.evaluations.muc.rules.templates_links import judge_links

        return tuple(judge_links(unit, name, texts, self._syntax))

    def marks(self, score: ScoredTemplates, side: Role, unit: TemplateUnit) -> Iterator[Mark]:
        """The marks of a document in one unit of a side."""
        detail, key_side = self.detail(score), side is Role.KEY
        mine, other = (detail.key, detail.response) if key_side else (detail.response, detail.key)
        for pair in mine.pairs_in(unit, detail, key_side):
            for verdict in self._verdicts.of_pair(pair, key_side):
                mark = mark_of(verdict, mine, other)
                if mark is not None:
                    yield mark

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Whether objects of a class (lower case) are paired in file order, whatever their content."""
        return self._scoring.pairs_in_file_order(class_name)

    def explain(self, scored: ScoredTemplates, side: Role, unit: TemplateUnit) -> Sequence[Explained]:
        """Why each object of a unit has its partner, in the order of the unit."""
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
        """The objects of a document and their slots (keytally.evaluations.annotated.Annotates)."""
        from keytally.evaluations.muc.annotations.templates.objects import annotations

        return annotations(units, self._said)

    def bare(self, units: Sequence[TemplateUnit]) -> Sequence[str]:
        """Nothing: all text of a template file is what annotators say."""
        return [""] * len(units)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """The pairs of objects that the scorer aligns, whichever file is the key."""
        from keytally.evaluations.muc.annotations.templates.counterparts import counterparts

        read = self._read_objects.of
        return counterparts(read(first), read(second), self._scoring)

    def rewriting(self, units: Sequence[TemplateUnit], changes: "Sequence[Change]") -> "Rewriting":
        """The edits of records in the gold that make the changes."""
        from keytally.evaluations.muc.annotations.templates.document_objects import DocumentObjects
        from keytally.evaluations.muc.annotations.templates.rewriting import rewriting

        return rewriting(units, changes, DocumentObjects(self._syntax))

    def alternatives(self, said: "Sequence[Annotation]", is_optional: bool) -> "Kept | None":
        """An object or a slot that keeps what all say (keytally.evaluations.annotated.KeepsAlternatives)."""
        from keytally.evaluations.muc.annotations.templates.alternatives import alternatives

        return alternatives(said, is_optional, self._syntax)

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified.ClassifiesDifferences)."""
        from keytally.evaluations.muc.differences.templates.classes import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[ScoredTemplates]) -> "Sequence[Difference]":
        """The differences of a document in the order of the response."""
        return [each for scored in scores for each in self._differences.of(self.detail(scored))]

    def repair(
        self,
        key: Sequence[TemplateUnit],
        response: Sequence[TemplateUnit],
        differences: "Sequence[Difference]",
    ) -> "Rewriting":
        """The edits of the response's records that repair differences."""
        return self._repairs.repair(key, response, differences)

    @cached_property
    def _differences(self) -> "TemplateDifferences":
        from keytally.evaluations.muc.differences.templates.differences import TemplateDifferences

        return TemplateDifferences(self.configuration, self._scoring.rules.name_of)

    @cached_property
    def _repairs(self) -> "TemplateRepairs":
        from keytally.evaluations.muc.differences.templates.repairs import TemplateRepairs

        return TemplateRepairs(self._syntax, self.configuration, self._units, self._compared)

    def _units(self, text: str) -> Sequence[TemplateUnit]:
        """The units of a response with that text."""
        language = self.language(Role.RESPONSE)
        bounds = [0, *language.boundaries(text), len(text)]
        return [language.read(text[start:end]) for start, end in pairwise(bounds)]

    def _compared(self, document: str, key: Units, response: Units) -> "Sequence[Difference]":
        """The differences of a document that is not kept."""
        return self._differences.of(run_to_end(self._new().rescored(document, key, response)))

    def report_json(self, scores: Sequence[ScoredTemplates]) -> dict[str, Any]:
        """The JSON output of `keytally score`, with the measures that are asked for besides."""
        found = super().report_json(scores)
        if self._also is not None:
            found |= self._also.values({each.document: each.also for each in scores})
        return found

    def report_text(self, scores: Sequence[ScoredTemplates], verbose: int) -> str:
        """The text that `keytally score` prints, with tables of those measures."""
        also = "" if self._also is None else self._also.text([each.also for each in scores])
        return super().report_text(scores, verbose) + also

    def done_comments(self, unit: TemplateUnit) -> "Sequence[DoneComment]":
        """The comments that say that a document is done (keytally.evaluations.annotated.MarksDone)."""
        from keytally.evaluations.muc.annotations.templates.done import done_comments

        return done_comments(unit)

    def done_comment(self, document: str) -> str:
        """The comment that says so of a document."""
        from keytally.evaluations.muc.annotations.templates.done import done_comment

        return done_comment(document)

    def remarks(self, scores: Sequence[ScoredTemplates], response: Iterable[TemplateUnit]) -> Sequence[str]:
        """A line if the key has no object of the task (keytally.evaluations.abilities.Remarks)."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ScoredTemplates], response: Iterable[TemplateUnit]) -> KeyClasses:
        """What remarks rest on (keytally.evaluations.apart.RemarksApart)."""
        return classes_in((scored.key for scored in scores), self._syntax, self.configuration)

    def remarks_on(self, grounds: Sequence[KeyClasses]) -> Sequence[str]:
        """The remarks, from the grounds of parts."""
        return undeclared_classes(grounds, self._syntax)

    @property
    def can_be_apart(self) -> bool:
        """Always (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[ScoredTemplates]) -> Sequence[ScoredTemplates]:
        """The totals of documents; the first one has their other rows."""
        found = condensed_rows(scores)
        return [ScoredTemplates(each.document, rows, (), (), each.also) for each, rows in found]

    @property
    def twin(self) -> "Callable[[], TemplateTask]":
        """What makes an equal evaluation (keytally.evaluations.apart.ScoresElsewhere)."""
        return partial(TemplateTask, self.task, self.configuration, self._syntax.bnf)

    def may_be_sent(self, key: Units, response: Units) -> bool:
        """Whether a document is too small to be kept between edits."""
        return len(key) + len(response) < LARGE

    def sent(self, scores: Sequence[ScoredTemplates]) -> Sequence[ScoredTemplates]:
        """The scores of a document without its units."""
        return self.received(scores, (), ())

    def received(
        self, scores: Sequence[ScoredTemplates], key: Units, response: Units
    ) -> Sequence[ScoredTemplates]:
        """These scores with the units of the document."""
        return [ScoredTemplates(each.document, each.tabulation, key, response, each.also) for each in scores]

    def is_report(self, beginning: str) -> bool:
        """Whether a file that begins so is a report (keytally.evaluations.abilities.KnowsReports)."""
        from keytally.evaluations.muc.reports.openings import is_report

        return is_report(beginning)

    def rendering(
        self,
        details: Sequence[LocatedScore],
        scores: Sequence[ScoredTemplates],
        key: Iterable[TemplateUnit],
        response: Iterable[TemplateUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """The function that writes the reports that the configuration asks for."""
        from keytally.evaluations.muc.reports.files import report_files

        return partial(report_files, details, self.configuration)


def evaluation(settings: Settings, task: str) -> TemplateTask:
    """The task under these settings; without a configuration, the default one for the task and its BNF.

    Raises SettingsError for a configuration with errors.
    """
    text = settings.companions.get("bnf")
    bnf = None if text is None else UnreadBnf(text)
    if settings.source is None and settings.text is None:
        default = default_configuration(task, text)
        settings = settings._replace(source=default.name, text=default.text)
    return TemplateTask(task, configuration_for(settings, task), bnf)
