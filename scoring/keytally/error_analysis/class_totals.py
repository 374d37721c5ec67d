"""The classes of differences of a pair in figures, taken in document by document."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.error_analysis.corrections import Corrections
from keytally.evaluations.classified import Difference


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


class ClassTotals:
    """What classes of differences sum up to.

    A document is corrected for one class after the other: what evaluations keep of it serves them all.
    """

    def __init__(self, corrections: Corrections) -> None:
        self._corrections = corrections
        self._numbers = Counter[str]()
        self._counts = defaultdict[str, Counter[str]](Counter)
        self._changes = defaultdict[str, dict[str, Any]](dict)

    def add(self, document: str, differences: Sequence[Difference] | None = None) -> None:
        """Take in the differences of a document: these, or all that it has."""
        found = self._corrections.differences(document) if differences is None else differences
        by_class = defaultdict[str, list[Difference]](list)
        for each in found:
            by_class[each.name].append(each)
            self._counts[each.name].update(each.counts)
        for name, own in by_class.items():
            self._numbers[name] += len(own)
            self._changes[name][document] = self._corrections.corrected(document, own).change

    def figures(self) -> Iterator[ClassFigures]:
        """The classes that occur, in the order of tables."""
        now, all_differences = self._corrections.value({}), self._numbers.total()
        for name in self._corrections.classes:
            if number := self._numbers[name]:
                gain = self._corrections.value(self._changes[name]) - now
                yield ClassFigures(name, number, 100 * number / all_differences, self._counts[name], gain)
