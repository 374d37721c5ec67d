"""Rows of tallies for report pages and the JSON output, and their sums over documents."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from keytally.tallies.tally import Tally


class Row(NamedTuple):
    """The name of a row: a part of the report, and names that lead to the row within it.

    Parts: `total` (no names), `object` (class), `slot` (class, slot), `subtask` (class, slot,
    value), `section` (section or group), `text_filter` (no names). Class, slot and value are in
    lower case; a section is written as configured.
    """

    part: str
    names: tuple[str, ...] = ()


TOTAL = Row("total")
TEXT_FILTER = Row("text_filter")

Tabulation = Mapping[Row, Tally]

NOTHING = Tally()


def total_of(tabulations: Iterable[Tabulation]) -> dict[Row, Tally]:
    """The sum of tabulations, row by row."""
    found: dict[Row, list[Tally]] = {}
    for tabulation in tabulations:
        for row, tally in tabulation.items():
            found.setdefault(row, []).append(tally)
    return {row: Tally(*map(sum, zip(*tallies, strict=True))) for row, tallies in found.items()}


def condensed(tabulations: Sequence[Tabulation]) -> list[Tabulation]:
    """Tabulations with the same totals, one by one, and the same sum: the first has all other rows of all."""
    totals = [{TOTAL: each[TOTAL]} if TOTAL in each else {} for each in tabulations]
    if not totals:
        return []
    others = total_of(tabulations)
    others.pop(TOTAL, None)
    return [totals[0] | others, *totals[1:]]


def add_into(sums: dict[Row, Tally], tabulation: Tabulation) -> None:
    """Add `tabulation` to `sums`, in place."""
    for row, tally in tabulation.items():
        before = sums.get(row)
        sums[row] = tally if before is None else before.plus(tally)


def take_from(sums: dict[Row, Tally], tabulation: Tabulation) -> None:
    """Subtract `tabulation` from `sums`, in place; empty rows are deleted."""
    for row, tally in tabulation.items():
        rest = sums[row].minus(tally)
        if rest == NOTHING:
            del sums[row]
        else:
            sums[row] = rest
