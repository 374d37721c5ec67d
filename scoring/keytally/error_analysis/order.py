"""In which order repairs gain most: each time the one that gains most once those before it are made."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.error_analysis.corrections import Corrected, Corrections
from keytally.error_analysis.gains import Valued

_LEAST = 1e-9


class Step(NamedTuple):
    """A repair, and the headline, in percent, once it and those before it are made."""

    valued: Valued
    headline: float


def first_repairs(
    corrections: Corrections, differences: Iterable[tuple[Valued, Corrected]], number: int
) -> Iterator[Step]:
    """The repairs to make first, at most `number`; they end where no further one gains.

    Of repairs that gain the same the first in file order comes first.
    """
    waiting = _Waiting(corrections, differences)
    headline = corrections.headline({})
    for _ in range(number):
        best = waiting.best()
        if best is None or best.headline <= headline + _LEAST:
            return
        headline = best.headline
        yield best
        waiting.make(best.valued)


class _Waiting:
    """The repairs that are not made yet, each with its document once it is made after those that are."""

    def __init__(self, corrections: Corrections, differences: Iterable[tuple[Valued, Corrected]]) -> None:
        self._corrections = corrections
        self._left = defaultdict[str, list[tuple[Valued, Corrected]]](list)
        for each, corrected in differences:
            if not each.refused:
                self._left[each.document].append((each, corrected))
        self._made = defaultdict[str, list[Valued]](list)
        self._corrected: dict[str, Corrected] = {}

    def best(self) -> Step | None:
        """The repair that makes the highest headline; None if none is left."""
        found: Step | None = None
        for document, waiting in self._left.items():
            for each, corrected in waiting:
                headline = self._corrections.headline({**self._corrected, document: corrected})
                if found is None or headline > found.headline + _LEAST:
                    found = Step(each, headline)
        return found

    def make(self, valued: Valued) -> None:
        """Make a repair, and correct its document anew with each of those that wait."""
        document = valued.document
        made = self._made[document]
        made.append(valued)
        self._corrected[document] = self._with(document, made)
        self._left[document] = [
            (each, self._with(document, [*made, each]))
            for each, _ in self._left[document]
            if each is not valued
        ]

    def _with(self, document: str, differences: Sequence[Valued]) -> Corrected:
        return self._corrections.corrected(document, [each.difference for each in differences])
