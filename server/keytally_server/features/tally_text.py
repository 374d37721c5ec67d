"""Tables of figures, for hovers."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.evaluations.interface import Figure
from keytally_server.session.snapshot import Snapshot

_RARE = ("PAR", "NON")
_SUMS = ("POS", "ACT")


def tallies(snapshot: Snapshot, unit: Any) -> Iterator[str]:
    """The figures of a unit's document and of all documents; nothing for a document that has no score."""
    document = snapshot.reading.document_of(unit)
    if snapshot.pair is None or document is None:
        return
    totals = snapshot.pair.document_totals(document)
    if totals:
        figures = snapshot.pair.evaluation.figures
        all_totals = snapshot.pair.totals()
        yield as_table([("this document", figures(totals)), ("all documents", figures(all_totals))])


def as_table(rows: Sequence[tuple[str, Sequence[Figure]]], subject: str = "") -> str:
    """A Markdown table of named rows of figures about a subject, in columns also when seen raw.

    PAR and NON are left out where no row counts any, POS and ACT always: they are sums of others.
    A row that lacks a figure has a gap there.
    """
    cells = [{figure.name: figure.text for figure in figures} for _, figures in rows]
    names = [name for name in dict.fromkeys(name for row in cells for name in row) if _is_told(name, cells)]
    table = [[subject, *names]]
    table += [
        [title, *(row.get(name, "") for name in names)] for (title, _), row in zip(rows, cells, strict=True)
    ]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]
    lines = [_line(row, widths) for row in table]
    rule = "|".join(["-" * (widths[0] + 2), *(f"{'-' * (width + 1)}:" for width in widths[1:])])
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _is_told(name: str, rows: Sequence[dict[str, str]]) -> bool:
    if name in _RARE:
        return any(row.get(name, "0") != "0" for row in rows)
    return name not in _SUMS


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"| {' | '.join([cells[0].ljust(widths[0]), *numbers])} |"
