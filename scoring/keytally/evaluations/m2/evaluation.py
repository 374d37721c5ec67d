"""The M2 scorer as an evaluation: reads gold and output, makes scores, marks and reports."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.evaluations.interface import Figure, Fold, Mark, Role
from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.language import GoldLanguage, SentenceLanguage, language
from keytally.evaluations.m2.options import TASK, M2Mode, M2Options, m2_options
from keytally.evaluations.m2.reports.json_report import item_json, json_report
from keytally.evaluations.m2.reports.text_report import text_report
from keytally.evaluations.m2.rules.line_count import compare_order
from keytally.evaluations.m2.scoring.fold import SequentialFold, SumFold, choices_in_order
from keytally.evaluations.m2.scoring.result import Detail, SentenceScore
from keytally.evaluations.m2.scoring.sentence import compare, every_edit, score
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Annotation, Change, Rewriting
    from keytally.evaluations.classified import Difference

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415

RECENT = 32

Unit = GoldUnit | SentenceUnit

NO_GOLD, NO_SENTENCE = GoldUnit(""), SentenceUnit("")
"""The units of a score that is told without them."""


class MaxMatch:
    """The M2 scorer under given options (keytally.evaluations.interface.Evaluation)."""

    task = TASK
    document_name = "sentence"
    response_has_own_form = True

    def __init__(self, options: M2Options) -> None:
        self.options = options
        self._recent: OrderedDict[SentenceScore, Detail] = OrderedDict()

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return self.options.signature

    @property
    def headline_name(self) -> str:
        """F with its beta."""
        return f"F_{self.options.beta:g}"

    @property
    def headline_form(self) -> HeadlineForm | None:
        """F with its beta (keytally.evaluations.abilities.SumsHeadline); None where the order chooses."""
        summed = self.options.mode is M2Mode.DOCUMENT
        return HeadlineForm(self.options.beta, over_nothing=1.0) if summed else None

    def headline_counts(self, scores: Sequence[SentenceScore]) -> HeadlineCounts:
        """What a sentence adds to F: its edits against the annotator that its own F chooses."""
        counts = [score.counts for score in scores]
        correct, proposed, gold = (sum(column) for column in zip(*counts, strict=True))
        return HeadlineCounts(correct, gold, correct, proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The counts, precision, recall and F."""
        counts = (Figure(name, str(totals[name])) for name in ("correct", "proposed", "gold"))
        ratios = {"P": totals["precision"], "R": totals["recall"], self.headline_name: totals["f"]}
        return [*counts, *(Figure(name, f"{value:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F_0.5 80.0  4 correct of 5 proposed, 5 gold`."""
        if not totals:
            return ""
        counts = f"{totals['correct']} correct of {totals['proposed']} proposed, {totals['gold']} gold"
        return f"{self.headline_name} {totals['f']:.1f}  {counts}"

    def language(self, role: Role) -> GoldLanguage | SentenceLanguage:
        """The language of files in that role."""
        return language(role)

    def item_name(self, role: Role) -> str:
        """A sentence."""
        return "sentence (a line that starts with S and a blank)" if role is Role.KEY else "sentence"

    def is_item(self, unit: GoldUnit | SentenceUnit, role: Role) -> bool:
        """Whether a unit is a sentence, not the text before the first sentence."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[GoldUnit], response: Sequence[SentenceUnit]
    ) -> Sequence[SentenceScore]:
        """The score of one sentence; none if a file lacks it."""
        if not key or not response:
            return ()
        return [score(document, key[0], response[0], self.options)]

    @property
    def can_be_apart(self) -> bool:
        """In every mode: all counts are in the results (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[SentenceScore]) -> Sequence[SentenceScore]:
        """The counts of a sentence."""
        return [
            SentenceScore(each.document, NO_GOLD, NO_SENTENCE, each.results, each.choice) for each in scores
        ]

    def compare_order(
        self, units: Sequence[SentenceUnit], references: Sequence[GoldUnit]
    ) -> tuple[int, Finding] | None:
        """The first line of the output that is out of step with the gold; None if the numbers agree."""
        return compare_order(units, references)

    def fold(self) -> Fold:
        """A result over no sentences."""
        if self.options.mode is M2Mode.DOCUMENT:
            return SumFold(self.options.beta)
        return SequentialFold(self.options.beta)

    def marks(self, score: SentenceScore, side: Role, unit: Unit) -> Iterator[Mark]:
        """The marks on a sentence's edits, against the annotator that its own F chooses."""
        from keytally.evaluations.m2.verdicts import ComparedSentence

        if unit not in (score.key, score.response):
            return
        judged = ComparedSentence(score.key, score.response, self.detail(score).comparisons[score.choice])
        yield from judged.on_key() if side is Role.KEY else judged.on_response()

    def detail(self, scored: SentenceScore) -> Detail:
        """The full comparison of a sentence; computed on demand, and cached for a while."""
        if scored not in self._recent:
            self._recent[scored] = compare(scored.key, scored.response, self.options)
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)
        return self._recent[scored]

    def document_totals(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """A sentence's entry in the JSON output, by its own F."""
        return item_json(scores[0].results[scores[0].choice], self.options.beta)

    def report_json(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        return json_report(scores, self._chosen(scores), self.options)

    def report_text(self, scores: Sequence[SentenceScore], verbose: int) -> str:
        """The text that `keytally score` prints: the reference program's lines."""
        return text_report(scores, self._chosen(scores), self.options, self.detail, verbose)

    def annotations(self, units: Sequence[GoldUnit]) -> "Sequence[Annotation]":
        """The edits of a sentence (keytally.evaluations.annotated.Annotates)."""
        from keytally.evaluations.m2.annotations.edits import annotations

        return annotations(units)

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """The pairs of edits of the same tokens, else of tokens that overlap."""
        from keytally.evaluations.m2.annotations.counterparts import counterparts

        return counterparts(first, second)

    def exclude(self, one: "Annotation", other: "Annotation") -> bool:
        """Whether two edits change the same tokens (keytally.evaluations.annotated.ExcludesOverlaps)."""
        from keytally.evaluations.m2.annotations.counterparts import overlap

        return overlap(one, other)

    def versions(self, answers: "Sequence[Sequence[Annotation]]") -> "Sequence[Annotation] | None":
        """Several answers as annotators of one sentence (keytally.evaluations.annotated.KeepsVersions)."""
        from keytally.evaluations.m2.annotations.versions import versions

        return versions(answers)

    def nothing_said(self, files: Sequence[Sequence[GoldUnit]]) -> "Sequence[Annotation]":
        """The noops of annotators who are in all files (keytally.evaluations.annotated.StatesNothing)."""
        from keytally.evaluations.m2.annotations.noops import nothing_said

        return nothing_said(files)

    def bare(self, units: Sequence[GoldUnit]) -> Sequence[str]:
        """The text of each unit without `A` lines."""
        from keytally.evaluations.m2.annotations.edits import bare

        return bare(units)

    def tokens(self, units: Sequence[GoldUnit]) -> Sequence[tuple[int, int]]:
        """The tokens of the source sentence (keytally.evaluations.judged_tokens.JudgesTokens)."""
        from keytally.evaluations.m2.annotations.source_tokens import tokens

        return tokens(units)

    def token_type(self, annotation: "Annotation") -> str:
        """The type of an edit, such as `SVA`."""
        return str(annotation.value[0])

    def rewriting(self, units: Sequence[GoldUnit], changes: "Sequence[Change]") -> "Rewriting":
        """The edits of `A` lines in the gold that make the changes."""
        from keytally.evaluations.m2.annotations.rewriting import rewriting

        return rewriting(units, changes)

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes (keytally.evaluations.classified); none where the order of the file chooses."""
        from keytally.evaluations.m2.differences.classes import CLASSES

        return CLASSES if self.options.mode is M2Mode.DOCUMENT else ()

    def differences(self, scores: Sequence[SentenceScore]) -> "Sequence[Difference]":
        """The differences of a sentence, against the annotator that its own F chooses."""
        from keytally.evaluations.m2.differences.sentences import differences

        return [
            difference
            for score in scores
            for difference in differences(score, self.detail(score).comparisons[score.choice])
        ]

    def difference_counts(self, scores: Sequence[SentenceScore]) -> Mapping[str, int]:
        """The gold edits that are not made, and the edits that are not in the gold."""
        from keytally.evaluations.m2.differences.sentences import counts_of

        correct, proposed, gold = (
            sum(column) for column in zip(*(each.counts for each in scores), strict=True)
        )
        return counts_of(gold - correct, proposed - correct)

    def repair(
        self, key: Sequence[GoldUnit], response: Sequence[SentenceUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """The edit of the line that repairs differences."""
        from keytally.evaluations.m2.differences.repairs import SentenceEdits, repair

        (scored,) = self.score("1", key, response)
        annotator = scored.results[scored.choice].annotator
        judged = SentenceEdits(*every_edit(key[0], response[0], annotator, self.options))
        return repair(key[0], response[0], judged, differences)

    def report_files(
        self, scores: Sequence[SentenceScore], key: Iterable[GoldUnit], response: Iterable[SentenceUnit]
    ) -> Mapping[str, str]:
        """No files: no option asks for report files."""
        return {}

    def _chosen(self, scores: Sequence[SentenceScore]) -> list[int]:
        """The annotator that counts for each sentence."""
        if self.options.mode is M2Mode.DOCUMENT:
            return [score.choice for score in scores]
        results = {score.number: [each.counts for each in score.results] for score in scores}
        return choices_in_order(results, self.options.beta)


def evaluation(settings: Settings, task: str = TASK) -> MaxMatch:
    """The scorer under these settings. Raises SettingsError for unusable options."""
    return MaxMatch(m2_options(settings))
