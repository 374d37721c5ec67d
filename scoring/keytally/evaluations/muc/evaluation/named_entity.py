"""The named-entity task as an evaluation: reads SGML files, makes scores, marks and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.evaluation.tallying import TallyingTask
from keytally.evaluations.muc.evaluation.task import configuration_for
from keytally.evaluations.muc.formats.sgml.objects import objects
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, starts_of
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.reports.files import report_files
from keytally.evaluations.muc.reports.map_history import Starts
from keytally.evaluations.muc.reports.remarks import unsectioned, untagged
from keytally.evaluations.muc.rules.text_altered import compare_texts
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.evaluations.muc.scoring.verdicts import ObjectVerdict, ObjectVerdicts
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.tallies.tabulation import Tabulation

TASK = "named_entity"


@dataclass(frozen=True, slots=True, eq=False)
class ScoredEntities:
    """A document's rows, and the compared units; None if a side lacks the document."""

    document: str
    tabulation: Tabulation
    key: SgmlUnit | None
    response: SgmlUnit | None


class NamedEntity(TallyingTask[ScoredEntities, DocumentScore]):
    """The named-entity task under one configuration (keytally.evaluations.interface.Evaluation)."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(TASK, configuration)
        self._syntax = SgmlSyntax.of(configuration)
        self._scoring = NamedEntityScoring(configuration)
        self._verdicts = ObjectVerdicts(configuration)
        self._symmetric = configuration.scoring_method == "key2key"

    def language(self, role: Role) -> SgmlLanguage:
        """The language of files in that role; in key2key a response is read as a key."""
        as_key = role is Role.RESPONSE and self._symmetric
        return SgmlLanguage(self._syntax, Role.KEY if as_key else role)

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredEntities]:
        """One score for each occurrence of the document's number: the first with the first, and so on."""
        return [self._score(document, *sides) for sides in zip_longest(key, response)]

    def _score(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> ScoredEntities:
        score = self._compare(document, key, response)
        scored = ScoredEntities(document, score.tabulation, key, response)
        self.remember(scored, score)
        return scored

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

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """The findings where a unit's text without task tags differs from the reference's."""
        return compare_texts(unit, reference)

    def marks(self, score: ScoredEntities, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """The marks of a document in one unit of a side."""
        mine, other = (score.key, score.response) if side is Role.KEY else (score.response, score.key)
        if unit is mine:
            for verdict in self._verdicts.of(self.detail(score), key_side=side is Role.KEY):
                yield _mark(verdict, unit, other)

    def remarks(self, scores: Sequence[ScoredEntities], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Lines if a file has no tag or no section of the task (keytally.evaluations.abilities.Remarks)."""
        keys, responses = [score.key for score in scores], [score.response for score in scores]
        syntax = self._syntax
        found = untagged(self.task, keys, syntax)
        return found or [*unsectioned("key", keys, syntax), *unsectioned("response", responses, syntax)]

    def report_files(
        self, scores: Sequence[ScoredEntities], key: Iterable[SgmlUnit], response: Iterable[SgmlUnit]
    ) -> Mapping[str, str]:
        """The reports that the configuration asks for, by configured name."""
        starts = starts_of(key), starts_of(response)
        placed = [Starts(starts[0].get(each.key, 0), starts[1].get(each.response, 0)) for each in scores]
        return report_files([self.detail(scored) for scored in scores], self.configuration, placed)


def evaluation(settings: Settings, task: str = TASK) -> NamedEntity:
    """The task under these settings. Raises SettingsError for a configuration with errors."""
    return NamedEntity(configuration_for(settings, task))


def _mark(verdict: ObjectVerdict, unit: SgmlUnit, other: SgmlUnit | None) -> Mark:
    start, end = verdict.start, verdict.end
    if verdict.owner is None:
        start = end = unit.missing_offset(start)
    partner = verdict.partner and other and (other, verdict.partner.start, verdict.partner.end)
    _, _, _, status, level, subject, _, slot = verdict
    return Mark(unit, start, end, status, level, verdict.label, partner or None, subject, slot)
