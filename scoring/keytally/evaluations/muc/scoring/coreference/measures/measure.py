"""The measures by name: what to count in a document, and what the sums come to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import NamedTuple

from keytally.evaluations.muc.scoring.coreference.counts import f_measure
from keytally.evaluations.muc.scoring.coreference.measures import counts
from keytally.evaluations.muc.scoring.coreference.measures.counts import Overlaps, Sums
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore, Side


class Ratios(NamedTuple):
    """Recall, precision and F, in percent; 0 over nothing."""

    recall: float
    precision: float
    f: float


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: what reports call it, what it counts, and its ratios."""

    title: str
    count: Callable[[Overlaps], Sums]
    ratios: Callable[[Sums], Ratios]


def of_fractions(sums: Sums) -> Ratios:
    """Recall and precision from (numerator, denominator) of each."""
    recall, precision = _percent(*sums[:2]), _percent(*sums[2:])
    return Ratios(recall, precision, f_measure(recall, precision))


def of_links(sums: Sums) -> Ratios:
    """The means of what both kinds of links come to; of a kind that neither side has, the other's alone."""
    kinds = [kind for kind in (sums[:3], sums[3:]) if any(kind)]
    found = [of_fractions((common, key, common, response)) for common, key, response in kinds]
    if not found:
        return Ratios(0.0, 0.0, 0.0)
    return Ratios(*(sum(values) / len(found) for values in zip(*found, strict=True)))


MEASURES = {
    "b3": Measure("B-cubed", counts.b_cubed, of_fractions),
    "ceafm": Measure("CEAF-m", counts.ceaf_m, of_fractions),
    "ceafe": Measure("CEAF-e", counts.ceaf_e, of_fractions),
    "blanc": Measure("BLANC", counts.blanc, of_links),
    "lea": Measure("LEA", counts.lea, of_fractions),
}


class Measured:
    """The counts of the chosen measures over some documents."""

    def __init__(self, names: Iterable[str]) -> None:
        self._sums: dict[str, Sums] = {name: () for name in MEASURES if name in set(names)}

    def add(self, score: CoreferenceScore) -> None:
        """Count a document in."""
        if self._sums:
            seen = counts.overlaps(*_common_names(score))
            for name, sums in self._sums.items():
                counted = MEASURES[name].count(seen)
                self._sums[name] = tuple(map(add, sums, counted)) if sums else counted

    def ratios(self) -> dict[str, Ratios]:
        """What each measure comes to, by its name."""
        return {
            name: MEASURES[name].ratios(sums) if sums else Ratios(0.0, 0.0, 0.0)
            for name, sums in self._sums.items()
        }


def _common_names(score: CoreferenceScore) -> tuple[list[list[int]], list[list[int]]]:
    """Both sides' classes with the key's number for a mention that has one, else a negative one."""
    return score.key.classes, [
        [_common_name(score.response, mention) for mention in members] for members in score.response.classes
    ]


def _common_name(side: Side, mention: int) -> int:
    partner = side.partners[mention]
    return -1 - mention if partner is None else partner


def _percent(above: Fraction, below: Fraction) -> float:
    return float(100 * above / below) if below else 0.0
