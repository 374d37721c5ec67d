"""What messages call a document: by the name that the files write, as `260205-0002` for 2602050002."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.abilities import TitlesDocuments


def title_of(evaluation: object, document: str, units: Sequence[Any]) -> str:
    """The name of a document as its units write it; "" for one without a name."""
    if not units or not isinstance(evaluation, TitlesDocuments):
        return document
    return evaluation.document_title(units) or document
