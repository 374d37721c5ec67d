"""The text that `keytally score --task entities` prints in the task's own mode."""

from collections.abc import Iterator

from keytally.evaluations.columns.reports.averages import macro, weighted
from keytally.evaluations.columns.scoring.result import SentenceCounts
from keytally.tallies.precision_recall import PrecisionRecall

_COUNTS = ("COR", "INC", "PAR", "MIS", "SPU", "POS", "ACT")
_RATIOS = ("REC", "PRE", "F")


def text_report(counts: SentenceCounts, signature: str) -> str:
    """A line a schema, a line a type, the averages over types, and the signature."""
    lines = [*_schema_lines(counts), "", *_type_lines(counts), "", signature]
    return "".join(f"{line}\n" for line in lines)


def _schema_lines(counts: SentenceCounts) -> Iterator[str]:
    yield _row("", (*_COUNTS, *_RATIOS), 8)
    for schema, counted in counts.schemas.items():
        numbers = (*counted, counted.possible, counted.actual)
        ratios = (counted.recall, counted.precision, counted.f)
        yield _row(schema.value, (*map(str, numbers), *(f"{value:.2f}" for value in ratios)), 8)


def _type_lines(counts: SentenceCounts) -> Iterator[str]:
    width = max(len("weighted"), *map(len, counts.by_type), 0)
    yield _row("", ("COR", "POS", "ACT", *_RATIOS), width)
    for name, counted in sorted(counts.by_type.items()):
        yield _type_line(name, counted, width)
    yield _type_line("micro", counts.strict, width)
    for name, ratios in (("macro", macro(counts.by_type)), ("weighted", weighted(counts.by_type))):
        yield _row(name, ("", "", "", *(f"{100 * value:.2f}" for value in ratios.recall_first)), width)


def _type_line(name: str, counted: PrecisionRecall, width: int) -> str:
    ratios = (counted.recall, counted.precision, counted.f)
    numbers = (counted.correct, counted.gold, counted.proposed)
    return _row(name, (*map(str, numbers), *(f"{value:.2f}" for value in ratios)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>7}" for cell in cells)
