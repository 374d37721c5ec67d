"""The named-entity task as an evaluation: reads SGML files, makes scores, marks and reports."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.muc.evaluation.recent import Followed
from keytally.evaluations.muc.evaluation.tallying import Tabulated, TallyFold, TallyingTask, condensed_rows
from keytally.evaluations.muc.evaluation.task import configuration_for
from keytally.evaluations.muc.formats.sgml.objects import objects, objects_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, starts_of
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.tallies.tabulation import Tabulation, total_of

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Annotation, Change, Kept, Rewriting
    from keytally.evaluations.classified import Difference, Piece
    from keytally.evaluations.muc.annotations.entities import EntityAnnotations
    from keytally.evaluations.muc.differences.entities import EntityDifferences
    from keytally.evaluations.muc.differences.entity_repairs import EntityRepairs
    from keytally.evaluations.muc.evaluation.followed_entities import FollowedEntities
    from keytally.evaluations.muc.reports.remarks import SgmlGrounds
    from keytally.evaluations.muc.scoring.verdicts import ObjectVerdict, ObjectVerdicts

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415

TASK = "named_entity"

LARGE = 512
"""Documents with this number of tags on both sides together are kept between edits."""

FOLLOWED = 4
"""The number of large documents that are kept; the oldest ones are dropped."""


class ScoredEntities(Tabulated):
    """A document's rows, and the compared units; None if a side lacks the document."""

    __slots__ = ("key", "response")

    def __init__(
        self, document: str, tabulation: Tabulation, key: SgmlUnit | None, response: SgmlUnit | None
    ) -> None:
        super().__init__(document, tabulation)
        self.key = key
        self.response = response


class NamedEntity(TallyingTask[ScoredEntities, DocumentScore]):
    """The named-entity task under one configuration (keytally.evaluations.interface.Evaluation)."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(TASK, configuration)
        self._syntax = SgmlSyntax.of(configuration)
        self._scoring = NamedEntityScoring(configuration)
        self._followed = Followed[ScoredEntities, "FollowedEntities"](FOLLOWED)
        self._symmetric = configuration.scoring_method == "key2key"

    @cached_property
    def _verdicts(self) -> "ObjectVerdicts":
        from keytally.evaluations.muc.scoring.verdicts import ObjectVerdicts

        return ObjectVerdicts(self.configuration)

    @cached_property
    def _entities(self) -> "EntityAnnotations":
        from keytally.evaluations.muc.annotations.entities import EntityAnnotations

        return EntityAnnotations(self._syntax, self._scoring)

    @cached_property
    def _differences(self) -> "EntityDifferences":
        from keytally.evaluations.muc.differences.entities import EntityDifferences

        return EntityDifferences(self.configuration)

    @cached_property
    def _repairs(self) -> "EntityRepairs":
        from keytally.evaluations.muc.differences.entity_repairs import EntityRepairs

        role = Role.KEY if self._symmetric else Role.RESPONSE
        return EntityRepairs(self._syntax, self._scoring, role)

    def language(self, role: Role) -> SgmlLanguage:
        """The language of files in that role; in key2key a response is read as a key."""
        as_key = role is Role.RESPONSE and self._symmetric
        return SgmlLanguage(self._syntax, Role.KEY if as_key else role)

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredEntities]:
        """One score for each occurrence of the document's number: the first with the first, and so on."""
        sides = enumerate(zip_longest(key, response))
        return [self._score(document, number, *units) for number, units in sides]

    def _score(
        self, document: str, number: int, key: SgmlUnit | None, response: SgmlUnit | None
    ) -> ScoredEntities:
        if _is_large(key, response):
            followed = self._followed.take((document, number)) or self._new()
            scored = ScoredEntities(document, followed.rescored(key, response), key, response)
            self._followed.put((document, number), scored, followed)
            return scored
        score = self._compare(document, key, response)
        scored = ScoredEntities(document, score.tabulation, key, response)
        self.remember(scored, score)
        return scored

    def _new(self) -> "FollowedEntities":
        from keytally.evaluations.muc.evaluation.followed_entities import followed_entities

        return followed_entities(self._syntax, self._scoring, Role.KEY if self._symmetric else Role.RESPONSE)

    def _compare(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> DocumentScore:
        response_role = Role.KEY if self._symmetric else Role.RESPONSE
        return self._scoring.score(
            document, self._objects(key, Role.KEY), self._objects(response, response_role)
        )

    def compare(self, scored: ScoredEntities) -> DocumentScore:
        """Score the units of a document again."""
        return self._compare(scored.document, scored.key, scored.response)

    def _objects(self, unit: SgmlUnit | None, role: Role) -> Sequence[MucObject]:
        return () if unit is None else objects(unit, self._syntax, role)

    def document_title(self, units: Sequence[SgmlUnit]) -> str:
        """The number of a document as it is written (keytally.evaluations.abilities.TitlesDocuments)."""
        return units[0].written_number

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """The findings where a unit's text without task tags differs from the reference's."""
        from keytally.evaluations.muc.rules.text_altered import compare_texts

        return compare_texts(unit, reference)

    def annotations(self, units: Sequence[SgmlUnit]) -> "Sequence[Annotation]":
        """The entities of a document (keytally.evaluations.annotated.Annotates)."""
        return self._entities.annotations(units)

    def bare(self, units: Sequence[SgmlUnit]) -> Sequence[str]:
        """The text of each unit without the tags of the task."""
        return self._entities.bare(units)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """The pairs of entities of two files that are about the same thing."""
        return self._entities.counterparts(first, second)

    def exclude(self, one: "Annotation", other: "Annotation") -> bool:
        """Whether two entities have text in common (keytally.evaluations.annotated.ExcludesOverlaps)."""
        return self._entities.exclude(one, other)

    def rewriting(self, units: Sequence[SgmlUnit], changes: "Sequence[Change]") -> "Rewriting":
        """The edits of the gold's tags that make changes."""
        return self._entities.rewriting(units, changes)

    def alternatives(self, said: "Sequence[Annotation]", is_optional: bool) -> "Kept | None":
        """One entity with the types and texts of all (keytally.evaluations.annotated.KeepsAlternatives)."""
        return self._entities.alternatives(said, is_optional)

    def tokens(self, units: Sequence[SgmlUnit]) -> Sequence[tuple[int, int]]:
        """The words and punctuation marks of a document (keytally.evaluations.judged_tokens.JudgesTokens)."""
        from keytally.evaluations.muc.annotations.entity_tokens import tokens

        return tokens(units)

    def token_type(self, annotation: "Annotation") -> str:
        """The type of an entity, such as `PERSON`."""
        from keytally.evaluations.muc.annotations.entity_tokens import entity_type

        return entity_type(annotation, self._syntax)

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified.ClassifiesDifferences)."""
        from keytally.evaluations.muc.differences.entity_classes import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[ScoredEntities]) -> "Sequence[Difference]":
        """The differences of a document in the order of the text."""
        from keytally.evaluations.muc.differences.entities import Units

        return [
            difference
            for scored in scores
            for difference in self._differences.of(self.detail(scored), Units(scored.key, scored.response))
        ]

    def repair(
        self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """The edits of the response's tags that repair differences."""
        return self._repairs.repair(response, differences)

    def pieces(self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]) -> "Sequence[Piece]":
        """The pieces of a large document (keytally.evaluations.classified.DividesDocuments)."""
        from keytally.evaluations.muc.differences.entity_pieces import Readers, pieces

        if len(key) != 1 or len(response) != 1:
            return ()
        readers = Readers(*(self.language(role).read for role in (Role.KEY, Role.RESPONSE)))
        return pieces(key[0], response[0], readers)

    def marks(self, score: ScoredEntities, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """The marks of a document in one unit of a side."""
        return self._marks(score, self.detail, side, unit)

    def marks_between(
        self, score: ScoredEntities, side: Role, unit: SgmlUnit, start: int, end: int
    ) -> Iterator[Mark]:
        """The marks between two offsets of the unit (keytally.evaluations.abilities.MarksInPart)."""
        if not _is_large(score.key, score.response):
            return self.marks(score, side, unit)
        places = unit.stripped_offset(max(start, 0)), unit.stripped_offset(min(end, len(unit.text)))
        other = score.key if side is Role.RESPONSE else score.response
        if other is not None:
            first, last = unit.counterparts_of(other).originals(*places)
            places = min(places[0], first), max(places[1], last)
        return self._marks(score, partial(self._part, places), side, unit)

    def _part(self, places: tuple[int, int], scored: ScoredEntities) -> DocumentScore:
        """The score of a stretch of a document that no tag of either side leaves: that of any larger one."""
        from keytally.evaluations.muc.formats.sgml.stretches import elements_within, stretch_around

        units = scored.key, scored.response
        roles = Role.KEY, Role.KEY if self._symmetric else Role.RESPONSE
        stretch = stretch_around(*places, units)
        key, response = (
            objects_of(unit, elements_within(unit, *stretch), self._syntax, role) if unit is not None else ()
            for unit, role in zip(units, roles, strict=True)
        )
        return self._scoring.score(scored.document, key, response)

    def _marks(
        self,
        score: ScoredEntities,
        detail: Callable[[ScoredEntities], DocumentScore],
        side: Role,
        unit: SgmlUnit,
    ) -> Iterator[Mark]:
        mine, other = (score.key, score.response) if side is Role.KEY else (score.response, score.key)
        if unit is mine:
            for verdict in self._verdicts.of(detail(score), key_side=side is Role.KEY):
                yield _mark(verdict, unit, other)

    @property
    def part_name(self) -> str:
        """The figures count slots (keytally.evaluations.abilities.CountsWholes)."""
        return "slots"

    def whole_figures(self, scores: Sequence[ScoredEntities]) -> Sequence[Figure]:
        """The tags of a document that are missing and spurious; each has several slots."""
        return _tag_figures(total_of(scored.tabulation for scored in scores))

    def all_whole_figures(self, fold: TallyFold) -> Sequence[Figure]:
        """The tags that are missing and spurious in all documents."""
        return _tag_figures(fold.rows)

    def remarks(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Lines if a file has no tag or no section of the task (keytally.evaluations.abilities.Remarks)."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> "SgmlGrounds":
        """What remarks rest on (keytally.evaluations.apart.RemarksApart)."""
        from keytally.evaluations.muc.reports.remarks import sgml_grounds

        keys, responses = [score.key for score in scores], [score.response for score in scores]
        return sgml_grounds(keys, responses, self._syntax)

    def remarks_on(self, grounds: "Sequence[SgmlGrounds]") -> Sequence[str]:
        """The remarks, from the grounds of parts."""
        from keytally.evaluations.muc.reports.remarks import sgml_remarks

        return sgml_remarks(grounds, self.task, self._syntax)

    @property
    def can_be_apart(self) -> bool:
        """Always (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[ScoredEntities]) -> Sequence[ScoredEntities]:
        """The totals of documents; the first one has their other rows."""
        return [ScoredEntities(scored.document, rows, None, None) for scored, rows in condensed_rows(scores)]

    def is_report(self, beginning: str) -> bool:
        """Whether a file that begins so is a report (keytally.evaluations.abilities.KnowsReports)."""
        from keytally.evaluations.muc.reports.openings import is_report

        return is_report(beginning)

    def rendering(
        self,
        details: Sequence[DocumentScore],
        scores: Sequence[ScoredEntities],
        key: Iterable[SgmlUnit],
        response: Iterable[SgmlUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """The function that writes the reports that the configuration asks for."""
        from keytally.evaluations.muc.reports.files import report_files
        from keytally.evaluations.muc.reports.starts import Starts

        starts = starts_of(key), starts_of(response)
        placed = [Starts(starts[0].get(each.key, 0), starts[1].get(each.response, 0)) for each in scores]
        return partial(report_files, details, self.configuration, placed)


def evaluation(settings: Settings, task: str = TASK) -> NamedEntity:
    """The task under these settings. Raises SettingsError for a configuration with errors."""
    return NamedEntity(configuration_for(settings, task))


def _tag_figures(rows: Tabulation) -> Sequence[Figure]:
    tags = [tally for row, tally in rows.items() if row.part == "object"]
    counts = {"MIS": sum(tally.mis for tally in tags), "SPU": sum(tally.spu for tally in tags)}
    return [Figure(f"{name} tags", str(count)) for name, count in counts.items()]


def _is_large(key: SgmlUnit | None, response: SgmlUnit | None) -> bool:
    return sum(len(unit.places.starts) for unit in (key, response) if unit is not None) >= 2 * LARGE


def _mark(verdict: "ObjectVerdict", unit: SgmlUnit, other: SgmlUnit | None) -> Mark:
    start, end = verdict.start, verdict.end
    if verdict.owner is None and other is not None:
        start = end = unit.missing_offset(start, other)
    partner = verdict.partner and other and (other, verdict.partner.start, verdict.partner.end)
    _, _, _, status, level, subject, _, slot, overall = verdict
    return Mark(unit, start, end, status, level, verdict.label, partner or None, subject, slot, overall)
