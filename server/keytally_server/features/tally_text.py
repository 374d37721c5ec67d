"""Tallies in a few words, for hovers, lenses and the status bar."""

from collections.abc import Mapping, Sequence
from typing import Any

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")
_RARE = ("par", "non")


def in_short(totals: Mapping[str, Any]) -> str:
    """`F 63.3  COR 246  INC 18  MIS 40  SPU 12`, counts of zero left out; "" for no tallies."""
    if not totals:
        return ""
    counts = [f"{name.upper()} {totals[name]}" for name in COUNTS if totals[name]]
    return "  ".join([f"F {totals['f']['p&r']:.1f}", *counts])


def as_table(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """A Markdown table of tallies with their recall, precision and F, in columns also when seen raw.

    PAR and NON are left out where no row counts any.
    """
    counts = [
        name for name in ("pos", "act", *COUNTS) if name not in _RARE or any(row[name] for _, row in rows)
    ]
    table = [["", *(name.upper() for name in counts), "REC", "PRE", "F"]]
    table += [[name, *(str(row[count]) for count in counts), *_ratios(row)] for name, row in rows]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]
    lines = [_line(cells, widths) for cells in table]
    rule = "|".join(["-" * (widths[0] + 2), *(f"{'-' * (width + 1)}:" for width in widths[1:])])
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _ratios(totals: Mapping[str, Any]) -> list[str]:
    return [f"{value:.1f}" for value in (totals["rec"], totals["pre"], totals["f"]["p&r"])]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"| {' | '.join([cells[0].ljust(widths[0]), *numbers])} |"
