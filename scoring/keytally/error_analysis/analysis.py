"""The differences of a scored pair in figures: classes, confusions, and the repairs to make first."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.class_totals import ClassFigures, ClassTotals
from keytally.error_analysis.corrections import Corrections
from keytally.error_analysis.gains import InDocument, Valued, by_document, repaired, valued
from keytally.error_analysis.order import Step, first_repairs

FIRST = 10
"""The number of repairs that are put in order unless another is asked for."""


class Confusion(NamedTuple):
    """How often the key calls something `key` that the response calls `response`."""

    key: str
    response: str
    times: int


class Analysis(NamedTuple):
    """The differences of a pair.

    `headline` is the measure now, `repaired` with every difference repaired that can be, both in percent.
    `classes` has those that occur, `differences` all of them in file order, and `first` the repairs to make
    first. `confusions` has what the two sides call the same thing, the most frequent first.
    """

    headline: float
    repaired: float
    classes: Sequence[ClassFigures]
    differences: Sequence[Valued]
    first: Sequence[Step]
    confusions: Sequence[Confusion]


def analysed(live: LivePair, number: int = FIRST, names: Collection[str] = ()) -> Analysis:
    """The differences of a scored pair, with the first `number` repairs.

    With `names` only those of these classes are listed and put in order; the figures are of all.
    """
    corrections = Corrections(live)
    found = list(valued(corrections))
    listed = [each for each in found if not names or each[0].difference.name in names]
    everything = [(each.document, each.difference) for each, _ in found]
    return Analysis(
        corrections.headline({}),
        repaired(corrections, everything),
        list(_class_totals(corrections, everything).figures()),
        [each for each, _ in listed],
        list(first_repairs(corrections, listed, number)),
        _confusions(everything),
    )


def _class_totals(corrections: Corrections, differences: Sequence[InDocument]) -> ClassTotals:
    """The classes of all these differences."""
    found = ClassTotals(corrections)
    for document, chosen in by_document(differences).items():
        found.add(document, chosen)
    return found


def _confusions(differences: Iterable[InDocument]) -> list[Confusion]:
    """What sides call otherwise than each other, where both call it something."""
    counts = Counter(difference.labels for _, difference in differences)
    confused = (Confusion(*labels, count) for labels, count in counts.items() if all(labels))
    return sorted(
        (each for each in confused if each.key != each.response), key=lambda each: (-each.times, each)
    )
