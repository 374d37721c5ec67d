"""Text reports of the task `entities`, including those of conlleval, seqeval and nervaluate."""

from collections.abc import Iterator, Sequence

from keytally.families.span_counts import Schema, SchemaCounts, SpanCounts
from keytally.families.span_report import Ratios, macro, ratios, weighted
from keytally.measures.ratios import ratio
from keytally.tallies.tally import PrecisionRecall

_LANES = 8
_BLOCK = 128


def pairwise_sum(values: Sequence[float]) -> float:
    """Return the sum with the rounding of `numpy.sum`.

    Fewer than 8 numbers are added one after the other, and up to 128 in eight lanes that are then added in
    pairs; longer sequences are halved. Source: numpy's documentation of `sum`, "pairwise summation".
    """
    if len(values) > _BLOCK:
        half = len(values) // 2
        half -= half % _LANES
        return pairwise_sum(values[:half]) + pairwise_sum(values[half:])
    even = len(values) - len(values) % _LANES
    lanes = [_in_order(values[lane:even:_LANES]) for lane in range(_LANES)]
    while len(lanes) > 1:
        lanes = [first + second for first, second in zip(lanes[::2], lanes[1::2], strict=True)]
    return _in_order([*lanes, *values[even:]])


def _in_order(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


_AVERAGE = "weighted avg"
_HEADS = ("precision", "recall", "f1-score", "support")
_SCHEMA_HEADS = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1-score")
_NERVALUATE_NAMES = {
    Schema.TYPE: "ent_type",
    Schema.EXACT: "exact",
    Schema.PARTIAL: "partial",
    Schema.STRICT: "strict",
}


def conlleval_report(counts: SpanCounts) -> str:
    """Return the output of conlleval: tokens, phrases, accuracy, and a line for each type, sorted.

    The program pads a type's name by its length in bytes; a name with non-ASCII characters has more bytes
    than characters.
    """
    whole = counts.strict
    head = (
        f"processed {counts.tokens} tokens with {whole.gold} phrases; "
        f"found: {whole.proposed} phrases; correct: {whole.correct}."
    )
    lines = [head]
    if counts.tokens:
        lines.append(f"accuracy: {100 * counts.right_tags / counts.tokens:6.2f}%; {_percentages(whole)}")
    for name in sorted(counts.by_type):
        counted = counts.by_type[name]
        width = 17 - len(name.encode()) + len(name)
        row = f"{name:>{width}}: {_percentages(counted)}  {counted.proposed}"
        lines += [row] * _times(name, counted)
    return "".join(f"{line}\n" for line in lines)


def _times(name: str, counted: PrecisionRecall) -> int:
    """Return how many times the program prints a type; a type without a name is printed once for each side
    that has it.
    """
    return 1 if name else bool(counted.gold) + bool(counted.proposed)


def _percentages(counted: PrecisionRecall) -> str:
    precision = ratio(100 * counted.correct, counted.proposed)
    recall = ratio(100 * counted.correct, counted.gold)
    f = ratio(2 * precision * recall, precision + recall)
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f:6.2f}"


def seqeval_report(counts: SpanCounts) -> str:
    """Return the classification report of seqeval with two decimal places."""
    width = max(len(_AVERAGE), *map(len, counts.by_type), 0)
    types, support = dict(sorted(counts.by_type.items())), counts.strict.gold
    rows = [_line(name, ratios(counted), counted.gold, width) for name, counted in types.items()]
    averages = (
        ("micro avg", ratios(counts.strict)),
        ("macro avg", macro(types, pairwise_sum)),
        (_AVERAGE, weighted(types, pairwise_sum)),
    )
    rows += ["", *(_line(name, values, support, width) for name, values in averages)]
    head = f"{'':>{width}} " + "".join(f" {each:>9}" for each in _HEADS)
    return "".join(f"{line}\n" for line in (head, "", *rows))


def _line(name: str, values: Ratios, support: int, width: int) -> str:
    return f"{name:>{width}} " + "".join(f" {value:>9.2f}" for value in values) + f" {support:>9}"


def nervaluate_report(counts: SpanCounts) -> str:
    """Return the summary report of nervaluate for all its scenarios, with two decimal places."""
    rows = [(_NERVALUATE_NAMES[schema], counts.schemas[schema]) for schema in _NERVALUATE_NAMES]
    return f"Scenario: all\n\n{_scenario(rows)}"


def nervaluate_types_report(counts: SpanCounts, schema: Schema) -> str:
    """Return the summary report of nervaluate by type, in one scenario."""
    rows = [
        (name, counted) for (name, each), counted in sorted(counts.schemas_by_type.items()) if each is schema
    ]
    return f"Scenario: {_NERVALUATE_NAMES[schema]}\n\n{_scenario(rows)}"


def _scenario(rows: Sequence[tuple[str, SchemaCounts]]) -> str:
    width = max(len(_SCHEMA_HEADS[0]), *(len(name) for name, _ in rows), 0)
    head = f"{'':>{width}} " + "".join(f" {each:>11}" for each in _SCHEMA_HEADS)
    return "".join(f"{line}\n" for line in (head, "", *_scenario_lines(rows, width)))


def _scenario_lines(rows: Sequence[tuple[str, SchemaCounts]], width: int) -> Iterator[str]:
    for name, counted in rows:
        numbers = (counted.cor, counted.inc, counted.par, counted.mis, counted.spu)
        above = counted.cor + 0.5 * counted.par
        precision, recall = ratio(above, counted.actual), ratio(above, counted.possible)
        values = (precision, recall, ratio(2 * (precision * recall), precision + recall))
        yield (
            f"{name:>{width}} "
            + "".join(f" {number:>11}" for number in numbers)
            + "".join(f" {value:>11.2f}" for value in values)
        )
