"""Measures of coreference: MUC, B-cubed, CEAF, BLANC and LEA, and their ratios."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import add
from typing import NamedTuple

from keytally.measures.assignment import Number, Worths, assigned_worth, best_assignment
from keytally.measures.ratios import f_measure

Classes = Sequence[Sequence[Hashable]]
"""The classes of one side. A mention that occurs on both sides is represented by the same value on both."""


class Overlaps(NamedTuple):
    """Two partitions: the sizes of their classes, and the number of mentions that each pair of classes
    shares.

    Each key of `shared` consists of the index of a class of the key and the index of a class of the response;
    pairs without a common mention are omitted. A size of 0 represents a missing class.
    """

    key: Sequence[int]
    response: Sequence[int]
    shared: Mapping[tuple[int, int], int]

    @property
    def shared_by_row(self) -> list[dict[int, int]]:
        """Return, for each class of the key, the number of mentions shared with classes of the response."""
        rows: list[dict[int, int]] = [{} for _ in self.key]
        for (mine, other), common in self.shared.items():
            rows[mine][other] = common
        return rows


def overlaps(key: Classes, response: Classes) -> Overlaps:
    """Return the overlaps of two lists of classes; no mention occurs twice on one side."""
    class_of = {mention: number for number, members in enumerate(response) for mention in members}
    mentions = ((number, mention) for number, members in enumerate(key) for mention in members)
    shared = Counter((mine, class_of[mention]) for mine, mention in mentions if mention in class_of)
    return Overlaps([*map(len, key)], [*map(len, response)], shared)


# Measures of coreference over classes of mentions: the counts of each in one document.
#
# Counts are numbers of mentions, links or classes, or sums of fractions of them, all exact. The counts of
# documents are added before they are divided. Except for `blanc` there are four: numerator and denominator of
# recall, then those of precision. Classes of one mention count; a mention that the other side lacks is in
# none of its classes. K and R are classes of the key and of the response.


Sums = tuple[Number, ...]


def muc(seen: Overlaps) -> Sums:
    """Return the MUC measure, in links: R = Σ (|K| - |p(K)|) / Σ (|K| - 1).

    p(K) is the partition of K by the classes of the response; a mention that the response lacks forms a part
    by itself. Vilain et al. 1995, "A model-theoretic coreference scoring scheme".
    """
    kept = kept_links(seen)
    return kept, least_links(seen.key), kept, least_links(seen.response)


def kept_links(seen: Overlaps) -> int:
    """Return the numerator of the MUC measure for recall and precision: the links that both sides have."""
    return sum(seen.shared.values()) - len(seen.shared)


def least_links(sizes: Sequence[int]) -> int:
    """Return a denominator of the MUC measure: the minimum number of links that connect classes of these
    sizes.
    """
    return sum(sizes) - sum(map(bool, sizes))


def b_cubed(seen: Overlaps) -> Sums:
    """Return B-cubed, in mentions: R = Σ Σ |K ∩ R|² / |K| / Σ |K|.

    That is, for each mention, the share of its class that is also in its class on the other side. Bagga and
    Baldwin 1998, "Algorithms for scoring coreference chains".
    """
    recall = defaultdict[int, int](int)
    precision = defaultdict[int, int](int)
    for (mine, other), common in seen.shared.items():
        recall[seen.key[mine]] += common * common
        precision[seen.response[other]] += common * common
    return _sum(recall), sum(seen.key), _sum(precision), sum(seen.response)


def ceaf_m(seen: Overlaps) -> Sums:
    """Return CEAF by mentions: Σ φ3 / Σ |K|, φ3 = |K ∩ R|, over the best one-to-one assignment of classes.

    Luo 2005, "On coreference resolution performance metrics".
    """
    best = _best_sum(seen.shared_by_row)
    return best, sum(seen.key), best, sum(seen.response)


def ceaf_e(seen: Overlaps) -> Sums:
    """Return CEAF by entities, in classes: Σ φ4 / |key|, φ4 = 2|K ∩ R| / (|K| + |R|); otherwise as `ceaf_m`.

    The best assignment is computed in integers, φ4 times the least common denominator. Luo 2005, "On
    coreference resolution performance metrics".
    """
    shared = seen.shared_by_row
    sizes = {size + seen.response[other] for size, row in zip(seen.key, shared, strict=True) for other in row}
    whole = lcm(*sizes)
    worths = [
        {other: 2 * common * (whole // (size + seen.response[other])) for other, common in row.items()}
        for size, row in zip(seen.key, shared, strict=True)
    ]
    best = Fraction(_best_sum(worths), whole)
    return best, sum(map(bool, seen.key)), best, sum(map(bool, seen.response))


def blanc(seen: Overlaps) -> Sums:
    """Return BLANC's counts of links, first for pairs within a class, then for pairs of mentions from two
    classes.

    Each group has three counts: links on both sides, links of the key and links of the response. The ratios
    are means over the two kinds of links (`keytally.measures.coreference.ratios_of_links`). Recasens and Hovy
    2011, "BLANC: implementing the Rand index for coreference evaluation", for mentions of a system as in Luo
    et al. 2014, "An extension of BLANC to system mentions".
    """
    mine, other = _common_mentions(seen)
    within = (
        sum(map(_links, seen.shared.values())),
        sum(map(_links, seen.key)),
        sum(map(_links, seen.response)),
    )
    between = (
        _links(sum(mine)) - sum(map(_links, mine)) - sum(map(_links, other)) + within[0],
        _links(sum(seen.key)) - within[1],
        _links(sum(seen.response)) - within[2],
    )
    return (*within, *between)


def lea(seen: Overlaps) -> Sums:
    """Return LEA, in mentions: R = Σ |K| (Σ link(K ∩ R) / link(K)) / Σ |K|, link(n) = n(n - 1) / 2.

    A class of one mention has one link, from the mention to itself; only a class of that mention alone shares
    it. Moosavi and Strube 2016, "Which coreference evaluation metric do you trust?".
    """
    recall = defaultdict[int, int](int)
    precision = defaultdict[int, int](int)
    for (mine, other), common in seen.shared.items():
        size, other_size = seen.key[mine], seen.response[other]
        links = 1 if size == other_size == 1 else _links(common)
        recall[_links(size) or 1] += size * links
        precision[_links(other_size) or 1] += other_size * links
    return _sum(recall), sum(seen.key), _sum(precision), sum(seen.response)


def _sum(above: Mapping[int, int]) -> Number:
    """Return the sum of fractions, given the sum of numerators for each denominator."""
    whole = lcm(*above)
    return Fraction(sum(each * (whole // below) for below, each in above.items()), whole)


def _links(mentions: int) -> int:
    """Return the number of pairs among that many mentions."""
    return mentions * (mentions - 1) // 2


def _best_sum(worths: Worths) -> Number:
    return assigned_worth(worths, best_assignment(worths))


def _common_mentions(seen: Overlaps) -> tuple[list[int], list[int]]:
    """Return, for each class of the key and of the response, the number of its mentions that occur on both
    sides.
    """
    mine, theirs = [0] * len(seen.key), [0] * len(seen.response)
    for (row, column), common in seen.shared.items():
        mine[row] += common
        theirs[column] += common
    return mine, theirs


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
    """Return recall and precision, each from a numerator and a denominator, and their F1."""
    recall, precision = _percent(*sums[:2]), _percent(*sums[2:])
    return Ratios(recall, precision, f_measure(precision, recall))


def ratios_of_links(sums: Sums) -> Ratios:
    """Return BLANC's ratios: means over links within classes and links between them.

    If neither side has links of one kind, the ratios are those of the other kind alone.
    """
    return _mean_over([kind for kind in (sums[:3], sums[3:]) if any(kind)])


def ratios_of_links_in_key(sums: Sums) -> Ratios:
    """Return BLANC's ratios as release 8.01 of the CoNLL reference scorer computes them.

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
"""The ratios that a program computes differently, by its version and the measure's name."""


class MeasureSums:
    """The counts of some measures, summed over documents; unknown names are ignored.

    `compatible` names the program of BY_PROGRAM whose ratios are computed; any other value means the original
    definitions.
    """

    def __init__(self, names: Iterable[str], compatible: str = "") -> None:
        chosen = set(names)
        self._own: Mapping[str, Callable[[Sums], Ratios]] = BY_PROGRAM.get(compatible, {})
        self._sums: dict[str, Sums] = {name: () for name in MEASURES if name in chosen}

    @property
    def is_empty(self) -> bool:
        """Return whether there are no measures."""
        return not self._sums

    def add(self, seen: Overlaps) -> None:
        """Add the counts of a document."""
        for name, sums in self._sums.items():
            counted = MEASURES[name].count(seen)
            self._sums[name] = tuple(map(add, sums, counted)) if sums else counted

    def ratios(self) -> dict[str, Ratios]:
        """Return the ratios of each measure over the added documents, by name."""
        return {
            name: self._own.get(name, MEASURES[name].ratios)(sums) if sums else NO_RATIOS
            for name, sums in self._sums.items()
        }


def _percent(above: Number, below: Number) -> float:
    return float(100 * above / below) if below else 0.0
