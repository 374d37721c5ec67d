"""What needs a whole file, or its folder: ids that stand twice, verbs without a file."""

from collections.abc import Iterable, Sequence

from keytally.evaluations.cpa.formats.columns import ID, PAT, Format
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.table.cpa import CPA_DUPLICATE_ID, CPA_MISSING_VERB


def duplicate_ids(units: Sequence[CpaUnit], kind: Format) -> list[Sequence[Finding]]:
    """For each unit its ids that stand on a row before; patterns have no ids."""
    if kind is PAT:
        return [()] * len(units)
    seen: dict[str, Related] = {}
    return [_repeated(unit, seen) for unit in units]


def _repeated(unit: CpaUnit, seen: dict[str, Related]) -> Sequence[Finding]:
    found = []
    for row in unit.rows:
        identifier = row.cell(ID)
        place = row.place(ID)
        if identifier in seen:
            arguments = {"identifier": identifier or "''"}
            found.append(Finding(CPA_DUPLICATE_ID, *place, arguments, related=(seen[identifier],)))
        else:
            seen[identifier] = Related(unit, *place, "the first line with this id")
    return found


def missing_verbs(absent: Iterable[str]) -> list[Finding]:
    """A finding for each file that is not there; it has no better place than another file's start."""
    return [Finding(CPA_MISSING_VERB, 0, 0, {"file": name}) for name in absent]
