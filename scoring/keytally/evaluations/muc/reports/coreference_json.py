"""The JSON output of `keytally score` for the coreference task.

Recall and precision are fractions, `[numerator, denominator]`; F is an unrounded percentage.
"""

from collections.abc import Mapping
from typing import Any

from keytally.evaluations.muc.scoring.coreference.counts import NO_COUNTS, CoreferenceCounts

_PARTS = ("objects", "slots", "subtasks", "sections", "text_filter")


def coreference_json(signature: str, documents: Mapping[str, CoreferenceCounts]) -> dict[str, Any]:
    """The whole output, from each document's counts."""
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
    """The entry of one document, or of the totals."""
    return {
        "key_classes": counts.key_classes,
        "response_classes": counts.response_classes,
        "recall": [counts.recall_above, counts.recall_below],
        "precision": [counts.precision_above, counts.precision_below],
        "f": counts.f,
    }
