"""A base for evaluations that count correct, proposed and gold answers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keytally.evaluations.interface import Figure, Language, Mark, Role
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.tallies.precision_recall import PrecisionRecall
from keytally.tallies.signature import signature


@dataclass(frozen=True, slots=True, eq=False)
class CountedDocument:
    """The counts of a document, and the marks on its units on each side."""

    document: str
    counts: PrecisionRecall
    key_marks: Sequence[Mark] = ()
    response_marks: Sequence[Mark] = ()


class CountedFold:
    """The sum over documents (keytally.evaluations.interface.Fold)."""

    def __init__(self) -> None:
        self._counts = PrecisionRecall()

    def put(self, score: CountedDocument) -> None:
        """Add the counts of a document."""
        self._counts = self._counts.plus(score.counts)

    def drop(self, score: CountedDocument) -> None:
        """Subtract the counts of a document."""
        self._counts = self._counts.minus(score.counts)

    def headline(self) -> float:
        """F over all documents, in percent."""
        return self._counts.f

    def totals(self) -> dict[str, Any]:
        """Precision, recall and F in percent, and the counts."""
        return self._counts.values()


def counted_figures(totals: Mapping[str, Any]) -> Sequence[Figure]:
    """The counts, precision, recall and F of values (keytally.tallies.precision_recall), formatted."""
    counts = [Figure(name, str(totals[name])) for name in ("correct", "proposed", "gold")]
    ratios = {"P": "precision", "R": "recall", "F": "f"}
    return [*counts, *(Figure(name, f"{totals[value]:.1f}") for name, value in ratios.items())]


def counted_in_short(totals: Mapping[str, Any]) -> str:
    """The same on one short line, `F 80.0  4 correct of 5 proposed, 5 gold`; "" for nothing."""
    if not totals:
        return ""
    counts = f"{totals['correct']} correct of {totals['proposed']} proposed, {totals['gold']} gold"
    return f"F {totals['f']:.1f}  {counts}"


class CountedEvaluation(ABC):
    """An evaluation that results in precision, recall and F (keytally.evaluations.interface.Evaluation).

    A subclass defines how files are read and how a document is compared. `given` are the options that were
    given, `defaults` the default values of all options; both go into the signature.
    """

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
        """The language of files in that role."""

    @abstractmethod
    def compare(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> CountedDocument:
        """The counts and marks of one document, given its units on both sides in file order."""

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[CountedDocument]:
        """The score of one document."""
        return [self.compare(document, key, response)]

    def fold(self) -> CountedFold:
        """A sum over no documents."""
        return CountedFold()

    def marks(self, score: CountedDocument, side: Role, unit: Any) -> Iterator[Mark]:
        """The marks of a document in one unit of a side."""
        marks = score.key_marks if side is Role.KEY else score.response_marks
        return (mark for mark in marks if mark.unit is unit)

    @property
    def headline_form(self) -> HeadlineForm:
        """F with equal weights (keytally.evaluations.abilities.SumsHeadline)."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[CountedDocument]) -> HeadlineCounts:
        """What a document adds to F."""
        counts = _sum(scores)
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The counts, precision, recall and F."""
        return counted_figures(totals)

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`F 80.0  4 correct of 5 proposed, 5 gold`."""
        return counted_in_short(totals)

    def document_totals(self, scores: Sequence[CountedDocument]) -> dict[str, Any]:
        """One document's entry in the JSON output."""
        return _sum(scores).values()

    def report_json(self, scores: Sequence[CountedDocument]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        items = {score.document: score.counts.values() for score in scores}
        totals = _sum(scores).values()
        return {"task": self.task, "signature": self.signature, "scores": totals, "items": items}

    def report_text(self, scores: Sequence[CountedDocument], verbose: int) -> str:
        """The totals and the signature; with `verbose`, a line for each document before them."""
        items = [f"{score.document}: {self.in_short(score.counts.values())}" for score in scores]
        counts = _sum(scores)
        ratios = (("Precision", counts.precision), ("Recall", counts.recall), ("F", counts.f))
        totals = "  ".join(f"{name} {value:.2f}" for name, value in ratios)
        lines = (*(items if verbose else ()), totals, self.in_short(counts.values()), self.signature)
        return "".join(f"{line}\n" for line in lines)

    def report_files(
        self, scores: Sequence[CountedDocument], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """No files: no report is written to a file."""
        return {}


def _sum(scores: Iterable[CountedDocument]) -> PrecisionRecall:
    total = PrecisionRecall()
    for score in scores:
        total = total.plus(score.counts)
    return total
