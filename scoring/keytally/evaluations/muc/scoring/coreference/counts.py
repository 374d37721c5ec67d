"""The figures of a document's classes: recall and precision as fractions, and F."""

from collections.abc import Sequence
from operator import add, sub
from typing import NamedTuple

from keytally.measures.coreference import kept_links, least_links
from keytally.measures.overlaps import Overlaps
from keytally.measures.ratios import f_measure
from keytally.tallies.tally import percent


class CoreferenceCounts(NamedTuple):
    """The figures of a line of the score report; documents are added figure by figure.

    Classes of one mention are not counted as classes.
    """

    key_classes: int = 0
    response_classes: int = 0
    recall_above: int = 0
    recall_below: int = 0
    precision_above: int = 0
    precision_below: int = 0

    @property
    def recall(self) -> float:
        """In percent; 0 over nothing."""
        return percent(self.recall_above, self.recall_below)

    @property
    def precision(self) -> float:
        """In percent; 0 over nothing."""
        return percent(self.precision_above, self.precision_below)

    @property
    def f(self) -> float:
        """F with recall and precision of equal weight, from both unrounded, in percent."""
        return f_measure(self.precision, self.recall)

    @classmethod
    def of_overlaps(cls, seen: Overlaps) -> "CoreferenceCounts":
        """The counts of one document by the MUC measure."""
        key, response, kept = seen.key, seen.response, kept_links(seen)
        return cls(_several(key), _several(response), kept, least_links(key), kept, least_links(response))

    def plus(self, other: "CoreferenceCounts") -> "CoreferenceCounts":
        """The sum, figure by figure."""
        return CoreferenceCounts(*map(add, self, other))

    def minus(self, other: "CoreferenceCounts") -> "CoreferenceCounts":
        """These figures without those of `other`."""
        return CoreferenceCounts(*map(sub, self, other))


NO_COUNTS = CoreferenceCounts()


def _several(sizes: Sequence[int]) -> int:
    """How many classes have two mentions or more."""
    return sum(size > 1 for size in sizes)
