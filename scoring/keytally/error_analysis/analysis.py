"""The differences of a scored pair in figures: classes, confusions, and the repairs to make first."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.corrections import Corrections
from keytally.error_analysis.gains import InDocument, Valued, repaired, valued, worths
from keytally.error_analysis.order import Step, first_repairs
from keytally.evaluations.classified import Difference

FIRST = 10
"""The number of repairs that are put in order unless another is asked for."""


class ClassFigures(NamedTuple):
    """A class of differences: how many there are, and what it is worth.

    `share` is that of all differences, in percent; `counts` are the outcomes of the tally that are due to the
    class; `gain` is what the headline gains, in points, if all of the class were repaired.
    """

    name: str
    number: int
    share: float
    counts: Mapping[str, int]
    gain: float


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
        list(_classes(corrections, everything)),
        [each for each, _ in listed],
        list(first_repairs(corrections, listed, number)),
        _confusions(everything),
    )


def classes_of(live: LivePair) -> list[ClassFigures]:
    """The classes of differences of a scored pair that occur; the single differences are not valued.

    Raises TypeError for an evaluation that does not classify differences.
    """
    corrections = Corrections(live)
    found = (
        (document, difference)
        for document in corrections.documents
        for difference in corrections.differences(document)
    )
    return list(_classes(corrections, list(found)))


def _classes(corrections: Corrections, differences: Sequence[InDocument]) -> Iterator[ClassFigures]:
    by_class = defaultdict[str, list[Difference]](list)
    for _, difference in differences:
        by_class[difference.name].append(difference)
    gains = worths(corrections, differences)
    for name in corrections.classes:
        if own := by_class.get(name):
            share = 100 * len(own) / len(differences)
            counts = Counter[str]()
            for difference in own:
                counts.update(difference.counts)
            yield ClassFigures(name, len(own), share, counts, gains[name])


def _confusions(differences: Iterable[InDocument]) -> list[Confusion]:
    """What sides call otherwise than each other, where both call it something."""
    counts = Counter(difference.labels for _, difference in differences)
    confused = (Confusion(*labels, count) for labels, count in counts.items() if all(labels))
    return sorted(
        (each for each in confused if each.key != each.response), key=lambda each: (-each.times, each)
    )
