"""Tallies in a few words, for hovers, lenses and the status bar."""

from collections.abc import Mapping
from typing import Any

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")


def in_short(totals: Mapping[str, Any]) -> str:
    """`F 63.3  COR 246  INC 18  MIS 40  SPU 12`, counts of zero left out; "" for no tallies."""
    if not totals:
        return ""
    counts = [f"{name.upper()} {totals[name]}" for name in COUNTS if totals[name]]
    return "  ".join([f"F {totals['f']['p&r']:.1f}", *counts])


def as_table_row(name: str, totals: Mapping[str, Any]) -> str:
    """A row of a Markdown table: the counts, then recall, precision and F."""
    counts = " | ".join(str(totals[count]) for count in ("pos", "act", *COUNTS))
    ratios = " | ".join(f"{value:.1f}" for value in (totals["rec"], totals["pre"], totals["f"]["p&r"]))
    return f"| {name} | {counts} | {ratios} |"


TABLE_HEAD = (
    "| | POS | ACT | COR | PAR | INC | MIS | SPU | NON | REC | PRE | F |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
