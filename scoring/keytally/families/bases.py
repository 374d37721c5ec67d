"""Base classes for families: languages of independent lines, and evaluations that count answers."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keytally.families.contract import Evaluation, Figure, Language, Mark, Role
from keytally.families.span_report import counted_figures, short_counted_total
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import signature
from keytally.tallies.tally import PrecisionRecall
from keytally.text.positions import line_starts
from keytally.text.rendering import printable


@dataclass(frozen=True)
class LineLanguage(Language):
    """A language whose units are lines (`keytally.families.contract.Language`)."""

    role: Role = Role.UNKNOWN

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the language's id."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """Return the unit of a line, including its line end; never fails."""

    @property
    def lookahead(self) -> int:
        r"""Return 1, because whether a carriage return ends a line depends on the next character."""
        return 1

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which lines start, except 0."""
        return [start for start in line_starts(text)[1:] if start < len(text)]


@dataclass(frozen=True, slots=True, eq=False)
class CountedDocument:
    """The counts of a document, and the marks on its units on each side."""

    document: str
    counts: PrecisionRecall
    key_marks: Sequence[Mark] = ()
    response_marks: Sequence[Mark] = ()


class CountedFold:
    """The sum over documents (keytally.families.contract.Fold)."""

    def __init__(self) -> None:
        self._counts = PrecisionRecall()

    def put(self, score: CountedDocument) -> None:
        """Add the counts of a document."""
        self._counts = self._counts.plus(score.counts)

    def drop(self, score: CountedDocument) -> None:
        """Subtract the counts of a document."""
        self._counts = self._counts.minus(score.counts)

    def headline(self) -> float:
        """Return F over all documents, in percent."""
        return self._counts.f

    def totals(self) -> dict[str, Any]:
        """Return precision, recall and F in percent, and the counts."""
        return self._counts.values()


class CountedEvaluation(Evaluation):
    """An evaluation that computes precision, recall and F (`keytally.families.contract.Evaluation`).

    A subclass defines how files are read and how a document is compared. `given` are the specified options,
    `defaults` the default values of all options; both are part of the signature.
    """

    task = ""
    signature = ""
    document_name = "document"
    headline_name = "F"

    def __init__(
        self,
        task: str,
        given: Mapping[str, Sequence[str]] | None = None,
        defaults: Mapping[str, Sequence[str] | None] | None = None,
    ) -> None:
        self.task = task
        self.signature = signature(task, given or {}, defaults or {})

    @abstractmethod
    def language(self, role: Role) -> Language:
        """Return the language of files in that role."""

    @abstractmethod
    def compare(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> CountedDocument:
        """Return the counts and marks of one document, given its units on both sides in file order."""

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[CountedDocument]:
        """Return the score of one document."""
        return [self.compare(document, key, response)]

    def fold(self) -> CountedFold:
        """Return an empty sum."""
        return CountedFold()

    def marks(self, score: CountedDocument, side: Role, unit: Any) -> Iterator[Mark]:
        """Yield the marks of a document in one unit of a side."""
        marks = score.key_marks if side is Role.KEY else score.response_marks
        return (mark for mark in marks if mark.unit is unit)

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the form of the headline: F with equal weights."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[CountedDocument]) -> HeadlineCounts:
        """Return the counts that a document adds to F."""
        counts = _sum(scores)
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, precision, recall and F."""
        return counted_figures(totals)

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0  4 correct of 5 proposed, 5 gold`."""
        return short_counted_total(totals)

    def document_totals(self, scores: Sequence[CountedDocument]) -> dict[str, Any]:
        """Return one document's entry in the JSON output."""
        return _sum(scores).values()

    def report_json(self, scores: Sequence[CountedDocument]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        items = {score.document: score.counts.values() for score in scores}
        totals = _sum(scores).values()
        return {"task": self.task, "signature": self.signature, "scores": totals, "items": items}

    def report_text(self, scores: Sequence[CountedDocument], verbose: int) -> str:
        """Return the totals and the signature; with `verbose`, a line for each document comes first."""
        items = [f"{printable(score.document)}: {self.in_short(score.counts.values())}" for score in scores]
        counts = _sum(scores)
        ratios = (("Precision", counts.precision), ("Recall", counts.recall), ("F", counts.f))
        totals = "  ".join(f"{name} {value:.2f}" for name, value in ratios)
        lines = (*(items if verbose else ()), totals, self.in_short(counts.values()), self.signature)
        return "".join(f"{line}\n" for line in lines)


def _sum(scores: Iterable[CountedDocument]) -> PrecisionRecall:
    total = PrecisionRecall()
    for score in scores:
        total = total.plus(score.counts)
    return total
