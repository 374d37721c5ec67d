"""What needs a whole file, or its folder: ids that stand twice, verbs without a file."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from keytally.evaluations.cpa.formats.columns import ID, PAT, Format
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.table.cpa import CPA_DUPLICATE_ID, CPA_MISSING_VERB


def duplicate_ids(units: Sequence[CpaUnit], kind: Format) -> list[Sequence[Finding]]:
    """For each unit its ids that stand on a row before; patterns have no ids."""
    if kind is PAT:
        return [()] * len(units)
    seen: set[str] = set()
    found: list[Sequence[Finding]] = []
    for unit in units:
        is_sound = len(unit.ids) == len(unit.rows) and seen.isdisjoint(unit.ids)
        found.append(() if is_sound else _repeated(unit, seen, units))
        seen |= unit.ids
    return found


def _repeated(unit: CpaUnit, seen: AbstractSet[str], units: Iterable[CpaUnit]) -> Sequence[Finding]:
    """The findings of a unit, given the ids of those before it."""
    found, own = [], set[str]()
    for row in unit.rows:
        identifier = row.cell(ID)
        if identifier in own or identifier in seen:
            arguments = {"identifier": identifier or "''"}
            found.append(
                Finding(CPA_DUPLICATE_ID, *row.place(ID), arguments, related=(_first(identifier, units),))
            )
        own.add(identifier)
    return found


def _first(identifier: str, units: Iterable[CpaUnit]) -> Related:
    """The first row with an id, which one of the units has."""
    unit = next(unit for unit in units if identifier in unit.ids)
    row = next(row for row in unit.rows if row.cell(ID) == identifier)
    return Related(unit, *row.place(ID), "the first line with this id")


def missing_verbs(absent: Iterable[str]) -> list[Finding]:
    """A finding for each file that is not there; it has no better place than another file's start."""
    return [Finding(CPA_MISSING_VERB, 0, 0, {"file": name}) for name in absent]
