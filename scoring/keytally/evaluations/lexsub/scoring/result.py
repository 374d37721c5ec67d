"""The score of one item, and the sums over items."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from keytally.evaluations.lexsub.formats.unit import LexsubUnit, LineReader
from keytally.evaluations.lexsub.model import LexsubMeasure


class ItemCounts(NamedTuple):
    """The numbers of items, answers and hits; one item adds 0 or 1 to each.

    Best and oot: `total` is |T|, `attempted` |A|, `with_mode` |TM|, `attempted_with_mode` |AM|, `hits` the
    modes found. mw: `total` is |MW|, `attempted` |MWsys|, `genuine` those of them that are in MW too, `hits`
    the multiwords identified.
    """

    total: int = 0
    attempted: int = 0
    with_mode: int = 0
    attempted_with_mode: int = 0
    genuine: int = 0
    hits: int = 0


NOTHING = ItemCounts()

counts_of = cache(ItemCounts)
"""`ItemCounts`, cached: most items have one of a few values."""


class ItemScore:
    """The score of one item, and the lines behind it; compared by identity.

    `key` and `response` are the first line of either side that counts, None if a side has none. The credit is
    `credit` / `of`. `unsettled` is set if a program reuses earlier lines, so that the counts depend on the
    order of the whole file; `breaks` if it divides by zero at the item.
    """

    __slots__ = ("counts", "credit", "document", "key", "of", "response")

    unsettled = False
    breaks = False

    def __init__(
        self,
        document: str,
        key: LexsubUnit | None,
        response: LexsubUnit | None,
        counts: ItemCounts,
        credit: tuple[int, int] = (0, 1),
    ) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.counts = counts
        self.credit, self.of = credit

    def apart(self, reader: LineReader) -> "ItemScore":
        """The score with the line that reports are made from, and nothing that this line was read by."""
        key = None if self.key is None else self.key.read_by(reader)
        response = self.response.read_by(reader) if key is None and self.response is not None else None
        return ItemScore(self.document, key, response, self.counts, (self.credit, self.of))


class LexsubFold:
    """The sums over items. Credits are summed exactly, by denominators, so that order does not matter."""

    def __init__(self, measure: LexsubMeasure) -> None:
        self.measure = measure
        self.unsettled = 0
        self._counts: Counter[ItemCounts] = Counter()
        self._credits: Counter[int] = Counter()

    def put(self, score: ItemScore) -> None:
        """Add an item."""
        self._add(score, 1)

    def drop(self, score: ItemScore) -> None:
        """Remove an item."""
        self._add(score, -1)

    def _add(self, score: ItemScore, times: int) -> None:
        self._counts[score.counts] += times
        if score.unsettled:
            self.unsettled += times
        if score.credit:
            self._credits[score.of] += times * score.credit

    @property
    def counts(self) -> ItemCounts:
        """The sum of the items' counts."""
        return added(self._counts)

    @property
    def credit(self) -> Fraction:
        """The sum of the items' credits."""
        return sum((Fraction(above, of) for of, above in self._credits.items()), Fraction())

    def headline(self) -> float:
        """Recall over all items of the gold standard; for mw that of identification."""
        totals = self.totals()
        recall: float = totals["identification_recall" if self.measure is LexsubMeasure.MW else "recall"]
        return recall

    def totals(self) -> dict[str, Any]:
        """`scores` of the JSON output."""
        return self._multiwords() if self.measure is LexsubMeasure.MW else self._substitutes()

    def _substitutes(self) -> dict[str, Any]:
        counts, credit = self.counts, self.credit
        return {
            "precision": _percent(credit, counts.attempted),
            "recall": _percent(credit, counts.total),
            "mode_precision": _percent(counts.hits, counts.attempted_with_mode),
            "mode_recall": _percent(counts.hits, counts.with_mode),
            "total": counts.total,
            "attempted": counts.attempted,
            "total_with_mode": counts.with_mode,
            "attempted_with_mode": counts.attempted_with_mode,
        }

    def _multiwords(self) -> dict[str, Any]:
        counts = self.counts
        return {
            "detection_precision": _percent(counts.genuine, counts.attempted),
            "detection_recall": _percent(counts.genuine, counts.total),
            "identification_precision": _percent(counts.hits, counts.attempted),
            "identification_recall": _percent(counts.hits, counts.total),
            "total": counts.total,
            "found": counts.attempted,
            "genuine": counts.genuine,
            "identified": counts.hits,
        }


def added(counts: Mapping[ItemCounts, int]) -> ItemCounts:
    """The sum of counts, each multiplied by its number."""
    columns = zip(*([times * count for count in each] for each, times in counts.items()), strict=True)
    return ItemCounts(*map(sum, columns))


def sum_of(scores: Iterable[ItemScore], measure: LexsubMeasure) -> LexsubFold:
    """The sums over these items."""
    fold = LexsubFold(measure)
    for score in scores:
        fold.put(score)
    return fold


def _percent(above: Fraction | int, below: int) -> float:
    """A ratio in percent, unrounded; 0 over nothing."""
    return float(Fraction(above) * 100 / below) if below else 0.0
