"""Rules that need a whole file or its folder: repeated ids, too many patterns, verbs without a file."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from keytally.evaluations.cpa.formats.columns import ID, MOST_ALIGNED
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.table.cpa import CPA_DUPLICATE_ID, CPA_MANY_PATTERNS, CPA_MISSING_VERB, CpaManyPatterns


def many_patterns(units: Sequence[CpaUnit]) -> list[Sequence[Finding]]:
    """A finding on the first pattern of a file beyond those that are aligned in every way."""
    rows = [(number, row) for number, unit in enumerate(units) for row in unit.rows]
    found: list[Sequence[Finding]] = [()] * len(units)
    if len(rows) > MOST_ALIGNED:
        number, row = rows[MOST_ALIGNED]
        counts: CpaManyPatterns = {"count": str(len(rows)), "most": str(MOST_ALIGNED)}
        found[number] = [CPA_MANY_PATTERNS.finding(row.start, row.end, counts)]
    return found


def duplicate_ids(units: Sequence[CpaUnit]) -> list[Sequence[Finding]]:
    """The ids of each unit that an earlier row has; a missing one has a finding of its own."""
    seen: set[str] = set()
    repeats: dict[int, list[CpaRow]] = {}
    for number, unit in enumerate(units):
        if len(unit.ids) != len(unit.rows) or not seen.isdisjoint(unit.ids):
            repeats[number] = _repeated(unit, seen)
        seen |= unit.ids
    first = _first_rows(units, {row.cell(ID) for rows in repeats.values() for row in rows})
    return [[_duplicate(row, first) for row in repeats.get(number, ())] for number in range(len(units))]


def _repeated(unit: CpaUnit, seen: AbstractSet[str]) -> list[CpaRow]:
    """The rows of a unit with ids that occur earlier, given the ids of the units before it."""
    found, own = [], set[str]()
    for row in unit.rows:
        identifier = row.cell(ID)
        if identifier.strip() and (identifier in own or identifier in seen):
            found.append(row)
        own.add(identifier)
    return found


def _first_rows(units: Iterable[CpaUnit], wanted: AbstractSet[str]) -> dict[str, Related]:
    """The first row with each of the wanted ids."""
    first: dict[str, Related] = {}
    for unit in units if wanted else ():
        if not wanted.isdisjoint(unit.ids):
            for row in unit.rows:
                identifier = row.cell(ID)
                if identifier in wanted and identifier not in first:
                    first[identifier] = Related(unit, *row.place(ID), "the first line with this id")
    return first


def _duplicate(row: CpaRow, first: dict[str, Related]) -> Finding:
    identifier = row.cell(ID)
    return CPA_DUPLICATE_ID.finding(*row.place(ID), {"identifier": identifier}, related=(first[identifier],))


def missing_verbs(absent: Iterable[str]) -> list[Finding]:
    """A finding for each missing file, at the start of an existing one."""
    return [CPA_MISSING_VERB.finding(0, 0, {"file": name}) for name in absent]
