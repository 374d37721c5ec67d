"""The running result over sentences: a sum in the document's mode, a chain of choices in the other modes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keytally.evaluations.m2.model import NOTHING, EditCounts
from keytally.evaluations.m2.scoring.choice import chosen
from keytally.evaluations.m2.scoring.result import SentenceScore


def totals_of(counts: EditCounts, beta: float) -> dict[str, Any]:
    """`scores` of the JSON output: ratios in percent, and counts."""
    return {
        "precision": 100 * counts.precision,
        "recall": 100 * counts.recall,
        "f": 100 * counts.f(beta),
        **counts._asdict(),
    }


class SumFold:
    """The sum of the counts that each sentence's own F chooses."""

    def __init__(self, beta: float) -> None:
        self._beta = beta
        self._counts = NOTHING

    def put(self, score: SentenceScore) -> None:
        """Add a sentence."""
        self._counts = self._counts.plus(score.counts)

    def drop(self, score: SentenceScore) -> None:
        """Remove a sentence."""
        self._counts = self._counts.minus(score.counts)

    def headline(self) -> float:
        """F, in percent."""
        return 100 * self._counts.f(self._beta)

    def totals(self) -> dict[str, Any]:
        """`scores` of the JSON output."""
        return totals_of(self._counts, self._beta)


class SequentialFold:
    """The sum of the counts that the reference programs choose: sentence by sentence, by F so far.

    Keeps the counts against every annotator, and processes them in the file's order on demand.
    """

    def __init__(self, beta: float) -> None:
        self._beta = beta
        self._results: dict[int, Sequence[EditCounts]] = {}
        self._sum: EditCounts | None = NOTHING

    def put(self, score: SentenceScore) -> None:
        """Add a sentence."""
        self._results[score.number] = [each.counts for each in score.results]
        self._sum = None

    def drop(self, score: SentenceScore) -> None:
        """Remove a sentence."""
        self._results.pop(score.number, None)
        self._sum = None

    def headline(self) -> float:
        """F, in percent."""
        return 100 * self._whole().f(self._beta)

    def totals(self) -> dict[str, Any]:
        """`scores` of the JSON output."""
        return totals_of(self._whole(), self._beta)

    def _whole(self) -> EditCounts:
        if self._sum is None:
            in_order = (self._results[number] for number in sorted(self._results))
            self._sum = sum_of(in_order, choices_in_order(self._results, self._beta))
        return self._sum


def choices_in_order(results: Mapping[int, Sequence[EditCounts]], beta: float) -> list[int]:
    """The index of the annotator that the programs choose for each sentence, in the order of numbers."""
    whole, choices = NOTHING, []
    for number in sorted(results):
        choices.append(chosen(results[number], beta, whole))
        whole = whole.plus(results[number][choices[-1]])
    return choices


def sum_of(results: Iterable[Sequence[EditCounts]], choices: Sequence[int]) -> EditCounts:
    """The sum of the chosen counts."""
    whole = NOTHING
    for counts, choice in zip(results, choices, strict=True):
        whole = whole.plus(counts[choice])
    return whole
