"""The coreference task as an evaluation: compares chains, fixes differences, and creates marks and
reports.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Figure, Mark, Role, SeparateRemarks, Settings
from keytally.families.muc.coreference_reports import coreference_json, coreference_text, counts_json
from keytally.families.muc.evaluation.task import MucTask, Version, configuration_for
from keytally.families.muc.model import Configuration
from keytally.families.muc.reports import SgmlGrounds, sgml_grounds, sgml_remarks
from keytally.families.muc.scoring.coreference import (
    NO_COUNTS,
    CoreferenceCounts,
    CoreferenceScore,
    CoreferenceScoring,
)
from keytally.families.muc.sgml.chains import NO_CHAINS, Chains, chains_of
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, unit_starts
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.text.positions import Span

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, DifferenceClassifier
    from keytally.families.muc.scoring.coreference import MarkMaker


class ScoredChains(Version):
    """A document's counts and the compared units; a unit is None if its side lacks the document."""

    __slots__ = ("counts", "document", "key", "response")

    def __init__(
        self,
        document: str,
        counts: CoreferenceCounts,
        key: SgmlUnit | None,
        response: SgmlUnit | None,
    ) -> None:
        self.document = document
        self.counts = counts
        self.key = key
        self.response = response


class CountsFold:
    """The sum over documents; the headline is F."""

    def __init__(self) -> None:
        self._sum = NO_COUNTS

    def put(self, scored: ScoredChains) -> None:
        """Add the counts of a document."""
        self._sum = self._sum.plus(scored.counts)

    def drop(self, scored: ScoredChains) -> None:
        """Subtract the counts of a document."""
        self._sum = self._sum.minus(scored.counts)

    def headline(self) -> float:
        """Return the F score over all documents, in percent."""
        return self._sum.f

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return counts_json(self._sum)


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415


class ChainTask(MucTask[ScoredChains, CoreferenceScore]):
    """Compares the chains of documents, and classifies and fixes their differences."""

    def __init__(self, task: str, configuration: Configuration) -> None:
        super().__init__(task, configuration)
        self.syntax = SgmlSyntax.of(configuration)
        self._scoring = CoreferenceScoring(configuration)
        self._both_keys = configuration.scoring_method == "key2key"

    def language(self, role: Role) -> SgmlLanguage:
        """Return the language of files in a role; in key2key a response is read as a key."""
        return SgmlLanguage(self.syntax, self._role(role))

    def _role(self, role: Role) -> Role:
        return Role.KEY if role is Role.RESPONSE and self._both_keys else role

    def chains(self, unit: SgmlUnit | None, role: Role) -> Chains:
        """Return the chains of a unit as read in a role; empty if there is no unit."""
        return NO_CHAINS if unit is None else chains_of(unit, self.syntax, self._role(role))

    def compare(self, scored: ScoredChains) -> CoreferenceScore:
        """Compare the units of a document again."""
        return self._compare(scored.document, scored.key, scored.response)

    def _compare(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> CoreferenceScore:
        return self._scoring.score(document, self.chains(key, Role.KEY), self.chains(response, Role.RESPONSE))

    @cached_property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.muc.differences.chains import ChainRepairs, chain_differences, lost_links
        from keytally.measures.chains import CLASSES

        repairs = ChainRepairs(self.language(Role.RESPONSE), lambda *units: self._compare("", *units))

        def counts(scores: Sequence[ScoredChains]) -> Mapping[str, int]:
            lost = Counter[str]()
            for scored in scores:
                lost.update(lost_links(scored.counts))
            return lost

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [
                difference for scored in scores for difference in chain_differences(self.detail(scored))
            ],
            counts,
            lambda key, response, differences: repairs.repair(response, differences),
        )


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

TASK = "coreference"


class Coreference(ChainTask):
    """The coreference task for one configuration (see `keytally.families.contract.Evaluation`)."""

    headline_name = "F"

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(TASK, configuration)
        self._measures = tuple(name for name in configuration.co_metrics if name != "muc")
        self._compatible = configuration.compatible

    @cached_property
    def _marks(self) -> "MarkMaker":
        from keytally.families.muc.scoring.coreference import MarkMaker

        return MarkMaker(self.syntax)

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the form of the headline: F with equal weights."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[ScoredChains]) -> HeadlineCounts:
        """Return the counts that a document contributes to F: its correct links, and the minimal number of
        links on each side.
        """
        counts = [scored.counts[2:] for scored in scores]
        return HeadlineCounts(*(sum(column) for column in zip(*counts, strict=True)))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the figures that are displayed: the number of classes, recall and precision as fractions,
        and F.
        """
        classes = (("Key", totals["key_classes"]), ("Response", totals["response_classes"]))
        ratios = (("Recall", totals["recall"]), ("Precision", totals["precision"]))
        return [
            *(Figure(f"{side} classes", str(count)) for side, count in classes),
            *(Figure(name, f"{above} / {below}") for name, (above, below) in ratios),
            Figure("F", f"{totals['f']:.1f}"),
        ]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a one-line summary such as `F 68.5 R 990/1546 P 990/1345`."""
        if not totals:
            return ""
        recall, precision = ("{}/{}".format(*totals[name]) for name in ("recall", "precision"))
        return f"F {totals['f']:.1f}  R {recall}  P {precision}"

    def score(
        self, document: str, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit]
    ) -> Sequence[ScoredChains]:
        """Return one score for each occurrence of the document's number; occurrences in the key and the
        response are paired in order.
        """
        return [self._score(document, *sides) for sides in zip_longest(key, response)]

    def _score(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> ScoredChains:
        score = self._compare(document, key, response)
        scored = ScoredChains(document, score.counts, key, response)
        self.remember(scored, score)
        return scored

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

    def fold(self) -> CountsFold:
        """Return an empty sum."""
        return CountsFold()

    def marks(self, score: ScoredChains, side: Role, unit: SgmlUnit) -> Iterator[Mark]:
        """Yield the marks of a document in one unit of a side."""
        from keytally.families.muc.scoring.coreference import EVERYWHERE

        return self.marks_between(score, side, unit, *EVERYWHERE)

    def marks_between(
        self, score: ScoredChains, side: Role, unit: SgmlUnit, start: int, end: int
    ) -> Iterator[Mark]:
        """Yield the marks between two offsets of the unit."""
        if unit is (score.key if side is Role.KEY else score.response):
            yield from self._marks.marks(self.detail(score), side is Role.KEY, Span(start, end))

    def document_totals(self, scores: Sequence[ScoredChains]) -> dict[str, Any]:
        """Return a document's entry in the JSON output; scores with the same number are summed."""
        return counts_json(_sum(scores))

    def report_json(self, scores: Sequence[ScoredChains]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        from keytally.families.muc.coreference_reports import measures_json

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
        """Return the text that `keytally score` prints: the line of totals and, if `verbose`, a line for
        each document.
        """
        from keytally.families.muc.coreference_reports import measures_table

        measures = (
            measures_table(map(self.detail, scores), self._measures, self._compatible)
            if self._measures
            else ""
        )
        return coreference_text(_lines(scores), self.signature, measures, verbose=verbose > 0)

    def remarks(self, scores: Sequence[ScoredChains], response: Iterable[SgmlUnit]) -> Sequence[str]:
        """Return a remark for each file without tags or sections of the task."""
        parts = self.separate_remarks
        return parts.remarks([parts.grounds(scores, response)])

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the object that computes remarks from separate parts of the documents."""

        def grounds(scores: Sequence[ScoredChains], response: Iterable[SgmlUnit]) -> SgmlGrounds:
            keys, responses = [score.key for score in scores], [score.response for score in scores]
            return sgml_grounds(keys, responses, self.syntax)

        return SeparateRemarks(grounds, lambda parts: sgml_remarks(parts, self.task, self.syntax))

    @property
    def can_be_apart(self) -> bool:
        """Return whether counts suffice for all requested measures."""
        return not self._measures

    def apart(self, scores: Sequence[ScoredChains]) -> Sequence[ScoredChains]:
        """Return the scores of a document with their counts only, without the units."""
        return [ScoredChains(scored.document, scored.counts, None, None) for scored in scores]

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes mentions."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.muc.annotations.chain_edits import rewrite_chains
        from keytally.families.muc.annotations.entities import located
        from keytally.families.muc.annotations.mentions import mention_annotations, mention_counterparts

        is_exact = self.configuration.co_exact
        return AnnotationEditor(
            lambda units: mention_annotations(units, self.syntax),
            lambda units: [unit.stripped() for unit in units],
            lambda first, second: mention_counterparts(first, second, self.syntax, is_exact),
            lambda units, changes: rewrite_chains(units, changes, self.syntax),
            located=located,
        )

    def rendering(
        self,
        details: Sequence[CoreferenceScore],
        scores: Sequence[ScoredChains],
        key: Iterable[SgmlUnit],
        response: Iterable[SgmlUnit],
    ) -> Callable[[], Mapping[str, str]]:
        """Return the function that writes the configured reports."""
        from keytally.families.muc.coreference_report_files import coreference_files
        from keytally.families.muc.report_files import Starts

        starts = unit_starts(key), unit_starts(response)
        placed = [Starts(starts[0].get(score.key, 0), starts[1].get(score.response, 0)) for score in scores]
        return partial(coreference_files, details, self.configuration, placed)


def evaluation(settings: Settings, task: str = TASK) -> Coreference:
    """Return the task with these settings. Raises SettingsError if the configuration has errors."""
    return Coreference(configuration_for(settings, task))


def _sum(scores: Iterable[ScoredChains]) -> CoreferenceCounts:
    total = NO_COUNTS
    for scored in scores:
        total = total.plus(scored.counts)
    return total


def _lines(scores: Iterable[ScoredChains]) -> list[tuple[str, CoreferenceCounts]]:
    return [(scored.document, scored.counts) for scored in scores]
