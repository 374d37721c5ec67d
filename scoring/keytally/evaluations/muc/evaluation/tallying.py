"""The common base of the MUC tasks that tally fills: sums, reports, signature."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from keytally.evaluations.interface import Figure
from keytally.evaluations.muc.evaluation.recent import Version
from keytally.evaluations.muc.evaluation.task import MucTask
from keytally.evaluations.muc.reports.json_report import json_report, tally_json, totals_json
from keytally.evaluations.muc.reports.text_report import text_report
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.tallies.tabulation import (
    NOTHING,
    TOTAL,
    Row,
    Tabulation,
    add_into,
    condensed,
    take_from,
    total_of,
)
from keytally.tallies.tally import Tally

HEADLINE = "P&R"
"""The name of F with equal weights, wherever a person reads it."""

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")


class Tabulated(Version):
    """A scored document: its number, and the rows of its report page."""

    __slots__ = ("document", "tabulation")

    def __init__(
        self,
        document: str,
        tabulation: Tabulation,
    ) -> None:
        self.document = document
        self.tabulation = tabulation


Scored = TypeVar("Scored", bound=Tabulated)
Detail = TypeVar("Detail", bound=DocumentScore)


class TallyFold:
    """The sum of documents, row by row; the headline is F with equal weights."""

    def __init__(self) -> None:
        self._sums: dict[Row, Tally] = {}

    def put(self, scored: Tabulated) -> None:
        """Add the rows of a document."""
        add_into(self._sums, scored.tabulation)

    def drop(self, scored: Tabulated) -> None:
        """Subtract the rows of a document."""
        take_from(self._sums, scored.tabulation)

    def tally(self, row: Row) -> Tally:
        """The sum of one row."""
        return self._sums.get(row, NOTHING)

    @property
    def rows(self) -> Mapping[Row, Tally]:
        """The sums of all rows."""
        return self._sums

    def headline(self) -> float:
        """F (P&R) of all fills, in percent."""
        return self.tally(TOTAL).f(1.0)

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return tally_json(self.tally(TOTAL))


class TallyingTask(MucTask[Scored, Detail]):
    """The parts of an Evaluation (keytally.evaluations.interface) that are the same for every file format."""

    @property
    def headline_name(self) -> str:
        """The status bar shows F with equal weights."""
        return HEADLINE

    @property
    def headline_form(self) -> HeadlineForm:
        """F with equal weights (keytally.evaluations.abilities.SumsHeadline)."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[Scored]) -> HeadlineCounts:
        """What a document adds to F; a partial fill counts half."""
        tallies = [scored.tabulation.get(TOTAL, NOTHING) for scored in scores]
        right = sum(tally.cor + tally.par / 2 for tally in tallies)
        return HeadlineCounts(
            right, sum(each.pos for each in tallies), right, sum(each.act for each in tallies)
        )

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """POS, ACT, the counts, REC, PRE and the headline."""
        counts = (Figure(name.upper(), str(totals[name])) for name in ("pos", "act", *COUNTS))
        ratios = {"REC": totals["rec"], "PRE": totals["pre"], HEADLINE: totals["f"]["p&r"]}
        return [*counts, *(Figure(name, f"{value:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`P&R 63.3  COR 246  INC 18  MIS 40  SPU 12`, without counts of zero."""
        if not totals:
            return ""
        counts = (f"{name.upper()} {totals[name]}" for name in COUNTS if totals[name])
        return "  ".join([f"{HEADLINE} {totals['f']['p&r']:.1f}", *counts])

    def fold(self) -> TallyFold:
        """A sum over no documents."""
        return TallyFold()

    def document_totals(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """One document's entry in the JSON output; for a repeated number the sum."""
        return totals_json(total_of(scored.tabulation for scored in scores))

    def difference_counts(self, scores: Sequence[Scored]) -> Mapping[str, int]:
        """The fills of a document that are not right, by outcome."""
        from keytally.evaluations.muc.differences.outcomes import differing  # noqa: PLC0415 - a score needs none of it

        return differing(scored.tabulation.get(TOTAL, NOTHING) for scored in scores)

    def agrees(self, scores: Sequence[Scored]) -> bool:
        """Whether no row counts a difference (keytally.evaluations.abilities.TellsAgreement)."""
        tallies = (tally for scored in scores for tally in scored.tabulation.values())
        return not any(tally.par or tally.inc or tally.mis or tally.spu for tally in tallies)

    def report_json(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        return json_report(_pages(scores), self.configuration, self.signature)

    def report_text(self, scores: Sequence[Scored], verbose: int) -> str:
        """The text that `keytally score` prints: the page of totals, and each document's when verbose."""
        return text_report(_pages(scores), self.configuration, self.signature, verbose=verbose > 0)


def condensed_rows(scores: Sequence[Scored]) -> Iterable[tuple[Scored, Tabulation]]:
    """Each score with the row of its total, the first one with the sums of all other rows too."""
    return zip(scores, condensed([scored.tabulation for scored in scores]), strict=True)


def _pages(scores: Sequence[Tabulated]) -> list[DocumentScore]:
    """Scores reduced to their rows."""
    return [DocumentScore(scored.document, {}, scored.tabulation) for scored in scores]
