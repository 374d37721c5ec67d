"""The outline of units that implement their own presentation."""

from collections.abc import Iterator

from keytally.evaluations.interface import ORDINAL
from keytally.evaluations.presentation import Heading, PresentedUnit
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording.outline import short


def unit_symbols(
    snapshot: Snapshot, unit: PresentedUnit, offset: int, *, with_children: bool
) -> Iterator[Symbol]:
    """The entries of a unit at `offset`; a unit without a name adds its number to theirs."""
    number = _number(snapshot, unit)
    for each in unit.outline():
        yield _symbol(each._replace(name=f"{number}{each.name}"), offset, with_children)


def _number(snapshot: Snapshot, unit: PresentedUnit) -> str:
    """`3: ` for the third of units named only by their number, such as sentences; "" for others."""
    is_counted = getattr(unit, "document", None) == ORDINAL
    return f"{snapshot.reading.documents.name_of(unit)}: " if is_counted else ""


def _symbol(heading: Heading, offset: int, with_children: bool) -> Symbol:
    children = heading.children if with_children else ()
    return Symbol(
        short(heading.name) or "(no name)",
        short(heading.detail),
        SymbolKind.HEADING,
        offset + heading.start,
        offset + heading.end,
        offset + heading.name_start,
        offset + heading.name_end,
        tuple(_symbol(child, offset, with_children) for child in children),
    )
