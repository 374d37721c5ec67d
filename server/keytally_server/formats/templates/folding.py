"""Folding of template files: records, and runs of records of one document."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.formats.presenter import Stretch, UnitWithOffset


def record_stretches(unit: TemplateUnit) -> Iterator[Stretch]:
    """The records of a unit, from header to last fill."""
    for record in unit.records:
        yield record.start, record.end


def document_stretches(units: Iterable[UnitWithOffset]) -> Iterator[Stretch]:
    """Runs of several records of one document; each unit comes with its offset."""
    for document, run in groupby(units, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None and len(placed) > 1:
            last, offset = placed[-1]
            yield placed[0][1], offset + last.records[-1].end
