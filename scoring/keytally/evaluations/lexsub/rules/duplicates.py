"""The rule for several lines about one item: only the first counts (document, section 2.2.2)."""

from collections.abc import Sequence
from typing import Protocol

from keytally.evaluations.lexsub.formats.line import ParsedLine
from keytally.findings.finding import Finding, Related
from keytally.findings.table.lexsub import LEXSUB_DUPLICATE_ID


class _Unit(Protocol):
    @property
    def line(self) -> ParsedLine | None: ...


def duplicate_ids(units: Sequence[_Unit]) -> Sequence[Sequence[Finding]]:
    """The findings of each line about one item, in file order."""
    if len(units) == 1:
        return ((),)
    return [_found(unit, units[0]) if number else () for number, unit in enumerate(units)]


def _found(unit: _Unit, first: _Unit) -> Sequence[Finding]:
    line, before = unit.line, first.line
    if line is None or line.mended_head:
        return ()
    related = (Related(first, *before.span("id"), "the line before"),) if before else ()
    return (LEXSUB_DUPLICATE_ID.finding(*line.span("id"), {"id": line.id}, related=related),)
