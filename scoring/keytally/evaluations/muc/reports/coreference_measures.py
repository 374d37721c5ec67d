"""The measures besides MUC's, as a table and in JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.measures.measure import MEASURES, MeasureSums, Ratios

MUC = "muc"


def measures_table(scores: Iterable[CoreferenceScore], names: Sequence[str], compatible: str) -> str:
    """A line a measure over all documents, in percent; empty if the options ask for none."""
    ratios = _ratios(scores, names, compatible)
    if not ratios:
        return ""
    rows = [f"{'Measure':15}{'Recall':>10}{'Precision':>12}{'f':>8}"]
    rows += [
        f"{MEASURES[name].title:15}{recall:>10.1f}{precision:>12.1f}{f:>8.1f}"
        for name, (recall, precision, f) in ratios.items()
    ]
    return "".join(f"{row}\n" for row in rows)


def measures_json(
    scores: Sequence[CoreferenceScore], names: Sequence[str], compatible: str
) -> dict[str, Any]:
    """`metrics` of the JSON output: unrounded percentages of the totals and of each document."""
    by_document: dict[str, list[CoreferenceScore]] = {}
    for score in scores:
        by_document.setdefault(score.document, []).append(score)
    documents = {name: _json(_ratios(each, names, compatible)) for name, each in by_document.items()}
    return {"totals": _json(_ratios(scores, names, compatible)), "documents": documents}


def _ratios(scores: Iterable[CoreferenceScore], names: Sequence[str], compatible: str) -> dict[str, Ratios]:
    """The ratios of the measures that the options ask for, except MUC's, which has a table of its own."""
    sums = MeasureSums((name for name in names if name != MUC), compatible)
    for score in scores if not sums.is_empty else ():
        sums.add(score.overlaps())
    return sums.ratios()


def _json(ratios: Mapping[str, Ratios]) -> dict[str, Any]:
    return {name: values._asdict() for name, values in ratios.items()}
