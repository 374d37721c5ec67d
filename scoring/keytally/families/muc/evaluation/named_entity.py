"""The named-entity task as an evaluation: reading SGML files, scoring, marks and reports."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from keytally.families.contract import Figure, Mark, Role, SeparateRemarks, Settings, WholeFigures
from keytally.families.muc.evaluation.task import (
    LatestVersions,
    Tabulated,
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
    from keytally.families.annotations import AnnotationEditor, Difference, DifferenceClassifier, Piece
    from keytally.families.muc.reports import SgmlGrounds
    from keytally.families.muc.scoring.incremental_entities import FollowedEntities
    from keytally.families.muc.scoring.results import ObjectVerdict, ObjectVerdicts


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

TASK = "named_entity"

LARGE = 512
"""Documents with at least this many tags on both sides together are kept between edits."""

FOLLOWED = 4
"""The maximum number of large documents that are kept; the oldest are discarded."""


class ScoredEntities(Tabulated):
    """A document's rows and the compared units; a unit is None if its side lacks the document."""

    __slots__ = ("key", "response")

    def __init__(
        self, document: str, tabulation: Tabulation, key: SgmlUnit | None, response: SgmlUnit | None
    ) -> None:
        super().__init__(document, tabulation)
        self.key = key
        self.response = response


class NamedEntity(TallyingTask[ScoredEntities, DocumentScore]):
    """The named-entity task for one configuration (see `keytally.families.contract.Evaluation`)."""

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

    def language(self, role: Role) -> SgmlLanguage:
        """Return the language of files in a role; in key2key a response is read as a key."""
        as_key = role is Role.RESPONSE and self._symmetric
        return SgmlLanguage(self._syntax, Role.KEY if as_key else role)

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredEntities]:
        """Return one score for each occurrence of the document's number; occurrences in the key and the
        response are paired in order.
        """
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
        """Return the number of a document as written in the text."""
        return units[0].written_number

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """Return the findings where the text of a unit differs from its reference."""
        from keytally.families.muc.sgml.rules import compare_texts

        return compare_texts(unit, reference)

    def other_tokens(
        self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> tuple[SgmlUnit, Finding] | None:
        """Return the first position at which the response's text differs from the key's, as a unit of the
        response and a finding in it.
        """
        pairs = zip(response, key, strict=False)
        others = (
            (mine, its) for mine, its in pairs if mine.text != its.text and mine.stripped() != its.stripped()
        )
        return next(
            ((mine, finding) for mine, its in others for finding in self.compare_texts(mine, its)), None
        )

    @cached_property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes entities."""
        from keytally.families.annotations import AnnotationEditor, TokenJudgments
        from keytally.families.muc.annotations.entities import (
            EntityAnnotations,
            entity_tokens,
            entity_type,
            located,
        )

        entities = EntityAnnotations(self._syntax, self._scoring)
        return AnnotationEditor(
            entities.annotations,
            entities.bare,
            entities.counterparts,
            entities.rewriting,
            located=located,
            exclude=entities.exclude,
            alternatives=entities.alternatives,
            tokens=TokenJudgments(entity_tokens, lambda annotation: entity_type(annotation, self._syntax)),
        )

    @cached_property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.muc.differences.entities import (
            CLASSES,
            EntityDifferences,
            EntityRepairs,
            TextReaders,
            Units,
            document_pieces,
        )

        found = EntityDifferences(self.configuration)
        role = Role.KEY if self._symmetric else Role.RESPONSE
        repairs = EntityRepairs(self._syntax, self._scoring, role)
        readers = TextReaders(*(self.language(role).read for role in (Role.KEY, Role.RESPONSE)))

        def differences(scores: Sequence[ScoredEntities]) -> "Sequence[Difference]":
            return [
                difference
                for scored in scores
                for difference in found.of(self.detail(scored), Units(scored.key, scored.response))
            ]

        def pieces(
            key: Sequence[SgmlUnit], response: Sequence[SgmlUnit], given: "Sequence[Difference]"
        ) -> "Sequence[Piece]":
            is_one = len(key) == len(response) == 1
            return document_pieces(key[0], response[0], readers, given) if is_one else ()

        return DifferenceClassifier(
            CLASSES,
            differences,
            self.difference_counts,
            lambda key, response, differences: repairs.repair(response, differences),
            pieces,
        )

    def marks(self, score: ScoredEntities, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """Yield the marks of a document in one unit of a side."""
        return self._marks(score, self.detail, side, unit)

    def marks_between(
        self, score: ScoredEntities, side: Role, unit: SgmlUnit, start: int, end: int
    ) -> Iterator[Mark]:
        """Yield the marks between two offsets of the unit."""
        if not _is_large(score.key, score.response):
            return self.marks(score, side, unit)
        places = unit.stripped_offset(max(start, 0)), unit.stripped_offset(min(end, len(unit.text)))
        other = score.key if side is Role.RESPONSE else score.response
        if other is not None:
            first, last = unit.counterparts_of(other).originals(*places)
            places = min(places[0], first), max(places[1], last)
        return self._marks(score, partial(self._part, places), side, unit)

    def _part(self, places: tuple[int, int], scored: ScoredEntities) -> DocumentScore:
        """Return the score of a range that no tag crosses; it equals the range's score within any larger
        range.
        """
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
    def wholes(self) -> WholeFigures:
        """Return the functions that count missing and spurious tags; these counts are not numbers of
        fills, because a tag has several slots.
        """
        return WholeFigures(
            "slots",
            lambda scores: _tag_figures(total_of(scored.tabulation for scored in scores)),
            lambda fold: _tag_figures(fold.rows),
        )

    def remarks(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Return a remark for each file without tags or sections of the task."""
        parts = self.separate_remarks
        return parts.remarks([parts.grounds(scores, response)])

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the object that computes remarks from separate parts of the documents."""
        from keytally.families.muc.reports import sgml_grounds, sgml_remarks

        def grounds(scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> "SgmlGrounds":
            keys, responses = [score.key for score in scores], [score.response for score in scores]
            return sgml_grounds(keys, responses, self._syntax)

        return SeparateRemarks(grounds, lambda parts: sgml_remarks(parts, self.task, self._syntax))

    @property
    def can_be_apart(self) -> bool:
        """Return True."""
        return True

    def apart(self, scores: Sequence[ScoredEntities]) -> Sequence[ScoredEntities]:
        """Return the scores of documents with only their totals; the first score also contains the sums of
        all other rows.
        """
        return [ScoredEntities(scored.document, rows, None, None) for scored, rows in condensed_rows(scores)]

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
    """Return the task with these settings. Raises SettingsError if the configuration has errors."""
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
