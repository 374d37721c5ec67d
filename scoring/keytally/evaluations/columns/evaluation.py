"""The task `entities` as an evaluation: reads columns, makes scores, marks and reports."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.columns.annotations.entities import (
    annotations,
    bare,
    counterparts,
    exclude,
    tokens,
)
from keytally.evaluations.columns.annotations.rewriting import rewriting
from keytally.evaluations.columns.differences.classes import CLASSES
from keytally.evaluations.columns.differences.repairs import repair
from keytally.evaluations.columns.differences.sentences import difference_counts, differences
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.language import ColumnsLanguage
from keytally.evaluations.columns.model import TASK
from keytally.evaluations.columns.options import ColumnsOptions, Mode, columns_options
from keytally.evaluations.columns.reports.program_reports import (
    conlleval_report,
    nervaluate_report,
    nervaluate_types_report,
    seqeval_report,
)
from keytally.evaluations.columns.reports.text_report import text_report
from keytally.evaluations.columns.rules.against_key import (
    compared,
    first_out_of_step,
    is_in_step,
    names_in,
    out_of_step,
)
from keytally.evaluations.columns.scoring.alignment import Schema, align
from keytally.evaluations.columns.scoring.greedy_pairs import greedy_pairs
from keytally.evaluations.columns.scoring.result import (
    Counted,
    CountedSentence,
    EntitiesFold,
    SentenceCounts,
    SentenceScore,
    summed,
    totals_of,
)
from keytally.evaluations.columns.scoring.sentence import counts_of, reader
from keytally.evaluations.columns.scoring.whole_pair import WholeScore, whole_score
from keytally.evaluations.columns.verdicts import ComparedSentence
from keytally.evaluations.counted import counted_figures, counted_in_short
from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm


class ColumnEntities:
    """Entities in columns under given options (keytally.evaluations.interface.Evaluation)."""

    task = TASK
    document_name = "sentence"
    headline_name = "F"
    headline_form = HeadlineForm()
    response_has_own_form = False

    def __init__(self, options: ColumnsOptions) -> None:
        self.options = options
        self._read = reader(options)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[SentenceScore]) -> HeadlineCounts:
        """What a sentence adds to the strict F."""
        counts = _sum(scores).strict
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The strict counts, precision, recall and F."""
        return counted_figures(totals) if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F 80.0  4 correct of 5 proposed, 5 gold`."""
        return counted_in_short(totals)

    def language(self, role: Role) -> ColumnsLanguage:
        """The language of files in that role."""
        column = self.options.key_column if role is Role.KEY else self.options.response_column
        every = self.options.mode is not Mode.DOCUMENT
        return ColumnsLanguage(
            role, column, self.options.scheme, all_tokens=every, token=self.options.token_column
        )

    def item_name(self, role: Role) -> str:
        """A token with a label."""
        return "line with a token and its label"

    def is_item(self, unit: SentenceUnit, role: Role) -> bool:
        """Whether a unit has tokens."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[SentenceUnit], response: Sequence[SentenceUnit]
    ) -> Sequence[SentenceScore]:
        """The score of one sentence; a side may lack it."""
        units = key[0] if key else None, response[0] if response else None
        gold, found = (unit.labels() if unit is not None else () for unit in units)
        sides = self._read(gold), self._read(found)
        return [SentenceScore(document, units, sides, counts_of(gold, found, sides, self.options.mode))]

    def sum_of(self, key: bytes, response: bytes) -> WholeScore | None:
        """What the sentences of two files add up to (keytally.evaluations.in_short.SumsTexts)."""
        return whole_score(key, response, self.options)

    @property
    def can_be_apart(self) -> bool:
        """In every mode: all is in the counts (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[SentenceScore]) -> Sequence[CountedSentence]:
        """The counts of a sentence."""
        known: dict[Any, Any] = {}
        distinct = {id(score.counts): score.counts for score in scores}
        shared = {each: counts.sharing(known) for each, counts in distinct.items()}
        return [CountedSentence(score.document, shared[id(score.counts)]) for score in scores]

    def numbered(self, scores: Sequence[CountedSentence], before: int) -> Sequence[CountedSentence]:
        """Sentences behind so many others (keytally.evaluations.apart.NumbersApart)."""
        return [CountedSentence(str(before + int(score.document)), score.counts) for score in scores]

    def compare_order(
        self, units: Sequence[SentenceUnit], references: Sequence[SentenceUnit]
    ) -> tuple[int, Finding] | None:
        """The first sentence out of step with the key (keytally.evaluations.abilities.ComparesInStep)."""
        return first_out_of_step(units, references)

    def is_in_step(self, unit: SentenceUnit, reference: SentenceUnit) -> bool:
        """Whether a sentence has the tokens of the key's."""
        return is_in_step(unit, reference)

    def out_of_step(self, unit: SentenceUnit, count: int, expected: int) -> Finding:
        """The finding on the first sentence with other tokens than the key's of its number."""
        return out_of_step(unit, count, expected)

    def names_in(self, unit: SentenceUnit) -> frozenset[str]:
        """The types of a sentence's entities."""
        return names_in(unit)

    def compare_in_step(
        self, unit: SentenceUnit, reference: SentenceUnit, unknown: Collection[str]
    ) -> Sequence[Finding]:
        """The first token that is not the key's, and types that the key lacks."""
        return compared(unit, reference, unknown)

    def fold(self) -> EntitiesFold:
        """A sum over no sentences."""
        return EntitiesFold()

    def marks(self, score: SentenceScore, side: Role, unit: SentenceUnit) -> Iterator[Mark]:
        """The marks of a sentence's entities in the strict schema."""
        if unit not in (score.key, score.response):
            return
        pair = greedy_pairs if self.options.mode is Mode.NERVALUATE else align
        pairing = pair(score.key_entities, score.response_entities, Schema.STRICT)
        judged = ComparedSentence(score, pairing)
        yield from judged.on_key() if side is Role.KEY else judged.on_response()

    def annotations(self, units: Sequence[SentenceUnit]) -> Sequence[Annotation]:
        """The entities of a sentence (keytally.evaluations.annotated.Annotates)."""
        return annotations(units)

    def bare(self, units: Sequence[SentenceUnit]) -> Sequence[str]:
        """The text of each unit with `O` as every label."""
        return bare(units)

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs of entities that share tokens, the largest shares first."""
        return counterparts(first, second)

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        """Whether two entities share a token (keytally.evaluations.annotated.ExcludesOverlaps)."""
        return exclude(one, other)

    def rewriting(self, units: Sequence[SentenceUnit], changes: Sequence[Change]) -> Rewriting:
        """The edits of a sentence's labels in the gold that make the changes."""
        return rewriting(units, changes, self.options.scheme)

    def tokens(self, units: Sequence[SentenceUnit]) -> Sequence[tuple[int, int]]:
        """The tokens of a sentence (keytally.evaluations.judged_tokens.JudgesTokens)."""
        return tokens(units)

    def token_type(self, annotation: Annotation) -> str:
        """The type that an entity gives to its tokens."""
        return str(annotation.value[0])

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified.ClassifiesDifferences)."""
        return CLASSES

    def differences(self, scores: Sequence[SentenceScore]) -> Sequence[Difference]:
        """The differences of a sentence."""
        return [difference for score in scores for difference in differences(score)]

    def difference_counts(self, scores: Sequence[SentenceScore]) -> Mapping[str, int]:
        """How many entities are incorrect, missing and spurious in the best pairs of the strict schema."""
        return difference_counts(scores)

    def repair(
        self, key: Sequence[SentenceUnit], response: Sequence[SentenceUnit], differences: Sequence[Difference]
    ) -> Rewriting:
        """The edits of a sentence that repair differences."""
        return repair(response[0], differences, self.options.scheme)

    def document_totals(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """A sentence's entry in the JSON output."""
        return summed([score.counts.strict for score in scores]).values() if scores else {}

    def report_json(self, scores: Sequence[SentenceScore]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        totals = totals_of(_sum(scores))
        of_all = {name: value for name, value in totals.items() if name not in ("types", "schemas")}
        return {
            "task": TASK,
            "signature": self.signature,
            "scores": of_all,
            "types": totals["types"],
            "schemas": totals["schemas"],
            "items": {score.document: score.counts.strict.values() for score in scores},
        }

    def report_text(self, scores: Sequence[Counted], verbose: int) -> str:
        """The text that `keytally score` prints; in the mode of a program, what that prints."""
        counts = _sum(scores)
        if self.options.mode is Mode.CONLLEVAL:
            return conlleval_report(counts)
        if self.options.mode in (Mode.SEQEVAL, Mode.SEQEVAL_STRICT):
            return seqeval_report(counts)
        if self.options.mode is Mode.NERVALUATE:
            by_type = (nervaluate_types_report(counts, schema) for schema in Schema) if verbose else ()
            return "\n".join([nervaluate_report(counts), *by_type])
        return text_report(counts, self.signature)

    def report_files(
        self, scores: Sequence[SentenceScore], key: Iterable[SentenceUnit], response: Iterable[SentenceUnit]
    ) -> Mapping[str, str]:
        """No files: no option asks for report files."""
        return {}


def _sum(scores: Iterable[Counted]) -> SentenceCounts:
    """The sum over sentences, of which equal ones mostly share their counts: each of these is added once."""
    all_counts = [score.counts for score in scores]
    times = Counter(map(id, all_counts))
    fold = EntitiesFold()
    for each, counts in {id(counts): counts for counts in all_counts}.items():
        fold.add(counts, times[each])
    return fold.counts()


def evaluation(settings: Settings, task: str = TASK) -> ColumnEntities:
    """The task under these settings. Raises SettingsError for unusable options."""
    return ColumnEntities(columns_options(settings))
