"""The evaluations of the three tasks: they read verbs, make scores, marks and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Figure, Mark, Role, Settings
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
    from keytally.families.annotations import Annotation, Difference, Rewriting
    from keytally.families.cpa.differences import VerbDifferences
    from keytally.families.cpa.marks import CpaVerdicts


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

_COUNTS = {"correct": "COR", "substitution": "SUB", "deletion": "DEL", "insertion": "INS"}


class CorpusPatternAnalysis:
    """One of the three tasks under its options (keytally.families.contract.Evaluation)."""

    document_name = "verb"
    response_has_own_form = False

    def __init__(self, task: str, options: CpaOptions) -> None:
        self.task = task
        self._format = FORMATS[task]
        self._options = options
        self._credits = Credits(
            None if options.official else options.ontology, options.parents_only, options.official
        )
        self._verdicts: dict[Role, tuple[VerbScore, CpaVerdicts]] = {}

    @cached_property
    def _differences(self) -> "VerbDifferences":
        from keytally.families.cpa.differences import VerbDifferences

        return VerbDifferences(self._format, self._credits)

    @property
    def signature(self) -> str:
        """Return name, version, task and every option with a value other than its default."""
        return self._options.signature(self.task)

    @property
    def headline_name(self) -> str:
        """Return the name of the average of the verbs' F-scores."""
        return "F"

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the average of the verbs' F-scores (keytally.families.contract.SumsHeadline)."""
        return HeadlineForm(beta=None)

    def headline_counts(self, scores: Sequence[VerbScore]) -> HeadlineCounts:
        """Return the counts that a verb adds to the average: its score, and one to the number of verbs."""
        counted = [score.value for score in scores if score.counted]
        return HeadlineCounts(sum(counted), len(counted))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the score of all verbs or of one verb."""
        return [Figure("F", f"{totals['score']:.2f}")] if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return `F 63.30  3 verbs` for all verbs; for one its layers, ratios or counts."""
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
        """Return the language of files in that role, before the name of the file is known."""
        return CpaLanguage(role, self._format, "", self._options.ontology, self._options.inputs)

    def item_name(self, role: Role) -> str:
        """Return a line with columns."""
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
        """Return an average over no verbs."""
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
    def difference_classes(self) -> Sequence[str]:
        """Return the classes of differences (keytally.families.annotations); none by the official program."""
        return () if self._options.official else self._differences.classes

    def differences(self, scores: Sequence[VerbScore]) -> "Sequence[Difference]":
        """Return the differences of a verb that the key has."""
        return [each for score in scores if score.counted for each in self._differences.of(score)]

    def difference_counts(self, scores: Sequence[VerbScore]) -> Mapping[str, int]:
        """Return the outcomes that the tally of a verb counts as differences."""
        counts = [self._differences.counts(score) for score in scores if score.counted]
        return {name: number for count in counts for name, number in count.items() if number}

    def repair(
        self, key: Sequence[CpaUnit], response: Sequence[CpaUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """Return the edits of the response's rows that repair differences."""
        from keytally.families.cpa.differences import repair

        return repair(key, response, differences)

    def document_totals(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return one verb's entry in the JSON output."""
        return verb_json(scores[0]) if scores else {}

    def report_json(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        return json_report(scores, self.task, self.signature)

    def f_by_part(self, scores: Sequence[VerbScore]) -> dict[str, Any]:
        """Return F in all, by verb and by category (keytally.families.contract.ReportsFByPart)."""
        from keytally.families.cpa.reports import f_by_part

        return f_by_part(scores, official=self._options.official)

    def report_text(self, scores: Sequence[VerbScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; in the compatibility mode the official program's."""
        if self._options.official:
            return official_report(scores, self._format.number, verbose=verbose > 0)
        return text_report(scores, self._format.number, self.signature, self._credits, verbose=verbose > 0)

    def remarks(self, scores: Sequence[VerbScore], response: Iterable[CpaUnit]) -> Sequence[str]:
        """See `remarks_on`."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[VerbScore], response: Iterable[CpaUnit]) -> tuple[()]:
        """Nothing: remarks rest on the options alone (keytally.families.contract.RemarksSeparately)."""
        return ()

    def remarks_on(self, grounds: Sequence[tuple[()]]) -> Sequence[str]:
        """Return a remark that partial credit is off if the task has it and there is no ontology."""
        is_off = self._format is PAT and self._options.ontology is None and not self._options.official
        return (
            ["partial credit is off without an ontology; specify one with -O ontology=FILE"] if is_off else []
        )

    @property
    def can_be_apart(self) -> bool:
        """Return True (`keytally.families.contract.ScoresSeparately`)."""
        return True

    def apart(self, scores: Sequence[VerbScore]) -> Sequence[VerbScore]:
        """Return the counts of a verb."""
        return [score.apart() for score in scores]

    def without_files(self, settings: Settings) -> Settings:
        """With the text of the ontology, and no input file (keytally.families.contract.NamesFiles)."""
        return without_files(settings, self._options)

    def report_files(
        self, scores: Sequence[VerbScore], key: Iterable[CpaUnit], response: Iterable[CpaUnit]
    ) -> Mapping[str, str]:
        """Return no files: these tasks have no configuration that could request reports."""
        return {}


class Parsing(CorpusPatternAnalysis):
    """Subtask 1, with annotations of tokens (keytally.families.annotations.JudgesLayers)."""

    token_layers = ("syntactic tag", "semantic type")

    def bare(self, units: Sequence[CpaUnit]) -> Sequence[str]:
        """Return the ids and tokens of each sentence."""
        from keytally.families.cpa.annotations import bare_sentence

        return [bare_sentence(unit) for unit in units]

    def annotations(self, units: Sequence[CpaUnit]) -> "Sequence[Annotation]":
        """Return the tags and types of tokens."""
        from keytally.families.cpa.annotations import label_annotations

        return label_annotations(units, official=self._options.official)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs at one place."""
        from keytally.families.cpa.annotations import at_one_place

        return at_one_place(first, second)

    def tokens(self, units: Sequence[CpaUnit]) -> Sequence[tuple[int, int]]:
        """Return the tokens except the verb."""
        from keytally.families.cpa.annotations import tokens

        return tokens(units)

    def token_type(self, annotation: "Annotation") -> str:
        """Return the tag or type."""
        return str(annotation.value[0])


class Clustering(CorpusPatternAnalysis):
    """Subtask 2, with annotations of lines (keytally.families.annotations.StatesEveryItem)."""

    states_every_item = True

    def bare(self, units: Sequence[CpaUnit]) -> Sequence[str]:
        """Return no text: items have ids only."""
        return [""] * len(units)

    def annotations(self, units: Sequence[CpaUnit]) -> "Sequence[Annotation]":
        """Return the items with the content of their lines."""
        from keytally.families.cpa.annotations import cluster_annotations

        return cluster_annotations(units, official=self._options.official)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs with one id."""
        from keytally.families.cpa.annotations import at_one_place

        return at_one_place(first, second)


class Slots(CorpusPatternAnalysis):
    """Subtask 3, with annotations of patterns and slots (keytally.families.annotations.ListsAnnotations)."""

    def bare(self, units: Sequence[CpaUnit]) -> Sequence[str]:
        """Return no text: the whole file is annotation."""
        return [""] * len(units)

    def annotations(self, units: Sequence[CpaUnit]) -> "Sequence[Annotation]":
        """Return the patterns with their filled slots."""
        from keytally.families.cpa.annotations import pattern_annotations

        return pattern_annotations(units, self._credits)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of patterns that the scorer aligns."""
        from keytally.families.cpa.annotations import paired_patterns

        return paired_patterns(first, second, self._credits)


_TASKS = {"cpa-parsing": Parsing, "cpa-clustering": Clustering, "cpa-slots": Slots}


def evaluation(settings: Settings, task: str) -> CorpusPatternAnalysis:
    """Return the task under these settings. Raises SettingsError for wrong options."""
    return _TASKS[task](task, read_options(settings, task))
