"""What can be folded: documents and their sections, long options, and what a unit names itself."""

from collections.abc import Iterator
from itertools import starmap
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.presentation import PresentedUnit
from keytally_server.session.snapshot import Snapshot

MOST = 5000


class Fold(NamedTuple):
    """A stretch of the file that can be folded into its first line."""

    start: int
    end: int


def folds(snapshot: Snapshot) -> Iterator[Fold]:
    """Documents and sections that run over a line end; in a file of very many only documents."""
    with_sections = len(snapshot.reading.documents) <= MOST // 10
    offset = 0
    for unit in snapshot.reading.units:
        for fold in _folds_of(unit, with_sections):
            if "\n" in unit.text[fold.start : fold.end] or "\r" in unit.text[fold.start : fold.end]:
                yield Fold(offset + fold.start, offset + fold.end)
        offset += len(unit.text)


def _folds_of(unit: object, with_sections: bool) -> Iterator[Fold]:
    if isinstance(unit, SgmlUnit) and unit.document is not None:
        yield Fold(0, len(unit.text.rstrip()))
        if with_sections:
            yield from (Fold(section.start, section.end) for section in unit.sections if section.start)
    elif isinstance(unit, ConfigUnit):
        yield from (Fold(line.start, line.end) for line in unit.lines)
    elif isinstance(unit, PresentedUnit):
        yield from starmap(Fold, unit.folds())
