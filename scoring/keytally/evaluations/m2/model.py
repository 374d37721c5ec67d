"""Edits: the corrections of annotators, and the changes of a system."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from keytally.measures.ratios import f_measure


class GoldEdit(NamedTuple):
    """A gold edit: source tokens from `start` to `end`, and the alternatives that may replace them.

    `line` is the number of the annotation among those of its sentence, for reports and marks.
    """

    start: int
    end: int
    alternatives: tuple[str, ...]
    line: int = 0

    @property
    def is_insertion(self) -> bool:
        """Whether it adds tokens without removing any."""
        return self.start == self.end


class SystemEdit(NamedTuple):
    """A system's edit: source tokens from `start` to `end` became those of the hypothesis from `first`
    to `last`. `gold` is the gold edit that it makes; None for a spurious one.
    """

    start: int
    end: int
    first: int
    last: int
    gold: GoldEdit | None = None


class EditCounts(NamedTuple):
    """The numbers of correct, proposed and gold edits."""

    correct: int
    proposed: int
    gold: int

    def plus(self, other: "EditCounts") -> "EditCounts":
        """The sum of both."""
        return EditCounts(
            self.correct + other.correct, self.proposed + other.proposed, self.gold + other.gold
        )

    def minus(self, other: "EditCounts") -> "EditCounts":
        """The difference of both."""
        return EditCounts(
            self.correct - other.correct, self.proposed - other.proposed, self.gold - other.gold
        )

    @property
    def precision(self) -> float:
        """Correct / proposed; 1 if nothing is proposed."""
        return self.correct / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        """Correct / gold; 1 without gold edits."""
        return self.correct / self.gold if self.gold else 1.0

    def f(self, beta: float) -> float:
        """F of precision and recall, as in the totals: 0 if both are 0."""
        return f_measure(self.precision, self.recall, beta)

    def f_of_counts(self, beta: float) -> float:
        """F from the counts, which chooses annotators: 1 without any edits."""
        weight = beta * beta
        divisor = weight * self.gold + self.proposed
        return (1 + weight) * float(self.correct) / divisor if divisor else float(not self.correct)


NOTHING = EditCounts(0, 0, 0)


_PLACE = itemgetter(0, 1)


def without_duplicates(edits: Iterable[GoldEdit]) -> list[GoldEdit]:
    """The edits in the order of their places, without repetitions; those at one place keep their order."""
    first: dict[tuple[int, int, tuple[str, ...]], GoldEdit] = {}
    for edit in edits:
        first.setdefault(edit[:3], edit)
    return sorted(first.values(), key=_PLACE) if len(first) > 1 else [*first.values()]


def is_whitespace_or_case(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether two token sequences differ in blanks and case only."""
    return "".join(before).lower() == "".join(after).lower()
