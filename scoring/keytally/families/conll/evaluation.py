"""The evaluation of the task `conll-coreference`, which reads documents and produces scores, marks and
reports.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from keytally.families.annotations import AnnotationEditor, Difference, DifferenceClassifier
from keytally.families.conll.annotations import annotations, bare_document, counterparts, rewriting
from keytally.families.conll.differences import Repairs, Units, chain_differences, lost_links, repair
from keytally.families.conll.marks import ChainVerdicts
from keytally.families.conll.model import NO_DOCUMENT, TASK, Document, Layout, Match
from keytally.families.conll.options import ChainOptions, Mode, chain_options
from keytally.families.conll.programs import program_counts
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.repeated_mentions import count_in_each_chain
from keytally.families.conll.reports import program_report, text_report
from keytally.families.conll.rules import ChainsLanguage, compare_with_key, other_tokens
from keytally.families.conll.scoring import (
    AVERAGED,
    NO_COUNTS,
    TITLES,
    ChainsFold,
    ComparedChains,
    Counts,
    DocumentScore,
    MatchedChains,
    Side,
    are_distinct,
    averaged_counts_of,
    compare_chains,
    counts_as_program,
    counts_of,
    matched_chains,
    side_of,
    summed,
    values_of,
)
from keytally.families.contract import Evaluation, Figure, Mark, Role, Settings
from keytally.findings.finding import Finding
from keytally.measures.chains import CLASSES
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

_KEPT = 8
"""The number of compared documents that are cached for marks; editors request a few of them repeatedly."""


class ConllCoreference(Evaluation):
    """The evaluation of coreference in files with one token per line, with the given options
    (keytally.families.contract.Evaluation).
    """

    task = TASK
    document_name = "document"
    headline_name = "CoNLL"
    headline_form = HeadlineForm(measures=len(AVERAGED))

    def __init__(self, options: ChainOptions) -> None:
        self.options = options
        self._program = options.mode.value
        self._recent = lru_cache(_KEPT)(self._compare)
        self._side = lru_cache(_KEPT)(_side_of_unit)
        self._repairs = lru_cache(_KEPT)(self._repairs_of)
        self._recently_matched = lru_cache(_KEPT)(self._match)

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[DocumentScore]) -> HeadlineCounts:
        """Return the counts of the three measures that are averaged for the headline."""
        counts = [score.averaged() for score in scores]
        sums = (map(sum, zip(*(each[name] for each in counts), strict=True)) for name in AVERAGED)
        return HeadlineCounts(*(float(number) for summed in sums for number in summed))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the CoNLL score and the F of the three measures that it averages."""
        if not totals:
            return []
        values = (Figure(TITLES[name], f"{totals[name]['f']:.1f}") for name in AVERAGED)
        return [Figure("CoNLL", f"{totals['conll']:.1f}"), *values]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `CoNLL 61.2  MUC 70.1  B-cubed 55.0  CEAF-e 58.5`."""
        return "  ".join(f"{figure.name} {figure.text}" for figure in self.figures(totals))

    def language(self, role: Role) -> ChainsLanguage:
        """Return the language of files in that role."""
        return ChainsLanguage(role, repeats=self.options.repeats)

    def item_name(self, role: Role) -> str:
        """Return the name of an item, `document`; documents have no number in the CoNLL formats."""
        return "document"

    def is_item(self, unit: DocumentUnit, role: Role) -> bool:
        """Return whether a unit is a document; lines before the first document are not."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[DocumentUnit], response: Sequence[DocumentUnit]
    ) -> Sequence[DocumentScore]:
        """Return a score for each occurrence of the document's name; the occurrences on the two sides are
        paired in order.

        scorer.pl compares only the last occurrences, and skips documents that the key lacks.
        """
        if self.options.mode is not Mode.V8_01:
            pairs = zip_longest(key, response)
            return [
                DocumentScore(
                    document,
                    *sides,
                    count=partial(self._counts, *sides),
                    count_averaged=partial(self._counts, *sides, averaged_counts_of),
                )
                for sides in pairs
            ]
        skipped = zip_longest(key[:-1], response if not key else response[:-1])
        counted = [(key[-1], response[-1] if response else None)] if key else []
        return [
            *(DocumentScore(document, *sides, partial(dict, NO_COUNTS)) for sides in skipped),
            *(self._score_of_program(document, *sides) for sides in counted),
        ]

    def _counts(
        self,
        key: DocumentUnit | None,
        response: DocumentUnit | None,
        count: Callable[[ComparedChains], Counts] = counts_of,
    ) -> Counts:
        compared = self._recent(key, response)
        is_corefud = _is_corefud(key, response)
        match = self._in_each(is_corefud=is_corefud)
        sides = compared.key.mentions, compared.response.mentions
        if match is None or all(are_distinct(side, match) for side in sides):
            return count(compared)
        return count_in_each_chain(compared, match)

    def _score_of_program(
        self, document: str, key: DocumentUnit, response: DocumentUnit | None
    ) -> DocumentScore:
        """Return the score of a document with the counts of scorer.pl."""
        chains = (() if unit is None else unit.read().chains for unit in (key, response))
        program = program_counts(*chains)

        def count() -> Counts:
            return counts_as_program(self._recent(key, response), program)

        return DocumentScore(document, key, response, count, program)

    def compare_texts(self, unit: DocumentUnit, reference: DocumentUnit | None) -> Sequence[Finding]:
        """Return a finding on the first token that differs from the key's."""
        return compare_with_key(unit, reference)

    @property
    def can_be_apart(self) -> bool:
        """Return True: counts without units suffice."""
        return True

    def apart(self, scores: Sequence[DocumentScore]) -> Sequence[DocumentScore]:
        """Return the counts of a document."""
        return [score.apart() for score in scores]

    def other_tokens(
        self, key: Sequence[DocumentUnit], response: Sequence[DocumentUnit]
    ) -> tuple[DocumentUnit, Finding] | None:
        """Return the first token that differs from the key's, with a finding."""
        found = (
            (mine, finding)
            for mine, its in zip(response, key, strict=False)
            for finding in other_tokens(mine, its)
        )
        return next(found, None)

    def fold(self) -> ChainsFold:
        """Return an empty sum."""
        return ChainsFold(self._program)

    def marks(self, score: DocumentScore, side: Role, unit: DocumentUnit) -> Iterator[Mark]:
        """Yield the marks of a document's mentions in one unit."""
        if unit not in (score.key, score.response):
            return
        verdicts = ChainVerdicts(score.key, score.response, self.detail(score))
        yield from verdicts.on_key() if side is Role.KEY else verdicts.on_response()

    def detail(self, score: DocumentScore) -> MatchedChains:
        """Return the matched chains of a document; recent results are cached."""
        return self._recently_matched(score.key, score.response)

    @property
    def annotator(self) -> AnnotationEditor:
        """Return the object that lists and writes mentions."""
        return AnnotationEditor(
            annotations,
            lambda units: [bare_document(unit).text for unit in units],
            lambda first, second: counterparts(first, second, self.options.match),
            rewriting,
        )

    @property
    def classifier(self) -> DifferenceClassifier:
        """Return the object that classifies and fixes differences."""
        return DifferenceClassifier(
            CLASSES,
            self._differences,
            lambda scores: lost_links([self.detail(score).overlaps for score in scores]),
            lambda key, response, differences: repair(differences, self._repairs),
        )

    def _differences(self, scores: Sequence[DocumentScore]) -> Sequence[Difference]:
        """Return the differences of a document in response order."""
        return [
            found
            for score in scores
            for found in chain_differences(
                Units(score.key, score.response), self._recent(score.key, score.response)
            )
        ]

    def _repairs_of(self, key: DocumentUnit, response: DocumentUnit) -> Repairs:
        return Repairs(key, response, self._recent(key, response))

    def document_totals(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """Return the JSON entry of a document; for a repeated name, the sum of its occurrences."""
        return values_of(summed(scores), self._program) if scores else {}

    def report_json(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        documents: dict[str, list[DocumentScore]] = {}
        for score in scores:
            documents.setdefault(score.document, []).append(score)
        return {
            "task": TASK,
            "signature": self.signature,
            "scores": values_of(summed(scores), self._program),
            "items": {name: self.document_totals(some) for name, some in documents.items()},
        }

    def report_text(self, scores: Sequence[DocumentScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; in the mode of scorer.pl, the output of scorer.pl."""
        if self.options.mode is Mode.V8_01:
            return program_report(scores, verbose)
        return text_report(scores, self.signature, verbose)

    def _compare(self, key: DocumentUnit | None, response: DocumentUnit | None) -> ComparedChains:
        """Return the comparison of a document, with the defaults of its format unless an option overrides
        them.
        """
        is_corefud = _is_corefud(key, response)
        singletons = self._keeps_singletons(is_corefud=is_corefud)
        in_each = self._in_each(is_corefud=is_corefud)
        sides = [self._side(unit, singletons, in_each) for unit in (key, response)]
        return compare_chains(
            sides[0],
            sides[1],
            self._rule(is_corefud=is_corefud),
            zeros=self._pairs_zeros(is_corefud=is_corefud),
        )

    def _match(self, key: DocumentUnit | None, response: DocumentUnit | None) -> MatchedChains:
        is_corefud = _is_corefud(key, response)
        scored = self._recent(key, response)
        return matched_chains(
            scored,
            self._rule(is_corefud=is_corefud),
            zeros=self._pairs_zeros(is_corefud=is_corefud),
            in_each=self._in_each(is_corefud=is_corefud),
        )

    def _keeps_singletons(self, *, is_corefud: bool) -> bool:
        return not is_corefud if self.options.singletons is None else self.options.singletons

    def _rule(self, *, is_corefud: bool) -> Match:
        """Return the condition under which mentions are partners."""
        return self.options.match or Match.of(is_corefud=is_corefud)

    def _in_each(self, *, is_corefud: bool) -> Match | None:
        """Return the condition for partners if mentions with the same words count in every chain;
        otherwise None.
        """
        repeats = is_corefud if self.options.repeats is None else self.options.repeats
        return self._rule(is_corefud=is_corefud) if repeats else None

    def _pairs_zeros(self, *, is_corefud: bool) -> bool:
        """Return whether mentions of empty nodes are paired by their heads, unlike in scorer.pl."""
        return is_corefud and self.options.mode is not Mode.V8_01


def _read(*units: DocumentUnit | None) -> Sequence[Document]:
    return [NO_DOCUMENT if unit is None else unit.read() for unit in units]


def _side_of_unit(unit: DocumentUnit | None, keeps_singletons: object, in_each: Match | None) -> Side:
    (read,) = _read(unit)
    return side_of(read.chains, singletons=bool(keeps_singletons), in_each=in_each)


def _is_corefud(*units: DocumentUnit | None) -> bool:
    return any(each.layout is Layout.COREFUD for each in _read(*units))


def evaluation(settings: Settings, task: str = TASK) -> ConllCoreference:
    """Return the task under these settings. Raises SettingsError for unusable options."""
    return ConllCoreference(chain_options(settings))
