"""The named-entity task as an evaluation: reads SGML files, makes scores, marks and reports."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from keytally.families.contract import Figure, Mark, Role, Settings
from keytally.families.muc.evaluation.task import (
    LatestVersions,
    Tabulated,
    TallyFold,
    TallyingTask,
    condensed_rows,
    configuration_for,
)
from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.scoring.named_entity import NamedEntityScoring
from keytally.families.muc.scoring.results import DocumentScore
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, element_objects, objects_of_elements, unit_starts
from keytally.findings.finding import Finding
from keytally.tallies.tally import Tabulation, total_of

if TYPE_CHECKING:
    from keytally.families.annotations import (
        AlternativeAnnotation,
        Annotation,
        Change,
        Difference,
        Piece,
        Rewriting,
    )
    from keytally.families.muc.annotations.entities import EntityAnnotations
    from keytally.families.muc.differences.entities import EntityDifferences, EntityRepairs
    from keytally.families.muc.reports import SgmlGrounds
    from keytally.families.muc.scoring.incremental_entities import FollowedEntities
    from keytally.families.muc.scoring.results import ObjectVerdict, ObjectVerdicts


# Modules that a score does not need are imported on first use, so that commands start faster.
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
    """The named-entity task under one configuration (keytally.families.contract.Evaluation)."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(TASK, configuration)
        self._syntax = SgmlSyntax.of(configuration)
        self._scoring = NamedEntityScoring(configuration)
        self._followed = LatestVersions[ScoredEntities, "FollowedEntities"](FOLLOWED)
        self._symmetric = configuration.scoring_method == "key2key"

    @cached_property
    def _verdicts(self) -> "ObjectVerdicts":
        from keytally.families.muc.scoring.results import ObjectVerdicts

        return ObjectVerdicts(self.configuration)

    @cached_property
    def _entities(self) -> "EntityAnnotations":
        from keytally.families.muc.annotations.entities import EntityAnnotations

        return EntityAnnotations(self._syntax, self._scoring)

    @cached_property
    def _differences(self) -> "EntityDifferences":
        from keytally.families.muc.differences.entities import EntityDifferences

        return EntityDifferences(self.configuration)

    @cached_property
    def _repairs(self) -> "EntityRepairs":
        from keytally.families.muc.differences.entities import EntityRepairs

        role = Role.KEY if self._symmetric else Role.RESPONSE
        return EntityRepairs(self._syntax, self._scoring, role)

    def language(self, role: Role) -> SgmlLanguage:
        """Return the language of files in that role; in key2key a response is read as a key."""
        as_key = role is Role.RESPONSE and self._symmetric
        return SgmlLanguage(self._syntax, Role.KEY if as_key else role)

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredEntities]:
        """Return one score for each occurrence of the document's number, paired in order."""
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
        from keytally.families.muc.scoring.incremental_entities import followed_entities

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
        return () if unit is None else element_objects(unit, self._syntax, role)

    def document_title(self, units: Sequence[SgmlUnit]) -> str:
        """Return the number of a document as written (`keytally.families.contract.TitlesDocuments`)."""
        return units[0].written_number

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """Return the findings at differences between the texts of a unit and its reference."""
        from keytally.families.muc.sgml.rules import compare_texts

        return compare_texts(unit, reference)

    def other_tokens(
        self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> tuple[SgmlUnit, Finding] | None:
        """Return the first place where the text differs from the key's.

        It implements `keytally.families.contract.ComparesTokens`.
        """
        pairs = zip(response, key, strict=False)
        others = (
            (mine, its) for mine, its in pairs if mine.text != its.text and mine.stripped() != its.stripped()
        )
        return next(
            ((mine, finding) for mine, its in others for finding in self.compare_texts(mine, its)), None
        )

    def annotations(self, units: Sequence[SgmlUnit]) -> "Sequence[Annotation]":
        """Return the entities of a document (keytally.families.annotations.Annotates)."""
        return self._entities.annotations(units)

    def bare(self, units: Sequence[SgmlUnit]) -> Sequence[str]:
        """Return the text of each unit without the tags of the task."""
        return self._entities.bare(units)

    def located(self, unit: SgmlUnit, start: int, end: int) -> tuple[int, int]:
        """Return the range of a unit's text without tags.

        It implements `keytally.families.annotations.LocatesBareText`.
        """
        return unit.source_offset(start, after_tags=True), unit.source_offset(end)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of entities of two files that refer to the same thing."""
        return self._entities.counterparts(first, second)

    def exclude(self, one: "Annotation", other: "Annotation") -> bool:
        """Return whether two entities share text (`ExcludesOverlaps`)."""
        return self._entities.exclude(one, other)

    def rewriting(self, units: Sequence[SgmlUnit], changes: "Sequence[Change]") -> "Rewriting":
        """Return the edits of the gold's tags that make changes."""
        return self._entities.rewriting(units, changes)

    def alternatives(self, said: "Sequence[Annotation]", is_optional: bool) -> "AlternativeAnnotation | None":
        """Return one entity with the types and texts of all.

        It implements `keytally.families.annotations.KeepsAlternatives`.
        """
        return self._entities.alternatives(said, is_optional)

    def tokens(self, units: Sequence[SgmlUnit]) -> Sequence[tuple[int, int]]:
        """Return the words and punctuation marks of a document.

        It implements `keytally.families.annotations.JudgesTokens`.
        """
        from keytally.families.muc.annotations.entities import entity_tokens

        return entity_tokens(units)

    def token_type(self, annotation: "Annotation") -> str:
        """Return the type of an entity, such as `PERSON`."""
        from keytally.families.muc.annotations.entities import entity_type

        return entity_type(annotation, self._syntax)

    @property
    def difference_classes(self) -> Sequence[str]:
        """Return the classes of differences (keytally.families.annotations.ClassifiesDifferences)."""
        from keytally.families.muc.differences.entities import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[ScoredEntities]) -> "Sequence[Difference]":
        """Return the differences of a document in the order of the text."""
        from keytally.families.muc.differences.entities import Units

        return [
            difference
            for scored in scores
            for difference in self._differences.of(self.detail(scored), Units(scored.key, scored.response))
        ]

    def repair(
        self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """Return the edits of the response's tags that repair differences."""
        return self._repairs.repair(response, differences)

    def pieces(self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]) -> "Sequence[Piece]":
        """Return the pieces of a large document (keytally.families.annotations.DividesDocuments)."""
        from keytally.families.muc.differences.entities import TextReaders, document_pieces

        if len(key) != 1 or len(response) != 1:
            return ()
        readers = TextReaders(*(self.language(role).read for role in (Role.KEY, Role.RESPONSE)))
        return document_pieces(key[0], response[0], readers)

    def marks(self, score: ScoredEntities, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """Yield the marks of a document in one unit of a side."""
        return self._marks(score, self.detail, side, unit)

    def marks_between(
        self, score: ScoredEntities, side: Role, unit: SgmlUnit, start: int, end: int
    ) -> Iterator[Mark]:
        """Yield the marks between two offsets of the unit (keytally.families.contract.MarksInPart)."""
        if not _is_large(score.key, score.response):
            return self.marks(score, side, unit)
        places = unit.stripped_offset(max(start, 0)), unit.stripped_offset(min(end, len(unit.text)))
        other = score.key if side is Role.RESPONSE else score.response
        if other is not None:
            first, last = unit.counterparts_of(other).originals(*places)
            places = min(places[0], first), max(places[1], last)
        return self._marks(score, partial(self._part, places), side, unit)

    def _part(self, places: tuple[int, int], scored: ScoredEntities) -> DocumentScore:
        """Return the score of a range that no tag crosses, equal to that within any larger range."""
        from keytally.families.muc.scoring.incremental_entities import elements_within, stretch_around

        units = scored.key, scored.response
        roles = Role.KEY, Role.KEY if self._symmetric else Role.RESPONSE
        stretch = stretch_around(*places, units)
        key, response = (
            objects_of_elements(unit, elements_within(unit, *stretch), self._syntax, role)
            if unit is not None
            else ()
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
        """Return the noun for slots (`keytally.families.contract.CountsWholes`)."""
        return "slots"

    def whole_figures(self, scores: Sequence[ScoredEntities]) -> Sequence[Figure]:
        """Return the tags of a document that are missing and spurious; each has several slots."""
        return _tag_figures(total_of(scored.tabulation for scored in scores))

    def all_whole_figures(self, fold: TallyFold) -> Sequence[Figure]:
        """Return the tags that are missing and spurious in all documents."""
        return _tag_figures(fold.rows)

    def remarks(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Return lines if a file has no tag or no section of the task.

        It implements `keytally.families.contract.Remarks`.
        """
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> "SgmlGrounds":
        """Return the grounds of remarks (`keytally.families.contract.RemarksSeparately`)."""
        from keytally.families.muc.reports import sgml_grounds

        keys, responses = [score.key for score in scores], [score.response for score in scores]
        return sgml_grounds(keys, responses, self._syntax)

    def remarks_on(self, grounds: "Sequence[SgmlGrounds]") -> Sequence[str]:
        """Return the remarks, from the grounds of parts."""
        from keytally.families.muc.reports import sgml_remarks

        return sgml_remarks(grounds, self.task, self._syntax)

    @property
    def can_be_apart(self) -> bool:
        """Return True (`keytally.families.contract.ScoresSeparately`)."""
        return True

    def apart(self, scores: Sequence[ScoredEntities]) -> Sequence[ScoredEntities]:
        """Return the totals of documents; the first one has their other rows."""
        return [ScoredEntities(scored.document, rows, None, None) for scored, rows in condensed_rows(scores)]

    def is_report(self, beginning: str) -> bool:
        """Return whether a file with this beginning is a report (keytally.families.contract.KnowsReports)."""
        from keytally.families.muc.reports import is_report

        return is_report(beginning)

    def rendering(
        self,
        details: Sequence[DocumentScore],
        scores: Sequence[ScoredEntities],
        key: Iterable[SgmlUnit],
        response: Iterable[SgmlUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """Return the function that writes the configured reports."""
        from keytally.families.muc.report_files import Starts, report_files

        starts = unit_starts(key), unit_starts(response)
        placed = [Starts(starts[0].get(score.key, 0), starts[1].get(score.response, 0)) for score in scores]
        return partial(report_files, details, self.configuration, placed)


def evaluation(settings: Settings, task: str = TASK) -> NamedEntity:
    """Return the task under these settings. Raises SettingsError for a configuration with errors."""
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
