"""In which order repairs gain most: each time the one that gains most once those before it are made."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
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
    headline, best = corrections.headline({}), None
    for _ in range(number):
        if best is not None:
            waiting.make(best.valued)
        best = waiting.best()
        if best is None or best.headline <= headline + _LEAST:
            return
        headline = best.headline
        yield best


class _Waiting:
    """The repairs that are not made yet, each with its part of a document once it is made too."""

    def __init__(self, corrections: Corrections, differences: Iterable[tuple[Valued, Corrected]]) -> None:
        self._corrections = corrections
        self._left = defaultdict[Hashable, list[tuple[Valued, Corrected]]](list)
        for each, corrected in differences:
            if not each.refused:
                self._left[self._part(each)].append((each, corrected))
        self._made = defaultdict[Hashable, list[Valued]](list)
        self._corrected: dict[Hashable, Corrected] = {}

    def best(self) -> Step | None:
        """The repair that makes the highest headline; None if none is left."""
        found: Step | None = None
        for part, waiting in self._left.items():
            for each, corrected in waiting:
                headline = self._corrections.headline({**self._corrected, part: corrected})
                if found is None or headline > found.headline + _LEAST:
                    found = Step(each, headline)
        return found

    def make(self, valued: Valued) -> None:
        """Make a repair, and correct its part anew with each of those that wait there."""
        part = self._part(valued)
        made = self._made[part]
        made.append(valued)
        self._corrected[part] = self._with(made)
        self._left[part] = [
            (each, self._with([*made, each])) for each, _ in self._left[part] if each is not valued
        ]

    def _part(self, valued: Valued) -> Hashable:
        return self._corrections.part_of(valued.document, valued.difference)

    def _with(self, differences: Sequence[Valued]) -> Corrected:
        chosen = [each.difference for each in differences]
        return self._corrections.corrected(differences[0].document, chosen)
