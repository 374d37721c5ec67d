"""The report of typed spans (schemas, types, averages over types), and counted figures for editors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from keytally.families.contract import Figure
from keytally.families.span_counts import SpanCounts
from keytally.measures.ratios import ratio
from keytally.tallies.tally import PrecisionRecall
from keytally.text.rendering import printable

Types = Mapping[str, PrecisionRecall]


Total = Callable[[Sequence[float]], float]


class Ratios(NamedTuple):
    """Precision, recall and F, from 0 to 1."""

    precision: float
    recall: float
    f: float

    @property
    def recall_first(self) -> tuple[float, float, float]:
        """Return recall, precision and F."""
        return self.recall, self.precision, self.f


def ratios(counts: PrecisionRecall) -> Ratios:
    """Return the ratios of counts; 0 if the denominator is 0."""
    precision, recall = ratio(counts.correct, counts.proposed), ratio(counts.correct, counts.gold)
    return Ratios(precision, recall, ratio(2 * precision * recall, precision + recall))


def macro(types: Types, total: Total = fsum) -> Ratios:
    """Return the mean over types; `total` is the function that sums numbers."""
    return _mean([ratios(counts) for counts in types.values()], [1] * len(types), total)


def weighted(types: Types, total: Total = fsum) -> Ratios:
    """Return the mean over types, weighted by the number of entities in the key."""
    weights = [counts.gold for counts in types.values()]
    return _mean([ratios(counts) for counts in types.values()], weights, total)


def _mean(each: Sequence[Ratios], weights: Sequence[int], total: Total) -> Ratios:
    whole = sum(weights)
    return Ratios(
        *(
            ratio(total([weight * values[at] for weight, values in zip(weights, each, strict=True)]), whole)
            for at in range(3)
        )
    )


_COUNTS = ("COR", "INC", "PAR", "MIS", "SPU", "POS", "ACT")


_RATIOS = ("REC", "PRE", "F")


def text_report(counts: SpanCounts, signature: str) -> str:
    """Return a line for each schema and each type, the averages over types, and the signature."""
    lines = [*_schema_lines(counts), "", *type_lines(counts.by_type, counts.strict), "", signature]
    return "".join(f"{line}\n" for line in lines)


def _schema_lines(counts: SpanCounts) -> Iterator[str]:
    yield _row("", (*_COUNTS, *_RATIOS), 8)
    for schema, counted in counts.schemas.items():
        numbers = (*counted, counted.possible, counted.actual)
        ratios = (counted.recall, counted.precision, counted.f)
        yield _row(schema.value, (*map(str, numbers), *(f"{value:.2f}" for value in ratios)), 8)


def type_lines(types: Types, total: PrecisionRecall) -> Iterator[str]:
    """Yield the table by type: a line for each type, the total, and the averages over types."""
    names = {name: printable(name) for name in sorted(types)}
    width = max(len("weighted"), *map(len, names.values()), 0)
    yield _row("", ("COR", "POS", "ACT", *_RATIOS), width)
    for name, shown in names.items():
        yield _type_line(shown, types[name], width)
    yield _type_line("micro", total, width)
    for name, ratios in (("macro", macro(types)), ("weighted", weighted(types))):
        yield _row(name, ("", "", "", *(f"{100 * value:.2f}" for value in ratios.recall_first)), width)


def _type_line(name: str, counted: PrecisionRecall, width: int) -> str:
    ratios = (counted.recall, counted.precision, counted.f)
    numbers = (counted.correct, counted.gold, counted.proposed)
    return _row(name, (*map(str, numbers), *(f"{value:.2f}" for value in ratios)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>7}" for cell in cells)


def counted_figures(totals: Mapping[str, Any]) -> Sequence[Figure]:
    """Return the counts, precision, recall and F in `totals` (keytally.tallies.tally), formatted."""
    counts = [Figure(name, str(totals[name])) for name in ("correct", "proposed", "gold")]
    ratios = {"P": "precision", "R": "recall", "F": "f"}
    return [*counts, *(Figure(name, f"{totals[value]:.1f}") for name, value in ratios.items())]


def short_counted_total(totals: Mapping[str, Any]) -> str:
    """Return the figures of `counted_figures` on one short line, such as `F 80.0 4 correct of 5 proposed,
    5 gold`; "" if there are no counts.
    """
    if not totals:
        return ""
    counts = f"{totals['correct']} correct of {totals['proposed']} proposed, {totals['gold']} gold"
    return f"F {totals['f']:.1f}  {counts}"
