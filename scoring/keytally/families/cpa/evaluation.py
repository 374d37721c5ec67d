"""The evaluations of the three tasks, which read verbs and produce scores, marks and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Evaluation, Figure, Mark, Role, SeparateRemarks, Settings
from keytally.families.cpa.options import CpaOptions, read_options, without_files
from keytally.families.cpa.reading import FORMATS, PARSE, PAT, CpaUnit
from keytally.families.cpa.reports import json_report, official_report, text_report, verb_json
from keytally.families.cpa.rules import CpaLanguage
from keytally.families.cpa.scoring import (
    Credits,
    Result,
    SlotsResult,
    VerbFold,
    VerbScore,
    rows_in,
    score_clustering,
    score_parsing,
    score_slots,
)
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.text.rendering import quantity

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, DifferenceClassifier
    from keytally.families.cpa.marks import CpaVerdicts


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

_COUNTS = {"correct": "COR", "substitution": "SUB", "deletion": "DEL", "insertion": "INS"}


class CorpusPatternAnalysis(Evaluation):
    """The evaluation of one of the three tasks with its options (keytally.families.contract.Evaluation)."""

    task = ""
    document_name = "verb"
    headline_name = "F"
    signature = ""

    def __init__(self, task: str, options: CpaOptions) -> None:
        self.task = task
        self._format = FORMATS[task]
        self._options = options
        self.signature = options.signature(task)
        self._credits = Credits(
            None if options.official else options.ontology, options.parents_only, options.official
        )
        self._verdicts: dict[Role, tuple[VerbScore, CpaVerdicts]] = {}

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the form of the headline: the average of the verbs' F-scores."""
        return HeadlineForm(beta=None)

    def headline_counts(self, scores: Sequence[VerbScore]) -> HeadlineCounts:
        """Return the sum of the scores of verbs that count, and the number of those verbs."""
        counted = [score.value for score in scores if score.counted]
        return HeadlineCounts(sum(counted), len(counted))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the score of all verbs or of one verb."""
        return [Figure("F", f"{totals['score']:.2f}")] if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return `F 63.30 3 verbs` for all verbs; for a single verb, F with its layers, ratios or counts."""
        if not totals:
            return ""
        parts = [f"F {totals['score']:.2f}"]
        if "verbs" in totals:
            parts.append(quantity(len(totals["verbs"]), "verb"))
        parts += [f"{name} {totals[name]['score']:.2f}" for name in ("syntax", "semantics") if name in totals]
        if "key_items" in totals:
            parts += [f"{name} {totals[name]:.2f}" for name in ("precision", "recall")]
        parts += [f"{shown} {totals[name]:g}" for name, shown in _COUNTS.items() if totals.get(name)]
        return "  ".join(parts)

    def language(self, role: Role) -> CpaLanguage:
        """Return the language for files in that role before the file name is known."""
        return CpaLanguage(role, self._format, "", self._options.ontology, self._options.inputs)

    def item_name(self, role: Role) -> str:
        """Return the name of an item: a line with columns."""
        return f"line with the tab-separated columns of {self.task} ({', '.join(self._format.columns)})"

    def is_item(self, unit: CpaUnit, role: Role) -> bool:
        """Return whether the line has columns, separated by tabs."""
        return any(len(row.cells) > 1 for row in unit.rows)

    def score(
        self, document: str, key: Sequence[CpaUnit], response: Sequence[CpaUnit]
    ) -> Sequence[VerbScore]:
        """Return the score of one verb."""
        result = self._result(key, response)
        mine, other = tuple(key), tuple(response)
        return [VerbScore(document, result, mine, other, counted=bool(key), answered=bool(response))]

    def _result(self, key: Sequence[CpaUnit], response: Sequence[CpaUnit]) -> Result:
        if self._format is PARSE:
            return score_parsing(key, response, official=self._options.official)
        if self._format is PAT:
            return score_slots(rows_in(key), rows_in(response), self._credits)
        return score_clustering(key, response, official=self._options.official)

    def fold(self) -> VerbFold:
        """Return an empty average."""
        return VerbFold()

    def marks(self, score: VerbScore, side: Role, unit: CpaUnit) -> Iterator[Mark]:
        """Yield the marks of a verb in one unit of a side."""
        if side not in self._verdicts or self._verdicts[side][0] is not score:
            self._verdicts[side] = score, self._judge(score, side)
        return self._verdicts[side][1].of(unit)

    def _judge(self, score: VerbScore, side: Role) -> "CpaVerdicts":
        """Return the verdicts of one side of a verb."""
        from keytally.families.cpa.marks import (
            ClusteringVerdicts,
            ComparedSides,
            ParsingVerdicts,
            SlotsVerdicts,
            VerbSide,
        )

        key, response = VerbSide(Role.KEY, score.key), VerbSide(Role.RESPONSE, score.response)
        sides = ComparedSides(key, response) if side is Role.KEY else ComparedSides(response, key)
        if isinstance(score.result, SlotsResult):
            return SlotsVerdicts(sides, score.result.alignment, self._credits)
        if self._format is PARSE:
            return ParsingVerdicts(sides, official=self._options.official)
        return ClusteringVerdicts(sides, official=self._options.official)

    @property
    def classifier(self) -> "DifferenceClassifier | None":
        """Return the object that classifies and fixes differences; None in the mode of the official
        program.
        """
        if self._options.official:
            return None
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.cpa.differences import VerbDifferences, repair

        found = VerbDifferences(self._format, self._credits)

        def counts(scores: Sequence[VerbScore]) -> Mapping[str, int]:
            sums = [found.counts(score) for score in scores if score.counted]
            return {name: number for count in sums for name, number in count.items() if number}

        return DifferenceClassifier(
            found.classes,
            lambda scores: [each for score in scores if score.counted for each in found.of(score)],
            counts,
            repair,
        )

    def document_totals(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return one verb's entry in the JSON output."""
        return verb_json(scores[0]) if scores else {}

    def report_json(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        return json_report(scores, self.task, self.signature)

    def f_by_part(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return the overall F, and F by verb and by category."""
        from keytally.families.cpa.reports import f_by_part

        return f_by_part(scores, official=self._options.official)

    def report_text(self, scores: Sequence[VerbScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; in compatibility mode, the output of the official
        program.
        """
        if self._options.official:
            return official_report(scores, self._format.number, verbose=verbose > 0)
        return text_report(scores, self._format.number, self.signature, self._credits, verbose=verbose > 0)

    def remarks(self, scores: Sequence[VerbScore], response: Iterable[CpaUnit]) -> Sequence[str]:
        """Return a remark that partial credit is disabled, if the task defines it and no ontology is
        given.
        """
        is_off = self._format is PAT and self._options.ontology is None and not self._options.official
        return ["partial credit is off without an ontology; specify one with -O ontology=FILE"] * is_off

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the functions that compute remarks from parts of the documents; remarks depend only on
        the options.
        """
        return SeparateRemarks(lambda scores, response: (), lambda grounds: self.remarks((), ()))

    @property
    def can_be_apart(self) -> bool:
        """Return True: counts without units suffice."""
        return True

    def apart(self, scores: Sequence[VerbScore]) -> Sequence[VerbScore]:
        """Return the counts of a verb."""
        return [score.apart() for score in scores]

    def without_files(self, settings: Settings) -> Settings:
        """Return settings that contain the text of the ontology and no input file."""
        return without_files(settings, self._options)


class Parsing(CorpusPatternAnalysis):
    """Subtask 1: the annotations are the tags and types of tokens other than the verb."""

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists tags and types of tokens."""
        from keytally.families.annotations import AnnotationEditor, TokenJudgments
        from keytally.families.cpa.annotations import at_one_place, bare_sentence, label_annotations, tokens

        layers = "syntactic tag", "semantic type"
        return AnnotationEditor(
            lambda units: label_annotations(units, official=self._options.official),
            lambda units: [bare_sentence(unit) for unit in units],
            at_one_place,
            tokens=TokenJudgments(tokens, lambda annotation: str(annotation.value[0]), layers),
        )


class Clustering(CorpusPatternAnalysis):
    """Subtask 2: the annotations are lines, each with an item's id and its cluster."""

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists items with the content of their lines."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.cpa.annotations import at_one_place, cluster_annotations

        return AnnotationEditor(
            lambda units: cluster_annotations(units, official=self._options.official),
            lambda units: [""] * len(units),
            at_one_place,
            states_every_item=True,
        )


class Slots(CorpusPatternAnalysis):
    """Subtask 3: the annotations are patterns and slots, so the whole file is annotation."""

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists patterns with their filled slots."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.cpa.annotations import paired_patterns, pattern_annotations

        return AnnotationEditor(
            lambda units: pattern_annotations(units, self._credits),
            lambda units: [""] * len(units),
            lambda first, second: paired_patterns(first, second, self._credits),
        )


_TASKS = {"cpa-parsing": Parsing, "cpa-clustering": Clustering, "cpa-slots": Slots}


def evaluation(settings: Settings, task: str) -> CorpusPatternAnalysis:
    """Return the task under these settings. Raises SettingsError for wrong options."""
    return _TASKS[task](task, read_options(settings, task))
