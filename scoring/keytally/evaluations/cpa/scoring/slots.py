"""Task 3: errors of the slots of patterns (the document's "Task 3")."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import MOST_ALIGNED, SLOTS
from keytally.evaluations.cpa.formats.ontology import Ontology, types_in
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.scoring.greedy_alignment import Pattern, greedy_alignment
from keytally.measures.assignment import best_assignment
from keytally.measures.ratios import f_measure, ratio

FULL, HALF, QUARTER = 4, 2, 1
"""Credits in quarters of a point."""


class Credits(NamedTuple):
    """The definition of a match.

    Cells with the same types in any order are equal; if the ontology has one's type as a hypernym of the
    other's (an ancestor, or a parent only) they match partly. The official program knows equal cells only.
    """

    ontology: Ontology | None = None
    parents_only: bool = False
    official: bool = False

    def of(self, key: str, response: str) -> int:
        """The credit of a match, in quarters.

        "When the gold slot contains a hypernym of the semantic type in the candidate run slot, it is
        given 0.5 points. When the candidate run slot contains a hypernym of the semantic type in the
        gold slot, it is given 0.25 points."
        """
        if key == response:
            return FULL
        if self.official:
            return 0
        gold, run = types_in(key), types_in(response)
        if gold == run:
            return FULL
        if self._holds_hypernym(gold, run):
            return HALF
        return QUARTER if self._holds_hypernym(run, gold) else 0

    def _holds_hypernym(self, upper: frozenset[str], lower: frozenset[str]) -> bool:
        ontology = self.ontology
        if ontology is None:
            return False
        return any(
            not upper.isdisjoint(ontology.hypernyms(term, parents_only=self.parents_only)) for term in lower
        )


class SlotCounts(NamedTuple):
    """Credits of matches in quarters, matched slots, and the filled slots of both sides."""

    quarters: int
    matched: int
    key_slots: int
    response_slots: int

    @property
    def correct(self) -> float:
        """Correct, partial credits included."""
        return self.quarters / FULL

    @property
    def substitution(self) -> float:
        """The rest to 1 of each match."""
        return self.matched - self.correct

    @property
    def deletion(self) -> int:
        """Slots of the key that the response lacks."""
        return self.key_slots - self.matched

    @property
    def insertion(self) -> int:
        """Slots of the response that the key lacks."""
        return self.response_slots - self.matched

    @property
    def precision(self) -> float:
        """Correct / (Correct + Substitution + Insertion)."""
        return ratio(self.correct, self.response_slots)

    @property
    def recall(self) -> float:
        """Correct / (Correct + Substitution + Deletion)."""
        return ratio(self.correct, self.key_slots)

    @property
    def error_rate(self) -> float:
        """The errors over the slots of the reference."""
        return ratio(self.substitution + self.deletion + self.insertion, self.key_slots)

    @property
    def f(self) -> float:
        """F1 of the counts."""
        return f_measure(self.precision, self.recall)


class SlotsResult(NamedTuple):
    """A verb's counts, and for each pattern of the key the index of its partner in the response."""

    counts: SlotCounts
    alignment: Sequence[int | None]
    value: float


def patterns(rows: Iterable[CpaRow], *, official: bool) -> list[Pattern]:
    """The patterns of a file: nine cells each."""
    columns = range(len(SLOTS))
    return [tuple(row.text(column, official=official) for column in columns) for row in rows]


def filled(pattern: Pattern) -> int:
    """The number of filled slots."""
    return sum(map(bool, pattern))


def compare(key: Pattern, response: Pattern, credits: Credits) -> SlotCounts:
    """The counts of two aligned patterns; slots are matched if both are filled."""
    matches = [(mine, theirs) for mine, theirs in zip(key, response, strict=True) if mine and theirs]
    quarters = sum(credits.of(*match) for match in matches)
    return SlotCounts(quarters, len(matches), filled(key), filled(response))


def score_slots(key: Sequence[CpaRow], response: Sequence[CpaRow], credits: Credits) -> SlotsResult:
    """A verb's F1 over all slots, with the alignment of patterns that has the greatest sum of credits.

    Of such alignments one with the most matched slots is taken, that is, with the fewest errors.
    """
    gold, run = (patterns(rows, official=credits.official) for rows in (key, response))
    if credits.official:
        return _official(gold, run, credits)
    alignment = best_alignment(gold, run, credits)
    counts = _summed(gold, run, _pairs(gold, run, alignment, credits))
    return SlotsResult(counts, alignment, counts.f)


def _pairs(
    gold: Sequence[Pattern], run: Sequence[Pattern], alignment: Iterable[int | None], credits: Credits
) -> list[SlotCounts]:
    return [compare(gold[at], run[other], credits) for at, other in enumerate(alignment) if other is not None]


def _summed(gold: Iterable[Pattern], run: Iterable[Pattern], pairs: Sequence[SlotCounts]) -> SlotCounts:
    """The counts of a verb: matches are those of its pairs, slots those of all its patterns."""
    return SlotCounts(
        sum(pair.quarters for pair in pairs),
        sum(pair.matched for pair in pairs),
        sum(map(filled, gold)),
        sum(map(filled, run)),
    )


def best_alignment(gold: Sequence[Pattern], run: Sequence[Pattern], credits: Credits) -> list[int | None]:
    """For each pattern of the key the response's pattern that it is paired with.

    Equal patterns are paired first: no alignment can gain more by separating them. Time is cubic in the rest,
    so their number has a limit (MOST_ALIGNED): no verb has as many patterns, but a wrong file may.
    """
    alignment: list[int | None] = [None] * len(gold)
    free: dict[Pattern, list[int]] = {}
    for at in reversed(range(len(run))):
        free.setdefault(run[at], []).append(at)
    for at, pattern in enumerate(gold):
        if free.get(pattern):
            alignment[at] = free[pattern].pop()
    rows = [at for at, other in enumerate(alignment) if other is None]
    columns = sorted(at for left in free.values() for at in left)
    if max(len(rows), len(columns)) > MOST_ALIGNED:
        in_order = dict(zip(rows, columns, strict=False))
        return [in_order.get(at, other) for at, other in enumerate(alignment)]
    many = len(SLOTS) * len(gold) + 1
    pairs = [[compare(gold[row], run[column], credits) for column in columns] for row in rows]
    worths = [dict(enumerate(pair.quarters * many + pair.matched for pair in line)) for line in pairs]
    for index, column in enumerate(best_assignment(worths)):
        if column is not None and worths[index][column]:
            alignment[rows[index]] = columns[column]
    return alignment


def _official(gold: Sequence[Pattern], run: Sequence[Pattern], credits: Credits) -> SlotsResult:
    """The figure of the official program: the mean, over the key's patterns, of the F1 of each pair.

    Each pattern of the key takes, in file order, the remaining pattern with the best F1, the first of equals.
    The program fails if the response has more than 1.5 times as many patterns; those beyond are ignored here,
    which is what it intends.
    """
    alignment = greedy_alignment(gold, run[: _half_up(len(gold) * 1.5)])
    pairs = _pairs(gold, run, alignment, credits)
    value = ratio(fsum(pair.f for pair in pairs), len(gold))
    return SlotsResult(_summed(gold, run, pairs), alignment, value)


def _half_up(value: float) -> int:
    return int(value + 0.5)
