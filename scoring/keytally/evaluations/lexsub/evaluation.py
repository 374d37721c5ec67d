"""Lexical substitution as an evaluation: reads lines and makes scores, marks and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.language import LexsubLanguage
from keytally.evaluations.lexsub.model import LexsubMeasure, ScoringMode
from keytally.evaluations.lexsub.options import LexsubOptions, lexsub_options
from keytally.evaluations.lexsub.reports.remarks import Grounds, grounds_of, remarks
from keytally.evaluations.lexsub.reports.totals import figures, in_short, total_lines
from keytally.evaluations.lexsub.scoring.document import DocumentScoring
from keytally.evaluations.lexsub.scoring.result import ItemScore, LexsubFold, sum_of
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Rewriting
    from keytally.evaluations.classified import Difference
    from keytally.evaluations.lexsub.formats.sentences import Sentence
    from keytally.evaluations.lexsub.scoring.program_scoring import ProgramScore, ProgramScoring

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


class LexicalSubstitution:
    """One measure under one definition (keytally.evaluations.interface.Evaluation).

    A document is an item, identified by its id; a unit is a line.
    """

    document_name = "item"
    response_has_own_form = True

    def __init__(self, options: LexsubOptions) -> None:
        self.measure = options.measure
        self.mode = options.mode
        self._options = options
        self._sentences = _sentences(options)
        self._scoring = _scoring(options)

    @property
    def task(self) -> str:
        """The task's name."""
        return self.measure.value

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return self._options.signature

    @property
    def headline_name(self) -> str:
        """The status bar shows recall."""
        return "R"

    @property
    def headline_form(self) -> HeadlineForm:
        """Recall (keytally.evaluations.abilities.SumsHeadline)."""
        return HeadlineForm(beta=None)

    def headline_counts(self, scores: Sequence[ItemScore]) -> HeadlineCounts:
        """What an item adds to recall: its credit, or whether its multiword is identified."""
        fold = sum_of(scores, self.measure)
        right = fold.counts.hits if self.measure is LexsubMeasure.MW else float(fold.credit)
        return HeadlineCounts(right, fold.counts.total)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The ratios and the counts."""
        return figures(totals)

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """The ratios of the totals, or an item's credit."""
        return in_short(totals)

    def language(self, role: Role) -> LexsubLanguage:
        """The language of files in that role."""
        return LexsubLanguage(role, self.measure, self.mode, self._sentences)

    def item_name(self, role: Role) -> str:
        """An item."""
        colons = LexsubLanguage(role, self.measure, self.mode).colons
        return f"item of {self.task} (lexelt id {colons} substitutes)"

    def is_item(self, unit: LexsubUnit, role: Role) -> bool:
        """Whether a line can be scored; a response's line counts even if scoring leaves it out."""
        return (unit.entry if role is Role.KEY else unit.document) is not None

    def score(
        self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]
    ) -> Sequence[ItemScore]:
        """The score of one item."""
        return (self._scoring.score(document, key, response),)

    def compare_texts(self, unit: LexsubUnit, reference: LexsubUnit | None) -> Sequence[Finding]:
        """The findings where a system's line differs from the key's line on the same item."""
        from keytally.evaluations.lexsub.rules.against_key import compared

        return compared(unit, reference, self.measure, self._scoring)

    def fold(self) -> LexsubFold:
        """A sum over no items."""
        return LexsubFold(self.measure)

    def is_settled(self, fold: LexsubFold) -> bool:
        """Whether no item depends on the order of a file."""
        return not fold.unsettled

    def settled(
        self, scores: Sequence[ItemScore], key: Iterable[LexsubUnit], response: Iterable[LexsubUnit]
    ) -> Sequence[ItemScore]:
        """The scores under the order of both files: a program may reuse what it read before."""
        if isinstance(self._scoring, DocumentScoring) or not any(score.unsettled for score in scores):
            return scores
        from keytally.evaluations.lexsub.scoring.file_order import in_order

        return in_order(self._scoring, scores, key, response)

    def marks(self, score: ItemScore, side: Role, unit: LexsubUnit) -> Iterator[Mark]:
        """The verdicts on the line that counts."""
        from keytally.evaluations.lexsub.verdicts import ItemVerdicts

        if side is Role.KEY and unit is score.key:
            yield from ItemVerdicts(self.measure, self._scoring, score).of_key()
        elif side is not Role.KEY and unit is score.response:
            yield from ItemVerdicts(self.measure, self._scoring, score).of_response()

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified); none in the modes of the programs."""
        from keytally.evaluations.lexsub.differences.items import CLASSES

        return CLASSES if isinstance(self._scoring, DocumentScoring) else ()

    def differences(self, scores: Sequence[ItemScore]) -> "Sequence[Difference]":
        """What the answer to an item loses."""
        from keytally.evaluations.lexsub.differences.items import differences

        scoring = self._scoring
        if not isinstance(scoring, DocumentScoring):
            return ()
        return [difference for score in scores for difference in differences(scoring, score)]

    def difference_counts(self, scores: Sequence[ItemScore]) -> Mapping[str, int]:
        """What the figures of an item lack."""
        from keytally.evaluations.lexsub.differences.items import counts_of

        return counts_of(self._scoring, scores[0]) if isinstance(self._scoring, DocumentScoring) else {}

    def repair(
        self, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """The edits of the answer that repair differences."""
        from keytally.evaluations.lexsub.differences.repairs import repair

        assert isinstance(self._scoring, DocumentScoring)
        return repair(self._scoring, response, differences)

    def document_totals(self, scores: Sequence[ItemScore]) -> dict[str, Any]:
        """An item's entry in the JSON output."""
        from keytally.evaluations.lexsub.reports.items import item_values

        return item_values(self._scoring, self.measure, scores[0])

    def report_json(self, scores: Sequence[ItemScore]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        from keytally.evaluations.lexsub.reports.items import item_values

        items = {score.document: item_values(self._scoring, self.measure, score) for score in scores}
        return {
            "task": self.task,
            "signature": self.signature,
            "scores": sum_of(scores, self.measure).totals(),
            "items": items,
        }

    def report_text(self, scores: Sequence[ItemScore], verbose: int) -> str:
        """The totals in score.pl's words, and the signature; with `verbose` a line for each item first."""
        from keytally.evaluations.lexsub.reports.items import item_line

        items = [item_line(self._scoring, self.measure, score) for score in scores] if verbose else []
        totals = total_lines(sum_of(scores, self.measure).totals(), self.measure)
        return "".join(f"{line}\n" for line in (*items, *totals, self.signature))

    def report_files(
        self, scores: Sequence[ItemScore], key: Iterable[LexsubUnit], response: Iterable[LexsubUnit]
    ) -> Mapping[str, str]:
        """No files: no report is written to a file."""
        return {}

    def program_output(
        self,
        scores: "Sequence[ProgramScore]",
        key: Iterable[LexsubUnit],
        response: Iterable[LexsubUnit],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """The output of the program that the mode is named after; None in the document's own mode."""
        if isinstance(self._scoring, DocumentScoring):
            return None
        from keytally.evaluations.lexsub.reports.program_output import Printed, program_output

        return program_output(self._scoring, Printed(scores, list(key), list(response), names), verbose > 0)

    def remarks(self, scores: Sequence[ItemScore], response: Iterable[LexsubUnit]) -> Sequence[str]:
        """Reasons why ratios mean nothing, and lines that were left out."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[ItemScore], response: Iterable[LexsubUnit]) -> Grounds:
        """What remarks rest on (keytally.evaluations.apart.RemarksApart)."""
        left_out = [unit.text for unit in response if unit.list is None and unit.text.strip()]
        return grounds_of(scores, left_out)

    def remarks_on(self, grounds: Sequence[Grounds]) -> Sequence[str]:
        """The remarks, from the grounds of parts."""
        return [*remarks(grounds, self.measure, self.mode)]

    @property
    def can_be_apart(self) -> bool:
        """By the document's definition (keytally.evaluations.apart.ScoresApart).

        The output of a program quotes the lines, and may depend on their order.
        """
        return isinstance(self._scoring, DocumentScoring)

    def without_files(self, settings: Settings) -> Settings:
        """Without the file of sentences, which no score needs (keytally.evaluations.apart.NamesFiles)."""
        return settings._replace(options=[each for each in settings.options if each[0].lower() != "input"])

    def apart(self, scores: Sequence[ItemScore]) -> Sequence[ItemScore]:
        """The counts of an item, with the line that names it and has its modes."""
        bare = LexsubLanguage(Role.KEY, self.measure, self.mode)
        return [score.apart(bare) for score in scores]

    def agreement(
        self, files: Sequence[Iterable[LexsubUnit]], names: Sequence[str]
    ) -> tuple[dict[str, Any], str]:
        """The pairwise agreement of annotators, given as a file each."""
        from keytally.evaluations.lexsub.reports.agreement import agreement_text, agreement_values
        from keytally.evaluations.lexsub.scoring.agreement import agreement, answers_of, multiword_f

        answers = [answers_of(units, self.measure) for units in files]
        found = agreement(answers)
        f = multiword_f(answers) if self.measure is LexsubMeasure.MW else None
        return agreement_values(found, names, f), agreement_text(found, names, f)


def evaluation(settings: Settings, task: str) -> LexicalSubstitution:
    """The task under these settings. Raises SettingsError for unusable options."""
    return LexicalSubstitution(lexsub_options(settings, LexsubMeasure(task)))


def _sentences(options: LexsubOptions) -> "Mapping[str, Sentence]":
    if options.input is None:
        return {}
    from keytally.evaluations.lexsub.formats.sentences import read_sentences

    return read_sentences(options.input, options.within)


def _scoring(options: LexsubOptions) -> "DocumentScoring | ProgramScoring":
    if options.mode is ScoringMode.DOCUMENT:
        return DocumentScoring(options.measure)
    from keytally.evaluations.lexsub.scoring.program_scoring import ProgramScoring
    from keytally.evaluations.lexsub.scoring.programs import FINAL, TRIAL

    return ProgramScoring(options.measure, FINAL if options.mode is ScoringMode.FINAL else TRIAL)
