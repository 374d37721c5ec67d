"""F in all, by verb, and of parsing by the categories of each layer."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.cpa.scoring.clustering import ClusteringResult
from keytally.evaluations.cpa.scoring.parsing import LAYERS, Category, ParsingResult, tagged
from keytally.evaluations.cpa.scoring.result import VerbScore, average
from keytally.evaluations.cpa.scoring.slots import SlotsResult


def f_by_part(scores: Sequence[VerbScore], *, official: bool) -> dict[str, Any]:
    """Tallies as `keytally.tallies.tally_trees` reads them; F in percent, averaged over verbs in all."""
    counted = [score for score in scores if score.counted]
    sizes = [_sizes(score, official=official) for score in counted]
    return {
        "totals": _tally(average(counted), sum(pos for pos, _ in sizes), sum(act for _, act in sizes)),
        "documents": {
            score.verb: _tally(score.value, *size) for score, size in zip(counted, sizes, strict=True)
        },
        "subtasks": {layer: categories for layer in LAYERS if (categories := _categories(counted, layer))},
    }


def _sizes(score: VerbScore, *, official: bool) -> tuple[int, int]:
    """How many labels, items or slots the key and the response have."""
    result = score.result
    if isinstance(result, ClusteringResult):
        return result.key_items, result.response_items
    if isinstance(result, SlotsResult):
        return result.counts.key_slots, result.counts.response_slots
    key, response = (
        sum(len(tagged(units, column, official=official)) for column in LAYERS.values())
        for units in (score.key, score.response)
    )
    return key, response


def _categories(scores: Sequence[VerbScore], layer: str) -> dict[str, Any]:
    """F of each category of a layer, from counts summed over verbs."""
    sums: dict[str, Category] = {}
    for score in scores:
        if isinstance(score.result, ParsingResult):
            for name, counts in score.result.layers[layer].categories.items():
                before = sums.get(name, Category(0, 0, 0))
                sums[name] = Category(*map(sum, zip(before, counts, strict=True)))
    return {name: _tally(each.f, each.reference, each.retrieved) for name, each in sorted(sums.items())}


def _tally(f: float, key: int, response: int) -> dict[str, Any]:
    return {"f": 100 * f, "pos": key, "act": response}
