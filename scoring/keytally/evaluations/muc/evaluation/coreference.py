"""The coreference task as an evaluation: reads SGML files, compares classes, makes marks and reports."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.muc.evaluation.chain_task import ChainTask
from keytally.evaluations.muc.evaluation.scored_chains import CountsFold, ScoredChains
from keytally.evaluations.muc.evaluation.task import configuration_for
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, starts_of
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.coreference_json import coreference_json, counts_json
from keytally.evaluations.muc.reports.coreference_scores import coreference_text
from keytally.evaluations.muc.reports.remarks import SgmlGrounds, sgml_grounds, sgml_remarks
from keytally.evaluations.muc.scoring.coreference.counts import NO_COUNTS, CoreferenceCounts
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.text.span import Span

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Annotation, Change, Rewriting
    from keytally.evaluations.muc.scoring.coreference.marks import MarkMaker

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415

TASK = "coreference"


class Coreference(ChainTask):
    """The coreference task under one configuration (keytally.evaluations.interface.Evaluation)."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(TASK, configuration)
        self._measures = tuple(name for name in configuration.co_metrics if name != "muc")
        self._compatible = configuration.compatible

    @cached_property
    def _marks(self) -> "MarkMaker":
        from keytally.evaluations.muc.scoring.coreference.marks import MarkMaker

        return MarkMaker(self.syntax)

    @property
    def headline_name(self) -> str:
        """The status bar shows F."""
        return "F"

    @property
    def headline_form(self) -> HeadlineForm:
        """F with equal weights (keytally.evaluations.abilities.SumsHeadline)."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[ScoredChains]) -> HeadlineCounts:
        """What a document adds to F: its kept links, and the least links of both sides."""
        counts = [scored.counts[2:] for scored in scores]
        return HeadlineCounts(*(sum(column) for column in zip(*counts, strict=True)))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The classes, recall and precision as fractions, and F."""
        classes = (("Key", totals["key_classes"]), ("Response", totals["response_classes"]))
        ratios = (("Recall", totals["recall"]), ("Precision", totals["precision"]))
        return [
            *(Figure(f"{side} classes", str(count)) for side, count in classes),
            *(Figure(name, f"{above} / {below}") for name, (above, below) in ratios),
            Figure("F", f"{totals['f']:.1f}"),
        ]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F 68.5  R 990/1546  P 990/1345`."""
        if not totals:
            return ""
        recall, precision = ("{}/{}".format(*totals[name]) for name in ("recall", "precision"))
        return f"F {totals['f']:.1f}  R {recall}  P {precision}"

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredChains]:
        """One score for each occurrence of the document's number: the first with the first, and so on."""
        return [self._score(document, *sides) for sides in zip_longest(key, response)]

    def _score(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> ScoredChains:
        score = self._compare(document, key, response)
        scored = ScoredChains(document, score.counts, key, response)
        self.remember(scored, score)
        return scored

    def document_title(self, units: Sequence[SgmlUnit]) -> str:
        """The number of a document as it is written (keytally.evaluations.abilities.TitlesDocuments)."""
        return units[0].written_number

    def compare_texts(self, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        """The findings where a unit's text without task tags differs from the reference's."""
        from keytally.evaluations.muc.rules.text_altered import compare_texts

        return compare_texts(unit, reference)

    def fold(self) -> CountsFold:
        """A sum over no documents."""
        return CountsFold()

    def marks(self, score: ScoredChains, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """The marks of a document in one unit of a side."""
        from keytally.evaluations.muc.scoring.coreference.marks import EVERYWHERE

        return self.marks_between(score, side, unit, *EVERYWHERE)

    def marks_between(
        self, score: ScoredChains, side: Role, unit: SgmlUnit, start: int, end: int
    ) -> Iterator[Mark]:
        """The marks between two offsets of the unit (keytally.evaluations.abilities.MarksInPart)."""
        if unit is (score.key if side is Role.KEY else score.response):
            yield from self._marks.marks(self.detail(score), side is Role.KEY, Span(start, end))

    def document_totals(self, scores: Sequence[ScoredChains]) -> dict[str, Any]:
        """One document's entry in the JSON output; for a repeated number the sum."""
        return counts_json(_sum(scores))

    def report_json(self, scores: Sequence[ScoredChains]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        from keytally.evaluations.muc.reports.coreference_measures import measures_json

        documents: dict[str, CoreferenceCounts] = {}
        for scored in scores:
            documents[scored.document] = documents.get(scored.document, NO_COUNTS).plus(scored.counts)
        report = coreference_json(self.signature, documents)
        if self._measures:
            report["metrics"] = measures_json(
                [self.detail(scored) for scored in scores], self._measures, self._compatible
            )
        return report

    def report_text(self, scores: Sequence[ScoredChains], verbose: int) -> str:
        """The text that `keytally score` prints: the line of totals, and each document's when verbose."""
        from keytally.evaluations.muc.reports.coreference_measures import measures_table

        measures = (
            measures_table(map(self.detail, scores), self._measures, self._compatible)
            if self._measures
            else ""
        )
        return coreference_text(_lines(scores), self.signature, measures, verbose=verbose > 0)

    def remarks(self, scores: Sequence[ScoredChains], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Lines if a file has no tag or no section of the task (keytally.evaluations.abilities.Remarks)."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ScoredChains], response: Iterable[SgmlUnit]) -> SgmlGrounds:
        """What remarks rest on (keytally.evaluations.apart.RemarksApart)."""
        keys, responses = [score.key for score in scores], [score.response for score in scores]
        return sgml_grounds(keys, responses, self.syntax)

    def remarks_on(self, grounds: Sequence[SgmlGrounds]) -> Sequence[str]:
        """The remarks, from the grounds of parts."""
        return sgml_remarks(grounds, self.task, self.syntax)

    @property
    def can_be_apart(self) -> bool:
        """Without measures that take more than counts (keytally.evaluations.apart.ScoresApart)."""
        return not self._measures

    def apart(self, scores: Sequence[ScoredChains]) -> Sequence[ScoredChains]:
        """The counts of a document."""
        return [ScoredChains(scored.document, scored.counts, None, None) for scored in scores]

    def is_report(self, beginning: str) -> bool:
        """Whether a file that begins so is a report (keytally.evaluations.abilities.KnowsReports)."""
        from keytally.evaluations.muc.reports.openings import is_report

        return is_report(beginning)

    def annotations(self, units: Sequence[SgmlUnit]) -> "Sequence[Annotation]":
        """The mentions of a document (keytally.evaluations.annotated.Annotates)."""
        from keytally.evaluations.muc.annotations.chains.mentions import annotations

        return annotations(units, self.syntax)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """The pairs of mentions that the scorer aligns, whichever file is the key."""
        from keytally.evaluations.muc.annotations.chains.counterparts import counterparts

        return counterparts(first, second, self.syntax, self.configuration.co_exact)

    def bare(self, units: Sequence[SgmlUnit]) -> Sequence[str]:
        """The text of each unit without task tags."""
        return [unit.stripped() for unit in units]

    def rewriting(self, units: Sequence[SgmlUnit], changes: "Sequence[Change]") -> "Rewriting":
        """The edits of tags in the gold that make the changes."""
        from keytally.evaluations.muc.annotations.chains.rewriting import rewriting

        return rewriting(units, changes, self.syntax)

    def rendering(
        self,
        details: Sequence[CoreferenceScore],
        scores: Sequence[ScoredChains],
        key: Iterable[SgmlUnit],
        response: Iterable[SgmlUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """The function that writes the reports that the configuration asks for."""
        from keytally.evaluations.muc.reports.coreference_files import (
            coreference_files,
        )
        from keytally.evaluations.muc.reports.starts import Starts

        starts = starts_of(key), starts_of(response)
        placed = [Starts(starts[0].get(each.key, 0), starts[1].get(each.response, 0)) for each in scores]
        return partial(coreference_files, details, self.configuration, placed)


def evaluation(settings: Settings, task: str = TASK) -> Coreference:
    """The task under these settings. Raises SettingsError for a configuration with errors."""
    return Coreference(configuration_for(settings, task))


def _sum(scores: Iterable[ScoredChains]) -> CoreferenceCounts:
    total = NO_COUNTS
    for scored in scores:
        total = total.plus(scored.counts)
    return total


def _lines(scores: Iterable[ScoredChains]) -> list[tuple[str, CoreferenceCounts]]:
    return [(scored.document, scored.counts) for scored in scores]
