"""The differences of a verb in any of the three tasks."""

from collections.abc import Iterable, Mapping, Sequence

from keytally.evaluations.classified import Difference
from keytally.evaluations.cpa.differences import clustering, parsing, slots
from keytally.evaluations.cpa.differences.cells import Sides
from keytally.evaluations.cpa.formats.columns import CLUST, PARSE, Format
from keytally.evaluations.cpa.scoring.parsing import ParsingResult
from keytally.evaluations.cpa.scoring.result import VerbScore
from keytally.evaluations.cpa.scoring.slots import Credits, SlotsResult


class VerbDifferences:
    """Tells the differences of verbs in one task."""

    def __init__(self, form: Format, credits: Credits) -> None:
        self._credits = credits
        self.classes: Sequence[str] = {PARSE: parsing.CLASSES, CLUST: clustering.CLASSES}.get(
            form, slots.CLASSES
        )

    def of(self, score: VerbScore) -> Iterable[Difference]:
        """The differences of a verb."""
        sides = Sides(score.key, score.response)
        if isinstance(score.result, SlotsResult):
            return slots.differences(score.result, sides, self._credits)
        if isinstance(score.result, ParsingResult):
            return parsing.differences(sides)
        return clustering.differences(sides)

    def counts(self, score: VerbScore) -> Mapping[str, int]:
        """The outcomes of a verb that are differences."""
        sides = Sides(score.key, score.response)
        if isinstance(score.result, SlotsResult):
            return slots.counts_of(score.result, sides, self._credits)
        if isinstance(score.result, ParsingResult):
            return parsing.counts_of(score.result)
        return clustering.counts_of(sides)
