"""Tables of figures, for hovers."""

from collections.abc import Sequence

from keytally.evaluations.interface import Figure

_RARE = ("PAR", "NON")


def as_table(rows: Sequence[tuple[str, Sequence[Figure]]]) -> str:
    """A Markdown table of named rows with the same figures, in columns also when seen raw.

    PAR and NON are left out where no row counts any.
    """
    columns = list(zip(*(figures for _, figures in rows), strict=True))
    columns = [column for column in columns if column[0].name not in _RARE or _counts_any(column)]
    table = [["", *(column[0].name for column in columns)]]
    table += [[name, *(column[at].text for column in columns)] for at, (name, _) in enumerate(rows)]
    widths = [max(3, *map(len, cells)) for cells in zip(*table, strict=True)]
    lines = [_line(cells, widths) for cells in table]
    rule = "|".join(["-" * (widths[0] + 2), *(f"{'-' * (width + 1)}:" for width in widths[1:])])
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _counts_any(column: Sequence[Figure]) -> bool:
    return any(figure.text != "0" for figure in column)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"| {' | '.join([cells[0].ljust(widths[0]), *numbers])} |"
