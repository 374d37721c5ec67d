"""Coreference scores as text and JSON, including measures other than MUC."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keytally.families.muc.scoring.coreference import NO_COUNTS, CoreferenceCounts, CoreferenceScore
from keytally.measures.coreference import MEASURES, MeasureSums, Ratios
from keytally.text.rendering import quantity

# The score report of the coreference task: a line for each document, and one for the totals.
#
# The columns follow the manual's example ("Coreference Score Report"): document, classes of the key and of
# the response, recall and precision as fractions and in percent, F. Copies of the manual lost their spaces,
# so the widths are keytally's. Percentages have one decimal, those of the totals with a percent sign.


Line = tuple[str, CoreferenceCounts]

_HEADS = (
    f"{'':17}{'Key':>4} {'Rsp':>4}",
    f"{'Document No.':17}{'Cls':>4} {'Cls':>4}{'Recall':^23}{'Precision':^23}{'f':>6}",
)


def coreference_scores(lines: Sequence[Line]) -> str:
    """Return the whole report, with the documents in the given order."""
    rows = [*_HEADS, *(_row(document, counts, "") for document, counts in lines), "", _totals(lines)]
    return "".join(f"{row}\n" for row in rows)


def coreference_text(
    lines: Sequence[Line], signature: str = "", measures: str = "", *, verbose: bool = False
) -> str:
    """Return the text for a terminal: the totals, further measures, the number of documents, and the
    signature.

    `verbose` adds a line for each document.
    """
    page = coreference_scores(lines) if verbose else "".join(f"{row}\n" for row in (*_HEADS, _totals(lines)))
    count = quantity(len(lines), "document")
    parts = [page, measures, f"{f'{count}  {signature}'.rstrip()}\n"]
    return "\n".join(part for part in parts if part)


def _totals(lines: Iterable[Line]) -> str:
    total = NO_COUNTS
    for _, counts in lines:
        total = total.plus(counts)
    return _row("TOTALS:", total, "%")


def _row(name: str, counts: CoreferenceCounts, sign: str) -> str:
    """Return a line of 78 columns, or a longer one if its content does not fit."""
    recall = _fraction(counts.recall_above, counts.recall_below, counts.recall, sign)
    precision = _fraction(counts.precision_above, counts.precision_below, counts.precision, sign)
    classes = f"{counts.key_classes:>4} {counts.response_classes:>4}"
    return f"{name:15}  {classes}{recall}{precision} {f'{counts.f:.1f}{sign}':>7}"


def _fraction(above: int, below: int, percentage: float, sign: str) -> str:
    return f" {above:>6} / {below:<5} {f'{percentage:.1f}{sign}':>6}"


# The JSON output of `keytally score` for the coreference task.
#
# Recall and precision are fractions, `[numerator, denominator]`; F is an unrounded percentage.


_PARTS = ("objects", "slots", "subtasks", "sections", "text_filter")


def coreference_json(signature: str, documents: Mapping[str, CoreferenceCounts]) -> dict[str, Any]:
    """Return the complete JSON output, computed from each document's counts."""
    totals = NO_COUNTS
    for counts in documents.values():
        totals = totals.plus(counts)
    return {
        "task": "coreference",
        "signature": signature,
        "totals": counts_json(totals),
        "documents": {name: counts_json(counts) for name, counts in documents.items()},
        **{part: {} for part in _PARTS},
    }


def counts_json(counts: CoreferenceCounts) -> dict[str, Any]:
    """Return the JSON entry of a document or of the totals."""
    return {
        "key_classes": counts.key_classes,
        "response_classes": counts.response_classes,
        "recall": [counts.recall_above, counts.recall_below],
        "precision": [counts.precision_above, counts.precision_below],
        "f": counts.f,
    }


MUC = "muc"


def measures_table(scores: Iterable[CoreferenceScore], names: Sequence[str], compatible: str) -> str:
    """Return a line of percentages for each requested measure over all documents."""
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
    """Return `metrics` of the JSON output: unrounded percentages for the totals and for each document."""
    by_document: dict[str, list[CoreferenceScore]] = {}
    for score in scores:
        by_document.setdefault(score.document, []).append(score)
    documents = {name: _json(_ratios(each, names, compatible)) for name, each in by_document.items()}
    return {"totals": _json(_ratios(scores, names, compatible)), "documents": documents}


def _ratios(scores: Iterable[CoreferenceScore], names: Sequence[str], compatible: str) -> dict[str, Ratios]:
    """Return the ratios of the requested measures except MUC, which has a table of its own."""
    sums = MeasureSums((name for name in names if name != MUC), compatible)
    for score in scores if not sums.is_empty else ():
        sums.add(score.overlaps())
    return sums.ratios()


def _json(ratios: Mapping[str, Ratios]) -> dict[str, Any]:
    return {name: values._asdict() for name, values in ratios.items()}
