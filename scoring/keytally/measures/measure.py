"""The measures of coreference by name: the counts of a document, and ratios of the sums."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add
from typing import NamedTuple

from keytally.measures.assignment import Number
from keytally.measures.coreference import Sums, b_cubed, blanc, ceaf_e, ceaf_m, lea, muc
from keytally.measures.overlaps import Overlaps
from keytally.measures.ratios import f_measure


class Ratios(NamedTuple):
    """Recall, precision and F, in percent; 0 if the denominator is 0."""

    recall: float
    precision: float
    f: float


NO_RATIOS = Ratios(0.0, 0.0, 0.0)


class Measure:
    """A measure: its title in reports, its counts of a document, and the ratios of their sums."""

    __slots__ = ("count", "ratios", "title")

    def __init__(
        self,
        title: str,
        count: Callable[[Overlaps], Sums],
        ratios: Callable[[Sums], Ratios],
    ) -> None:
        self.title = title
        self.count = count
        self.ratios = ratios


def ratios_of_fractions(sums: Sums) -> Ratios:
    """Recall and precision from numerator and denominator of each, and their F1."""
    recall, precision = _percent(*sums[:2]), _percent(*sums[2:])
    return Ratios(recall, precision, f_measure(precision, recall))


def ratios_of_links(sums: Sums) -> Ratios:
    """BLANC's ratios: means over links within classes and links between them.

    If neither side has links of one kind, the ratios are those of the other kind alone.
    """
    return _mean_over([kind for kind in (sums[:3], sums[3:]) if any(kind)])


def ratios_of_links_in_key(sums: Sums) -> Ratios:
    """BLANC's ratios as release 8.01 of the CoNLL reference scorer gives them.

    If the key has no links of one kind, the ratios are those of the other kind alone.
    """
    return _mean_over([kind for kind in (sums[:3], sums[3:]) if kind[1]])


def _mean_over(kinds: Sequence[Sums]) -> Ratios:
    found = [ratios_of_fractions((common, key, common, response)) for common, key, response in kinds]
    if not found:
        return NO_RATIOS
    return Ratios(*(sum(values) / len(found) for values in zip(*found, strict=True)))


MEASURES = {
    "muc": Measure("MUC", muc, ratios_of_fractions),
    "b3": Measure("B-cubed", b_cubed, ratios_of_fractions),
    "ceafm": Measure("CEAF-m", ceaf_m, ratios_of_fractions),
    "ceafe": Measure("CEAF-e", ceaf_e, ratios_of_fractions),
    "blanc": Measure("BLANC", blanc, ratios_of_links),
    "lea": Measure("LEA", lea, ratios_of_fractions),
}

BY_PROGRAM: Mapping[str, Mapping[str, Callable[[Sums], Ratios]]] = {
    "v8.01": {"blanc": ratios_of_links_in_key},
}
"""The ratios that differ in a program, by its version and the measure's name."""


class MeasureSums:
    """The counts of some measures, summed over documents; unknown names are ignored.

    `compatible` names the program whose ratios are given, of BY_PROGRAM; any other the definitions' own.
    """

    def __init__(self, names: Iterable[str], compatible: str = "") -> None:
        chosen = set(names)
        self._own: Mapping[str, Callable[[Sums], Ratios]] = BY_PROGRAM.get(compatible, {})
        self._sums: dict[str, Sums] = {name: () for name in MEASURES if name in chosen}

    @property
    def is_empty(self) -> bool:
        """Whether there is no measure to count."""
        return not self._sums

    def add(self, seen: Overlaps) -> None:
        """Add the counts of a document."""
        for name, sums in self._sums.items():
            counted = MEASURES[name].count(seen)
            self._sums[name] = tuple(map(add, sums, counted)) if sums else counted

    def ratios(self) -> dict[str, Ratios]:
        """The ratios of each measure over the added documents, by name."""
        return {
            name: self._own.get(name, MEASURES[name].ratios)(sums) if sums else NO_RATIOS
            for name, sums in self._sums.items()
        }


def _percent(above: Number, below: Number) -> float:
    return float(100 * above / below) if below else 0.0
