"""What can be folded: documents and their sections, long options, and what a unit names itself."""

from collections.abc import Iterator
from itertools import starmap

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.presentation import PresentedUnit
from keytally_server.answers.folding_range import FoldingRange
from keytally_server.features.bnf.symbols import definition_stretches
from keytally_server.features.presented.folding import group_stretches
from keytally_server.features.templates.folding import Stretch, document_stretches, record_stretches
from keytally_server.session.snapshot import Snapshot

MOST = 5000


def folds(snapshot: Snapshot) -> Iterator[FoldingRange]:
    """What runs over a line end: documents, and in a file of not too many also their parts."""
    reading = snapshot.reading
    with_parts = len(reading.documents) <= MOST // 10
    for unit, offset in reading.units_in(0, len(reading)):
        for start, end in _stretches_of(unit, with_parts):
            if _runs_over_a_line(unit.text[start:end]):
                yield FoldingRange(offset + start, offset + end)
    yield from starmap(FoldingRange, document_stretches(reading.units_in(0, len(reading))))
    yield from starmap(FoldingRange, group_stretches(reading.units_in(0, len(reading))))


def _runs_over_a_line(text: str) -> bool:
    return "\n" in text or "\r" in text


def _stretches_of(unit: object, with_parts: bool) -> Iterator[Stretch]:
    """What can be folded in one unit."""
    if isinstance(unit, SgmlUnit) and unit.document is not None:
        yield 0, len(unit.text.rstrip())
        if with_parts:
            yield from ((section.start, section.end) for section in unit.sections if section.start)
    elif isinstance(unit, ConfigUnit):
        yield from ((line.start, line.end) for line in unit.lines)
    elif isinstance(unit, TemplateUnit) and with_parts:
        yield from record_stretches(unit)
    elif isinstance(unit, BnfUnit):
        yield from definition_stretches(unit)
    elif isinstance(unit, PresentedUnit):
        yield from unit.folds()
