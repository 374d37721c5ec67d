"""What can be folded in a template file: the records of a document that stand together, and each record."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit

Placed = tuple[Any, int]
Stretch = tuple[int, int]


def record_stretches(unit: TemplateUnit) -> Iterator[Stretch]:
    """The records of a unit, from their headers to their last fills."""
    for record in unit.records:
        yield record.start, record.end


def document_stretches(units: Iterable[Placed]) -> Iterator[Stretch]:
    """Runs of records of one document, given all units with their offsets; single records are none."""
    records = (placed for placed in units if isinstance(placed[0], TemplateUnit))
    for document, run in groupby(records, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None and len(placed) > 1:
            last, offset = placed[-1]
            yield placed[0][1], offset + last.records[-1].end
