"""The differences of task 3: the slots of aligned patterns, and patterns that only one side has."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.classified import Difference
from keytally.evaluations.cpa.differences.cells import (
    MISSED,
    PARTIAL_VALUE,
    SPURIOUS,
    WRONG_VALUE,
    CellSubject,
    Line,
    Said,
    Sides,
)
from keytally.evaluations.cpa.formats.columns import SLOTS
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.slots import FULL, Credits, SlotsResult

CLASSES = (MISSED, SPURIOUS, WRONG_VALUE, PARTIAL_VALUE)

_COLUMNS = range(len(SLOTS))


def counts_of(result: SlotsResult, sides: Sides, credits: Credits) -> Mapping[str, int]:
    """Deletions, insertions, and the matched slots without full credit."""
    mine, theirs = map(_lines, sides)
    found = Counter(
        credits.of(line.row.text(column), theirs[other].row.text(column))
        for line, other in zip(mine, result.alignment, strict=True)
        if other is not None
        for column in _COLUMNS
        if line.row.text(column) and theirs[other].row.text(column)
    )
    wrong = found.pop(0, 0)
    found.pop(FULL, None)
    counts = result.counts
    return {"par": found.total(), "inc": wrong, "mis": counts.deletion, "spu": counts.insertion}


def differences(result: SlotsResult, sides: Sides, credits: Credits) -> Iterator[Difference]:
    """The slots that differ in aligned patterns, then the patterns without a partner."""
    mine, theirs = map(_lines, sides)
    for line, other in zip(mine, result.alignment, strict=True):
        if other is not None:
            yield from _in_pattern(sides, line, theirs[other], credits)
        elif filled := _filled(line):
            subject = CellSubject(line, None, filled)
            yield sides.difference(MISSED, subject, None, Said(_shown(filled), ""), {"mis": len(filled)})
    aligned = set(result.alignment)
    for number, line in enumerate(theirs):
        if number not in aligned and (filled := _filled(line)):
            subject = CellSubject(None, line, {})
            yield sides.difference(SPURIOUS, subject, None, Said("", _shown(filled)), {"spu": len(filled)})


def _in_pattern(sides: Sides, key: Line, response: Line, credits: Credits) -> Iterator[Difference]:
    for column in _COLUMNS:
        mine, theirs = key.row.text(column), response.row.text(column)
        name, outcome = _judged(mine, theirs, credits)
        if name:
            subject = CellSubject(key, response, {column: mine})
            said = Said(_slot(column, mine), _slot(column, theirs), (mine, theirs))
            yield sides.difference(name, subject, column, said, {outcome: 1})


def _judged(key: str, response: str, credits: Credits) -> tuple[str, str]:
    """The class of a slot and the outcome that it counts as; "" where it is right."""
    if not (key and response):
        return (MISSED, "mis") if key else (SPURIOUS, "spu") if response else ("", "")
    credit = credits.of(key, response)
    if credit == FULL:
        return "", ""
    return (PARTIAL_VALUE, "par") if credit else (WRONG_VALUE, "inc")


def _lines(units: Sequence[CpaUnit]) -> list[Line]:
    return [Line(unit, row) for unit in units for row in unit.rows]


def _filled(line: Line) -> dict[int, str]:
    return {column: text for column in _COLUMNS if (text := line.row.text(column))}


def _shown(filled: Mapping[int, str]) -> str:
    return ", ".join(_slot(column, text) for column, text in filled.items())


def _slot(column: int, text: str) -> str:
    return f"{SLOTS[column]} {text}" if text else ""
