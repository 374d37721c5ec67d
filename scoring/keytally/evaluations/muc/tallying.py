"""What the MUC tasks that tally single fills have in common as evaluations: sums, reports, signature."""

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from keytally.evaluations.interface import Figure
from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.formats.config.options import OPTIONS
from keytally.evaluations.muc.formats.config.reading import read_config
from keytally.evaluations.muc.formats.config.resolution import configuration_of, load_configuration
from keytally.evaluations.muc.reports.json_report import json_report, tally_json, totals_json
from keytally.evaluations.muc.reports.text_report import text_report
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.evaluations.options import Kind, Option
from keytally.evaluations.settings import Settings
from keytally.tallies.signature import signature
from keytally.tallies.tabulation import NOTHING, TOTAL, Row, Tabulation, add_into, take_from, total_of
from keytally.tallies.tally import Tally

RECENT = 32

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")


class Tabulated(Protocol):
    """A document's rows. The verdicts behind them are scored again when they are asked for: kept for
    every document they would take more room than the files.
    """

    @property
    def document(self) -> str:
        """The document's number."""
        ...

    @property
    def tabulation(self) -> Tabulation:
        """The rows of its report page."""
        ...


Scored = TypeVar("Scored", bound=Tabulated)
Detail = TypeVar("Detail", bound=DocumentScore)


class TallyFold:
    """The sum of documents, row by row; the headline is F with equal weights."""

    def __init__(self) -> None:
        self._sums: dict[Row, Tally] = {}

    def put(self, scored: Tabulated) -> None:
        """Count a document in."""
        add_into(self._sums, scored.tabulation)

    def drop(self, scored: Tabulated) -> None:
        """Take a document out."""
        take_from(self._sums, scored.tabulation)

    def headline(self) -> float:
        """F (P&R) of all fills, in percent."""
        return self._sums.get(TOTAL, NOTHING).f(1.0)

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return tally_json(self._sums.get(TOTAL, NOTHING))


class TallyingTask(ABC, Generic[Scored, Detail]):
    """What an Evaluation (keytally.evaluations.interface) does whatever the format of its files."""

    def __init__(self, task: str, configuration: Configuration) -> None:
        self.task = task
        self.configuration = configuration
        self._recent: OrderedDict[Scored, Detail] = OrderedDict()

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        told = {name: option.default for name, option in OPTIONS.items() if _changes_scores(option)}
        return signature(self.task, self.configuration.given, told)

    @property
    def headline_name(self) -> str:
        """The status bar shows F with equal weights."""
        return "P&R"

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """POS, ACT, the counts, REC, PRE and F."""
        counts = (Figure(name.upper(), str(totals[name])) for name in ("pos", "act", *COUNTS))
        ratios = {"REC": totals["rec"], "PRE": totals["pre"], "F": totals["f"]["p&r"]}
        return [*counts, *(Figure(name, f"{value:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F 63.3  COR 246  INC 18  MIS 40  SPU 12`, counts of zero left out."""
        if not totals:
            return ""
        counts = (f"{name.upper()} {totals[name]}" for name in COUNTS if totals[name])
        return "  ".join([f"F {totals['f']['p&r']:.1f}", *counts])

    @abstractmethod
    def compare(self, scored: Scored) -> Detail:
        """Score again what a document's rows were made from."""

    def detail(self, scored: Scored) -> Detail:
        """Every pair of a document's objects, with the verdicts on their fills."""
        score = self._recent.get(scored) or self.compare(scored)
        self.remember(scored, score)
        return score

    def remember(self, scored: Scored, score: Detail) -> None:
        """Keep the verdicts of a document at hand for a while."""
        self._recent[scored] = score
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def fold(self) -> TallyFold:
        """A sum over no documents yet."""
        return TallyFold()

    def document_totals(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """One document's entry in the JSON output; of a number that stands twice the sum."""
        return totals_json(total_of(scored.tabulation for scored in scores))

    def report_json(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        return json_report(_pages(scores), self.configuration, self.signature)

    def report_text(self, scores: Sequence[Scored], verbose: bool) -> str:
        """What `keytally score` prints: the page of totals, and each document's when verbose."""
        return text_report(_pages(scores), self.configuration, self.signature, verbose=verbose)


def configuration_for(settings: Settings, task: str) -> Configuration:
    """The configuration that settings come to. Raises SettingsError for one that has errors."""
    if settings.text is None:
        return load_configuration(settings.source, settings.options, task)
    return configuration_of(read_config(settings.text), settings.options, task, str(settings.source))


def _changes_scores(option: Option) -> bool:
    """Whether an option belongs in a signature: the task stands there anyway, files do not count."""
    return option.kind is not Kind.FILE and option.name not in {"scoring_task", "muc_base_directory"}


def _pages(scores: Sequence[Tabulated]) -> list[DocumentScore]:
    """Scores by their rows alone."""
    return [DocumentScore(scored.document, {}, scored.tabulation) for scored in scores]
