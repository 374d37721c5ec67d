"""The JSON output of `keytally score --task m2`."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.m2.options import TASK, M2Options
from keytally.evaluations.m2.scoring.fold import sum_of, totals_of
from keytally.evaluations.m2.scoring.result import AnnotatorCounts, SentenceScore


def item_json(result: AnnotatorCounts, beta: float) -> dict[str, Any]:
    """A sentence's entry: its own ratios in percent, its counts, and the annotator chosen.

    F is 100 if there is nothing to correct and nothing was changed.
    """
    counts = result.counts
    return {
        **totals_of(counts, beta),
        "f": 100 * counts.f_of_counts(beta),
        "annotator": result.annotator,
    }


def json_report(scores: Sequence[SentenceScore], chosen: Sequence[int], options: M2Options) -> dict[str, Any]:
    """The whole output; `chosen` is the index of the annotator that counts in each sentence."""
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
