"""Counts of a compared sentence, the choice of its annotator, sums, and printed lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from keytally.families.m2.reading import NOTHING, EditCounts, GoldEdit, GoldUnit, SentenceUnit, SystemEdit

if TYPE_CHECKING:
    from keytally.families.m2.programs import Path


class AnnotatorCounts(NamedTuple):
    """The counts from the comparison with one annotator."""

    annotator: int
    counts: EditCounts


ResponseUnit = TypeVar("ResponseUnit", bound=SentenceUnit | GoldUnit)
Result = TypeVar("Result", bound="Counted")


class ScoredSentence(Generic[ResponseUnit, Result]):
    """A sentence's counts from the comparison with each annotator; `choice` is the index of the annotator
    that gives the sentence's best F.

    If the response also has annotators, there is a result for each pair.
    """

    __slots__ = ("choice", "document", "key", "response", "results")

    def __init__(
        self,
        document: str,
        key: GoldUnit,
        response: ResponseUnit,
        results: Sequence[Result],
        choice: int,
    ) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.results = results
        self.choice = choice

    @property
    def number(self) -> int:
        """Return the sentence's number in its file, from 1."""
        return int(self.document)

    @property
    def chosen(self) -> Result:
        """Return the result with the sentence's best F."""
        return self.results[self.choice]

    @property
    def counts(self) -> EditCounts:
        """Return the counts of the chosen result."""
        return self.chosen.counts


SentenceScore = ScoredSentence[SentenceUnit, AnnotatorCounts]
"""A line of output with its counts from the comparison with each annotator."""


class Comparison(NamedTuple):
    """One annotator's edits and the system's edits; `path` is the path found in a compatibility mode."""

    annotator: int
    gold: Sequence[GoldEdit]
    edits: Sequence[SystemEdit]
    counts: EditCounts
    path: "Path | None" = None


class Detail(NamedTuple):
    """The full comparison of a sentence, for each annotator."""

    source: Sequence[str]
    hypothesis: Sequence[str]
    comparisons: Sequence[Comparison]


def choose_annotator(counts: Sequence[EditCounts], beta: float, before: EditCounts = NOTHING) -> int:
    """Return the index of the annotator that gives the best F.

    Ties go to more correct edits, then to the smaller sum of proposed edits and beta squared times gold
    edits, then to the first annotator. `before` contains the counts of the previous sentences, which the
    reference program adds. In the document's definition (section 4.1), each sentence is judged separately.
    """
    best, best_rank = 0, (-1.0, -1, 0.0)
    for index, each in enumerate(counts):
        whole = before.plus(each)
        weight = whole.proposed + beta * beta * whole.gold
        rank = (whole.f_of_counts(beta), whole.correct, -weight)
        if rank > best_rank:
            best, best_rank = index, rank
    return best


def totals_of(counts: EditCounts, beta: float) -> dict[str, Any]:
    """Return `scores` of the JSON output: ratios in percent, and counts."""
    return {
        "precision": 100 * counts.precision,
        "recall": 100 * counts.recall,
        "f": 100 * counts.f(beta),
        **counts._asdict(),
    }


class Counted(Protocol):
    """A score or a result with counts; a sentence's score has the counts with its best F."""

    @property
    def counts(self) -> EditCounts:
        """Return the counts."""
        ...


class CountedInOrder(Protocol):
    """The score of a sentence with all of its results."""

    @property
    def number(self) -> int:
        """Return the sentence's number in its file, from 1."""
        ...

    @property
    def results(self) -> Sequence[Counted]:
        """Return the results to choose from."""
        ...

    @property
    def choice(self) -> int:
        """Return the index of the result with the sentence's best F."""
        ...


Choices = Callable[[Mapping[int, Sequence[EditCounts]], float], list[int]]
"""The function that chooses a result for each sentence, in order of sentence numbers."""


class SumFold:
    """The sum of the counts with the best F of each sentence."""

    def __init__(self, beta: float) -> None:
        self._beta = beta
        self._counts = NOTHING

    def put(self, score: Counted) -> None:
        """Add a sentence."""
        self._counts = self._counts.plus(score.counts)

    def drop(self, score: Counted) -> None:
        """Remove a sentence."""
        self._counts = self._counts.minus(score.counts)

    def headline(self) -> float:
        """Return F in percent."""
        return 100 * self._counts.f(self._beta)

    def totals(self) -> dict[str, Any]:
        """Return `scores` of the JSON output."""
        return totals_of(self._counts, self._beta)


class SequentialFold:
    """The sum of the counts that the reference programs choose, sentence by sentence, by the F so far.

    It keeps the counts for every annotator and processes them in file order on demand.
    """

    def __init__(self, beta: float, choices: Choices | None = None) -> None:
        self._beta = beta
        self._choices = choices or choices_in_order
        self._results: dict[int, Sequence[EditCounts]] = {}
        self._sum: EditCounts | None = NOTHING

    def put(self, score: CountedInOrder) -> None:
        """Add a sentence."""
        self._results[score.number] = [result.counts for result in score.results]
        self._sum = None

    def drop(self, score: CountedInOrder) -> None:
        """Remove a sentence."""
        self._results.pop(score.number, None)
        self._sum = None

    def headline(self) -> float:
        """Return F in percent."""
        return 100 * self._whole().f(self._beta)

    def totals(self) -> dict[str, Any]:
        """Return `scores` of the JSON output."""
        return totals_of(self._whole(), self._beta)

    def _whole(self) -> EditCounts:
        if self._sum is None:
            in_order = (self._results[number] for number in sorted(self._results))
            self._sum = sum_of(in_order, self._choices(self._results, self._beta))
        return self._sum


def choices_in_order(results: Mapping[int, Sequence[EditCounts]], beta: float) -> list[int]:
    """Return the index of the annotator that the programs choose for each sentence, in order of sentence
    numbers.
    """
    whole, choices = NOTHING, []
    for number in sorted(results):
        choices.append(choose_annotator(results[number], beta, whole))
        whole = whole.plus(results[number][choices[-1]])
    return choices


def sum_of(results: Iterable[Sequence[EditCounts]], choices: Sequence[int]) -> EditCounts:
    """Return the sum of the chosen counts."""
    whole = NOTHING
    for counts, choice in zip(results, choices, strict=True):
        whole = whole.plus(counts[choice])
    return whole


PrintedEdit = tuple[int, int, str, str]
PrintedGold = tuple[int, int, str, list[str]]

RULE = "-" * 43


def comparison_lines(
    sentences: tuple[str, str], detail: Detail, comparison: Comparison, whole: EditCounts, beta: float
) -> Iterator[str]:
    """Yield the lines for one annotator; `sentences` are source and output, and `whole` contains the
    counts to print.
    """
    edits, correct = edits_of(detail, comparison), correct_of(detail, comparison)
    gold = [printed_gold(detail, edit) for edit in comparison.gold]
    yield f">> Annotator: {comparison.annotator}"
    yield from _neighbour_lines(edits, correct, gold)
    yield f"SOURCE        : {sentences[0]}"
    yield f"HYPOTHESIS    : {sentences[1]}"
    yield f"EDIT SEQ      : {[shrunk(edit) for edit in edits]}"
    yield f"GOLD EDITS    : {gold}"
    yield f"CORRECT EDITS : {correct}"
    yield f"# correct     : {whole.correct}"
    yield f"# proposed    : {whole.proposed}"
    yield f"# gold        : {whole.gold}"
    yield f"precision     : {whole.precision}"
    yield f"recall        : {whole.recall}"
    yield f"f_{beta:.1f}         : {whole.f_of_counts(beta)}"
    yield RULE


def edits_of(detail: Detail, comparison: Comparison) -> list[PrintedEdit]:
    """Return a system's edits with the offsets used in the mode."""
    if comparison.path is not None:
        return [edit.described for edit in comparison.path.edits]
    return [
        (
            edit.start,
            edit.end,
            " ".join(detail.source[edit.start : edit.end]),
            " ".join(detail.hypothesis[edit.first : edit.last]),
        )
        for edit in comparison.edits
    ]


def correct_of(detail: Detail, comparison: Comparison) -> list[PrintedEdit]:
    """Return the correct edits, each repeated as often as it counts."""
    if comparison.path is not None:
        return [match.edit.described for match in comparison.path.matches]
    edits = edits_of(detail, comparison)
    return [edit for edit, known in zip(edits, comparison.edits, strict=True) if known.gold is not None]


def printed_gold(detail: Detail, edit: GoldEdit) -> PrintedGold:
    """Return a gold edit in printed form."""
    return edit.start, edit.end, " ".join(detail.source[edit.start : edit.end]), list(edit.alternatives)


def shrunk(edit: PrintedEdit) -> PrintedEdit:
    """Return an edit without the unchanged tokens at its start and end."""
    start, end, before, after = edit
    old, new = before.split(), after.split()
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    return start + head, end - tail, " ".join(old), " ".join(new)


def _neighbour_lines(
    edits: Sequence[PrintedEdit], correct: Sequence[PrintedEdit], gold: Sequence[PrintedGold]
) -> Iterator[str]:
    """Yield a line for each correct insertion adjacent to a deletion, or the reverse.

    `!` means that the adjacent edit is also correct; otherwise `*` marks the insertion and `&` the deletion.
    """
    for edit in correct:
        start, end, _, after = edit
        touching = [shrunk(each) for each in edits if end == each[0] or start == each[1]]
        if start == end:
            neighbours = [each for each in touching if each[0] < each[1] and not each[3]]
        else:
            neighbours = [each for each in touching if each[0] == each[1]] if not after.strip() else []
        if neighbours:
            both = any(_equal(neighbour, known) for neighbour in neighbours for known in gold)
            yield f"{'!' if both else '*' if start == end else '&'} {edit}"


def _equal(edit: PrintedEdit, gold: PrintedGold) -> bool:
    return edit[:3] == gold[:3] and edit[3] in gold[3]
