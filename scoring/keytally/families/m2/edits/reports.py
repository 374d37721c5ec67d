"""Text and JSON reports of the task `m2-edits`."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.families.m2.edits.options import EditsOptions
from keytally.families.m2.edits.scoring import EditScore, PairScore, TypeCounts, sum_types
from keytally.families.m2.options import EDIT_TASK
from keytally.families.m2.reading import NOTHING, EditCounts
from keytally.families.m2.reports import summary_lines
from keytally.families.m2.scoring import totals_of


def text_report(results: Sequence[PairScore], options: EditsOptions, verbosity: int) -> str:
    """Return precision, recall and F of the chosen pairs, preceded by the table of error types if
    requested.
    """
    level = options.categories or (3 if verbosity else 0)
    table = [*_type_lines(sum_types(results, level), options.beta), ""] if level else []
    return "".join(f"{line}\n" for line in [*table, *summary_lines(whole_of(results), options.beta)])


def whole_of(results: Sequence[PairScore]) -> EditCounts:
    """Return the sum of the counts."""
    whole = NOTHING
    for result in results:
        whole = whole.plus(result.counts)
    return whole


_COLUMNS = ("COR", "SPU", "MIS", "P", "R")


def _type_lines(types: dict[str, TypeCounts], beta: float) -> Iterator[str]:
    width = max(4, *map(len, types), 0)
    yield _row("Type", (*_COLUMNS, f"F_{beta:g}"), width)
    for kind, tallies in types.items():
        counts = tallies.counts
        values = (counts.precision, counts.recall, counts.f(beta))
        yield _row(kind, (*map(str, tallies), *(f"{value:.4f}" for value in values)), width)


def _row(name: str, cells: Sequence[str], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>7}" for cell in cells)


def item_json(score: EditScore, result: PairScore, beta: float) -> dict[str, Any]:
    """Return a sentence's entry: its ratios in percent, its counts, and the chosen annotators.

    F is 100 if there is nothing to correct and nothing was changed. `response_annotator` is included if the
    response has several annotators for the sentence.
    """
    counts = result.counts
    several = len({each.response for each in score.results}) > 1
    return {
        **totals_of(counts, beta),
        "f": 100 * counts.f_of_counts(beta),
        "annotator": result.key,
        **({"response_annotator": result.response} if several else {}),
    }


def json_report(scores: Sequence[EditScore], chosen: Sequence[int], options: EditsOptions) -> dict[str, Any]:
    """Return the JSON output; `chosen` is the index of the pair that counts in each sentence."""
    results = [score.results[choice] for score, choice in zip(scores, chosen, strict=True)]
    types = sum_types(results, options.categories or 3)
    return {
        "task": EDIT_TASK,
        "signature": options.signature,
        "scores": totals_of(whole_of(results), options.beta),
        "types": {kind: totals_of(tallies.counts, options.beta) for kind, tallies in types.items()},
        "items": {
            score.document: item_json(score, result, options.beta)
            for score, result in zip(scores, results, strict=True)
        },
    }
