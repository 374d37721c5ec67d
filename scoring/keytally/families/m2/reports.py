"""Text and JSON reports of the M2 scorer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from keytally.families.m2.options import TASK, M2Mode, M2Options
from keytally.families.m2.reading import NOTHING, EditCounts
from keytally.families.m2.scoring import (
    AnnotatorCounts,
    Detail,
    SentenceScore,
    comparison_lines,
    sum_of,
    totals_of,
)

DetailOf = Callable[[SentenceScore], Detail]


def text_report(
    scores: Sequence[SentenceScore],
    chosen: Sequence[int],
    options: M2Options,
    detail: DetailOf,
    verbosity: int,
) -> str:
    """Return precision, recall and F; with a verbosity of 1, add the lines of `--verbose`, and with 2 the
    lines of `--very_verbose`.

    In the document's mode, each sentence is printed with its own counts; in the other modes, with the counts
    of all sentences so far.
    """
    lines: list[str] = []
    if verbosity == 1:
        lines += _verbose(scores, chosen, options, detail)
    elif verbosity > 1:
        from keytally.families.m2.program_comparison import traces  # noqa: PLC0415 - few ask for it

        lines += traces(map(detail, scores), options)
    whole = _whole(scores, chosen)
    return "\n".join([*lines, *summary_lines(whole, options.beta), ""])


def _whole(scores: Sequence[SentenceScore], chosen: Sequence[int]) -> EditCounts:
    return sum_of(([result.counts for result in score.results] for score in scores), chosen)


def summary_lines(whole: EditCounts, beta: float) -> list[str]:
    """Return the lines with precision, recall and F."""
    return [
        f"Precision   : {whole.precision:.4f}",
        f"Recall      : {whole.recall:.4f}",
        f"F_{beta:.1f}       : {whole.f(beta):.4f}",
    ]


def _verbose(
    scores: Sequence[SentenceScore], chosen: Sequence[int], options: M2Options, detail: DetailOf
) -> Iterator[str]:
    so_far = NOTHING
    for number, (score, choice) in enumerate(zip(scores, chosen, strict=True), 1):
        before = NOTHING if options.mode is M2Mode.DOCUMENT else so_far
        known = detail(score)
        sentences = score.key.block().source, score.response.text.strip()
        for comparison in known.comparisons:
            whole = before.plus(comparison.counts)
            yield from comparison_lines(sentences, known, comparison, whole, options.beta)
        yield f">> Chosen Annotator for line {number} : {score.results[choice].annotator}"
        yield ""
        so_far = so_far.plus(score.results[choice].counts)
    yield f"CORRECT EDITS  : {so_far.correct}"
    yield f"PROPOSED EDITS : {so_far.proposed}"
    yield f"GOLD EDITS     : {so_far.gold}"
    yield f"P = {so_far.precision}"
    yield f"R = {so_far.recall}"
    yield f"F_{options.beta:.1f} = {so_far.f(options.beta)}"


def item_json(result: AnnotatorCounts, beta: float) -> dict[str, Any]:
    """Return a sentence's entry: its own ratios in percent, its counts, and the chosen annotator.

    F is 100 if there is nothing to correct and nothing was changed.
    """
    counts = result.counts
    return {
        **totals_of(counts, beta),
        "f": 100 * counts.f_of_counts(beta),
        "annotator": result.annotator,
    }


def json_report(scores: Sequence[SentenceScore], chosen: Sequence[int], options: M2Options) -> dict[str, Any]:
    """Return the JSON output; `chosen` is the index of the annotator that counts in each sentence."""
    counts = ([result.counts for result in score.results] for score in scores)
    items = {
        score.document: item_json(score.results[choice], options.beta)
        for score, choice in zip(scores, chosen, strict=True)
    }
    return {
        "task": TASK,
        "signature": options.signature,
        "scores": totals_of(sum_of(counts, chosen), options.beta),
        "items": items,
    }
