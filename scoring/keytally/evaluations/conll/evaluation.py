"""The task `conll-coreference` as an evaluation: reads documents, makes scores, marks and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.conll.annotations.bare import bare_document
from keytally.evaluations.conll.annotations.counterparts import counterparts
from keytally.evaluations.conll.annotations.mentions import annotations
from keytally.evaluations.conll.annotations.rewriting import rewriting
from keytally.evaluations.conll.differences.chains import Units, chain_differences, lost_links
from keytally.evaluations.conll.differences.repairs import repair
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.language import ChainsLanguage
from keytally.evaluations.conll.model import NO_DOCUMENT, Layout, Match
from keytally.evaluations.conll.options import ChainOptions, Mode, chain_options
from keytally.evaluations.conll.reports.program_report import program_report
from keytally.evaluations.conll.reports.remarks import Grounds, grounds_in, remarks_on
from keytally.evaluations.conll.reports.text_report import text_report
from keytally.evaluations.conll.rules.against_key import compared as compared_with_key
from keytally.evaluations.conll.scoring.classes import side_of
from keytally.evaluations.conll.scoring.comparison import ComparedChains, compared
from keytally.evaluations.conll.scoring.program_counts import ProgramCounts, program_counts
from keytally.evaluations.conll.scoring.result import (
    AVERAGED,
    TITLES,
    ChainsFold,
    Counts,
    DocumentScore,
    counts_of,
    summed,
    values_of,
)
from keytally.evaluations.conll.tasks import TASK
from keytally.evaluations.conll.verdicts import ChainVerdicts
from keytally.evaluations.interface import Figure, Mark, Role
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.measures.chains.differences import CLASSES
from keytally.measures.headline import HeadlineCounts, HeadlineForm

_KEPT = 8
"""The number of compared documents that are kept for marks: a screen asks for those of few several times."""


class ConllCoreference:
    """Coreference with a token a line, under given options (keytally.evaluations.interface.Evaluation)."""

    task = TASK
    document_name = "document"
    headline_name = "CoNLL"
    headline_form = HeadlineForm(measures=len(AVERAGED))
    response_has_own_form = False

    def __init__(self, options: ChainOptions) -> None:
        self.options = options
        self._program = options.mode.value
        self._recent = lru_cache(_KEPT)(self._compare)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[DocumentScore]) -> HeadlineCounts:
        """The counts of the three measures whose mean is the headline."""
        counts = summed(scores)
        return HeadlineCounts(*(float(number) for name in AVERAGED for number in counts[name]))

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The CoNLL score, and F of the three measures that it is the mean of."""
        if not totals:
            return []
        values = (Figure(TITLES[name], f"{totals[name]['f']:.1f}") for name in AVERAGED)
        return [Figure("CoNLL", f"{totals['conll']:.1f}"), *values]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`CoNLL 61.2  MUC 70.1  B-cubed 55.0  CEAF-e 58.5`."""
        return "  ".join(f"{figure.name} {figure.text}" for figure in self.figures(totals))

    def language(self, role: Role) -> ChainsLanguage:
        """The language of files in that role."""
        return ChainsLanguage(role)

    def item_name(self, role: Role) -> str:
        """A document, which has no number in the CoNLL formats."""
        return "document"

    def is_item(self, unit: DocumentUnit, role: Role) -> bool:
        """Whether a unit is a document, not the lines before the first one."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[DocumentUnit], response: Sequence[DocumentUnit]
    ) -> Sequence[DocumentScore]:
        """One score for each occurrence of the document's name: the first with the first, and so on."""
        return [
            DocumentScore(document, *sides, partial(self._counts, *sides), self._counts_of_program(*sides))
            for sides in zip_longest(key, response)
        ]

    def _counts(self, key: DocumentUnit | None, response: DocumentUnit | None) -> Counts:
        return counts_of(self._recent(key, response))

    def _counts_of_program(
        self, key: DocumentUnit | None, response: DocumentUnit | None
    ) -> ProgramCounts | None:
        """What scorer.pl counts in a document, in its mode."""
        if self.options.mode is not Mode.V8_01:
            return None
        return program_counts(*(() if unit is None else unit.read().chains for unit in (key, response)))

    def compare_texts(self, unit: DocumentUnit, reference: DocumentUnit | None) -> Sequence[Finding]:
        """The first token that is not the key's (keytally.evaluations.abilities.ComparesTexts)."""
        return compared_with_key(unit, reference)

    @property
    def can_be_apart(self) -> bool:
        """Always (keytally.evaluations.apart.ScoresApart)."""
        return True

    def apart(self, scores: Sequence[DocumentScore]) -> Sequence[DocumentScore]:
        """The counts of a document."""
        return [score.apart() for score in scores]

    def remarks(self, scores: Sequence[DocumentScore], response: Iterable[DocumentUnit]) -> Sequence[str]:
        """What of a response is not read or does not fit the key (keytally.evaluations.abilities.Remarks)."""
        return self.remarks_on([self.grounds(scores, response)])

    def grounds(self, scores: Sequence[DocumentScore], response: Iterable[DocumentUnit]) -> Grounds:
        """What remarks rest on (keytally.evaluations.apart.RemarksApart)."""
        return grounds_in(scores, response)

    def remarks_on(self, grounds: Sequence[Grounds]) -> Sequence[str]:
        """One remark on all documents of a kind."""
        return remarks_on(grounds)

    def fold(self) -> ChainsFold:
        """A sum over no documents."""
        return ChainsFold(self._program)

    def marks(self, score: DocumentScore, side: Role, unit: DocumentUnit) -> Iterator[Mark]:
        """The marks of a document's mentions in one unit."""
        if unit not in (score.key, score.response):
            return
        verdicts = ChainVerdicts(score.key, score.response, self.detail(score))
        yield from verdicts.on_key() if side is Role.KEY else verdicts.on_response()

    def detail(self, score: DocumentScore) -> ComparedChains:
        """The chains of a scored document beside each other; those of the last ones are kept."""
        return self._recent(score.key, score.response)

    def annotations(self, units: Sequence[DocumentUnit]) -> Sequence[Annotation]:
        """The mentions of a document (keytally.evaluations.annotated.Annotates)."""
        return annotations(units)

    def bare(self, units: Sequence[DocumentUnit]) -> Sequence[str]:
        """The text of each unit without brackets."""
        return [bare_document(unit).text for unit in units]

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs of mentions of the same words, then those that match, whichever file is the key."""
        return counterparts(first, second, self.options.match)

    def rewriting(self, units: Sequence[DocumentUnit], changes: Sequence[Change]) -> Rewriting:
        """The edits of brackets in the gold that make the changes."""
        return rewriting(units, changes)

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences (keytally.evaluations.classified.ClassifiesDifferences)."""
        return CLASSES

    def differences(self, scores: Sequence[DocumentScore]) -> Sequence[Difference]:
        """The differences of a document in the order of the response."""
        return [
            found
            for score in scores
            for found in chain_differences(Units(score.key, score.response), self.detail(score))
        ]

    def difference_counts(self, scores: Sequence[DocumentScore]) -> Mapping[str, int]:
        """The links that recall and precision of MUC's measure lack."""
        return lost_links(summed(scores))

    def repair(
        self, key: Sequence[DocumentUnit], response: Sequence[DocumentUnit], differences: Sequence[Difference]
    ) -> Rewriting:
        """The edits of a document's brackets that repair differences."""
        return repair(differences, self._recent)

    def document_totals(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """One document's entry in the JSON output; for a repeated name the sum."""
        return values_of(summed(scores), self._program) if scores else {}

    def report_json(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
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
        """The text that `keytally score` prints; in the mode of scorer.pl, what that prints."""
        if self.options.mode is Mode.V8_01:
            return program_report(scores, verbose)
        return text_report(scores, self.signature, verbose)

    def report_files(
        self, scores: Sequence[DocumentScore], key: Iterable[DocumentUnit], response: Iterable[DocumentUnit]
    ) -> Mapping[str, str]:
        """No files: no option asks for report files."""
        return {}

    def _compare(self, key: DocumentUnit | None, response: DocumentUnit | None) -> ComparedChains:
        """The comparison of a document as its format has it, where no option says otherwise."""
        read = [NO_DOCUMENT if unit is None else unit.read() for unit in (key, response)]
        is_corefud = any(each.layout is Layout.COREFUD for each in read)
        match = self.options.match or Match.of(is_corefud=is_corefud)
        singletons = not is_corefud if self.options.singletons is None else self.options.singletons
        sides = [side_of(each.chains, singletons=singletons) for each in read]
        return compared(sides[0], sides[1], match, zeros=is_corefud)


def evaluation(settings: Settings, task: str = TASK) -> ConllCoreference:
    """The task under these settings. Raises SettingsError for unusable options."""
    return ConllCoreference(chain_options(settings))
