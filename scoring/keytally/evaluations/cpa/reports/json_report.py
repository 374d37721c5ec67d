"""Scores as plain values for JSON; ratios are unrounded percentages."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.cpa.scoring.clustering import ClusteringResult
from keytally.evaluations.cpa.scoring.parsing import Category, Layer, ParsingResult
from keytally.evaluations.cpa.scoring.result import VerbFold, VerbScore
from keytally.evaluations.cpa.scoring.slots import SlotsResult


def json_report(scores: Sequence[VerbScore], task: str, signature: str) -> dict[str, Any]:
    """The JSON output of `keytally score`."""
    return {
        "task": task,
        "signature": signature,
        "scores": folded(scores).totals(),
        "items": {score.verb: verb_json(score) for score in scores if score.counted},
    }


def folded(scores: Sequence[VerbScore]) -> VerbFold:
    """The average over verbs."""
    fold = VerbFold()
    for score in scores:
        fold.put(score)
    return fold


def verb_json(score: VerbScore) -> dict[str, Any]:
    """A verb's entry: its score, and the counts and ratios behind it."""
    result = score.result
    if isinstance(result, ParsingResult):
        details: dict[str, Any] = {name: _layer(layer) for name, layer in result.layers.items()}
    elif isinstance(result, ClusteringResult):
        details = _clustering(result)
    else:
        details = _slots(result)
    return {"score": 100 * score.value, **details}


def _layer(layer: Layer) -> dict[str, Any]:
    categories = {name: _category(category) for name, category in layer.categories.items()}
    return {"score": 100 * layer.f, "categories": categories}


def _category(category: Category) -> dict[str, Any]:
    ratios = {"precision": category.precision, "recall": category.recall, "f": category.f}
    return {**category._asdict(), **{name: 100 * value for name, value in ratios.items()}}


def _clustering(result: ClusteringResult) -> dict[str, Any]:
    counts = result._asdict()
    ratios = {name: 100 * counts.pop(name) for name in ("precision", "recall")}
    return {**ratios, **counts}


def _slots(result: SlotsResult) -> dict[str, Any]:
    counts = result.counts
    ratios = {"precision": counts.precision, "recall": counts.recall, "error_rate": counts.error_rate}
    return {
        **{name: 100 * value for name, value in ratios.items()},
        "correct": counts.correct,
        "substitution": counts.substitution,
        "deletion": counts.deletion,
        "insertion": counts.insertion,
    }
