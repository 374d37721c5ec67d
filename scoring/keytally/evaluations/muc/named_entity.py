"""The named-entity task as an evaluation: SGML files in; scores, marks and reports out."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from typing import Any

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.formats.config.options import OPTIONS
from keytally.evaluations.muc.formats.config.reading import read_config
from keytally.evaluations.muc.formats.config.resolution import configuration_of, load_configuration
from keytally.evaluations.muc.formats.sgml.language import SgmlLanguage
from keytally.evaluations.muc.formats.sgml.objects import objects
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.reports.files import report_files
from keytally.evaluations.muc.reports.json_report import json_report, tally_json, totals_json
from keytally.evaluations.muc.reports.map_history import Starts
from keytally.evaluations.muc.reports.text_report import text_report
from keytally.evaluations.muc.rules.text_altered import compare_texts
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.evaluations.muc.scoring.verdicts import Verdict, Verdicts
from keytally.evaluations.options import Kind, Option
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.tallies.signature import signature
from keytally.tallies.tabulation import NOTHING, TOTAL, Row, Tabulation, add_into, take_from, total_of
from keytally.tallies.tally import Tally

TASK = "named_entity"
RECENT = 32


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A document's rows, and the units that they compare; None where a side lacks the document.

    The verdicts behind the rows are scored again when asked for: kept for every document they
    would take more room than the files.
    """

    document: str
    tabulation: Tabulation
    key: SgmlUnit | None
    response: SgmlUnit | None


class TallyFold:
    """The sum of documents, row by row; the headline is F with equal weights."""

    def __init__(self) -> None:
        self._sums: dict[Row, Tally] = {}

    def put(self, scored: Scored) -> None:
        """Count a document in."""
        add_into(self._sums, scored.tabulation)

    def drop(self, scored: Scored) -> None:
        """Take a document out."""
        take_from(self._sums, scored.tabulation)

    def headline(self) -> float:
        """F (P&R) of all fills, in percent."""
        return self._sums.get(TOTAL, NOTHING).f(1.0)

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return tally_json(self._sums.get(TOTAL, NOTHING))


class NamedEntity:
    """The named-entity task under one configuration (keytally.evaluations.interface.Evaluation)."""

    task = TASK

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._syntax = SgmlSyntax.of(configuration)
        self._scoring = NamedEntityScoring(configuration)
        self._verdicts = Verdicts(configuration)
        self._recent: OrderedDict[Scored, DocumentScore] = OrderedDict()
        self._symmetric = configuration.scoring_method == "key2key"

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        told = {name: option.default for name, option in OPTIONS.items() if _changes_scores(option)}
        return signature(TASK, self.configuration.given, told)

    def language(self, role: Role) -> SgmlLanguage:
        """How files of that role are read; in key2key a response is read as a key."""
        as_key = role is Role.RESPONSE and self._symmetric
        return SgmlLanguage(self._syntax, Role.KEY if as_key else role)

    def score(self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]) -> Sequence[Scored]:
        """A score for each time the number stands in a file: first with first, second with second."""
        return [self._score(document, *sides) for sides in zip_longest(key, response)]

    def _score(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> Scored:
        score = self._compare(document, key, response)
        scored = Scored(document, score.tabulation, key, response)
        self._remember(scored, score)
        return scored

    def _compare(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> DocumentScore:
        response_role = Role.KEY if self._symmetric else Role.RESPONSE
        return self._scoring.score(
            document, self._objects(key, Role.KEY), self._objects(response, response_role)
        )

    def detail(self, scored: Scored) -> DocumentScore:
        """Every pair of a document's objects, with the verdicts on their fills."""
        score = self._recent.get(scored) or self._compare(scored.document, scored.key, scored.response)
        self._remember(scored, score)
        return score

    def _remember(self, scored: Scored, score: DocumentScore) -> None:
        self._recent[scored] = score
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def _objects(self, unit: SgmlUnit | None, role: Role) -> Sequence[MucObject]:
        return () if unit is None else objects(unit, self._syntax, role)

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """How a unit's text without its task tags departs from the reference's."""
        return compare_texts(unit, reference)

    def fold(self) -> TallyFold:
        """A sum over no documents yet."""
        return TallyFold()

    def marks(self, score: Scored, side: Role) -> Iterator[Mark]:
        """The verdicts of a document that stand on one side."""
        unit, other = (score.key, score.response) if side is Role.KEY else (score.response, score.key)
        if unit is not None:
            for verdict in self._verdicts.of(self.detail(score), key_side=side is Role.KEY):
                yield _mark(verdict, unit, other)

    def document_totals(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """One document's entry in the JSON output; of a number that stands twice the sum."""
        return totals_json(total_of(scored.tabulation for scored in scores))

    def report_json(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        return json_report(_pages(scores), self.configuration, self.signature)

    def report_text(self, scores: Sequence[Scored], verbose: bool) -> str:
        """What `keytally score` prints: the page of totals, and each document's when verbose."""
        return text_report(_pages(scores), self.configuration, self.signature, verbose=verbose)

    def report_files(
        self, scores: Sequence[Scored], key: Iterable[SgmlUnit], response: Iterable[SgmlUnit]
    ) -> Mapping[str, str]:
        """The reports that the configuration asks for, by the name that it gives each."""
        starts = _starts(key), _starts(response)
        placed = [Starts(starts[0].get(each.key, 0), starts[1].get(each.response, 0)) for each in scores]
        return report_files([self.detail(scored) for scored in scores], self.configuration, placed)


def evaluation(settings: Settings) -> NamedEntity:
    """The task under these settings. Raises SettingsError for a configuration that has errors."""
    if settings.text is not None:
        unit = read_config(settings.text)
        configuration = configuration_of(unit, settings.options, TASK, str(settings.source))
    else:
        configuration = load_configuration(settings.source, settings.options, TASK)
    return NamedEntity(configuration)


def _changes_scores(option: Option) -> bool:
    """Whether an option belongs in a signature: the task stands there anyway, files do not count."""
    return option.kind is not Kind.FILE and option.name not in {"scoring_task", "muc_base_directory"}


def _pages(scores: Sequence[Scored]) -> list[DocumentScore]:
    """Scores by their rows alone."""
    return [DocumentScore(scored.document, {}, scored.tabulation) for scored in scores]


def _starts(units: Iterable[SgmlUnit]) -> dict[SgmlUnit | None, int]:
    """Where each unit starts in its file, task tags not counted."""
    listed = list(units)
    starts = accumulate((unit.stripped_length for unit in listed), initial=0)
    return dict(zip(listed, starts, strict=False))


def _mark(verdict: Verdict, unit: SgmlUnit, other: SgmlUnit | None) -> Mark:
    start, end = verdict.start, verdict.end
    if verdict.owner is None:
        start = end = unit.source_offset(start)
    partner = verdict.partner and other and (other, verdict.partner.start, verdict.partner.end)
    return Mark(unit, start, end, verdict.status, verdict.level, verdict.label, partner or None)
