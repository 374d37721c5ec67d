"""A verb's score, whatever the task, and the average over verbs."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.clustering import ClusteringResult
from keytally.evaluations.cpa.scoring.parsing import ParsingResult
from keytally.evaluations.cpa.scoring.slots import SlotsResult
from keytally.measures.ratios import mean

Result = ParsingResult | ClusteringResult | SlotsResult


class VerbScore:
    """The result of a verb, and the units of both sides.

    A verb that the key lacks is not `counted`; one that the response lacks is not `answered` and scores 0.
    """

    __slots__ = ("answered", "counted", "key", "response", "result", "verb")

    def __init__(  # noqa: PLR0913 -- each is a part of what is told of a verb
        self,
        verb: str,
        result: Result,
        key: Sequence[CpaUnit],
        response: Sequence[CpaUnit],
        *,
        counted: bool,
        answered: bool,
    ) -> None:
        self.verb = verb
        self.result = result
        self.key = key
        self.response = response
        self.counted = counted
        self.answered = answered

    def apart(self) -> "VerbScore":
        """The same without the units, and without what is told of them."""
        result = self.result
        if isinstance(result, SlotsResult):
            result = result._replace(alignment=())
        return VerbScore(self.verb, result, (), (), counted=self.counted, answered=self.answered)

    @property
    def value(self) -> float:
        """The verb's score, from 0 to 1."""
        return self.result.value


def rows_in(units: Sequence[CpaUnit]) -> list[CpaRow]:
    """The rows of all units of a verb."""
    return [row for unit in units for row in unit.rows]


def average(scores: Sequence[VerbScore]) -> float:
    """The score of the task: the average over the key's verbs, from 0 to 1."""
    return mean(score.value for score in scores if score.counted)


class VerbFold:
    """The average over verbs, in any order (keytally.evaluations.interface.Fold)."""

    def __init__(self) -> None:
        self._values: dict[str, float] = {}

    def put(self, score: VerbScore) -> None:
        """Add a verb."""
        if score.counted:
            self._values[score.verb] = score.value

    def drop(self, score: VerbScore) -> None:
        """Remove a verb."""
        self._values.pop(score.verb, None)

    def headline(self) -> float:
        """The average, in percent."""
        return 100 * mean(self._values.values())

    def totals(self) -> dict[str, Any]:
        """`scores` of the JSON output."""
        return {
            "score": self.headline(),
            "verbs": {verb: 100 * value for verb, value in sorted(self._values.items())},
        }
