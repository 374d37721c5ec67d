"""Tables of cells, and how each format writes them."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Table(NamedTuple):
    """A table: its title, the names of its columns, rows of cells, and which columns hold text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int] = frozenset({0})


def as_text(tables: Sequence[Table]) -> str:
    """The tables in aligned columns, each after its title."""
    return "\n".join(f"{table.title}\n\n{_aligned(table)}" for table in tables)


def _aligned(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(table.columns, *table.rows, strict=True)]
    lines = []
    for row in (table.columns, *table.rows):
        cells = [
            cell.ljust(width) if at in table.texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"{'  '.join(cells).rstrip()}\n")
    return "".join(lines)


def as_markdown(tables: Sequence[Table]) -> str:
    """The tables in the Markdown of GitHub, each after its title in bold."""
    return "\n".join(f"**{_in_markdown(table.title)}**\n\n{_piped(table)}" for table in tables)


def _piped(table: Table) -> str:
    marks = ["---" if at in table.texts else "---:" for at in range(len(table.columns))]
    head, *body = ([_in_markdown(cell) for cell in row] for row in (table.columns, *table.rows))
    rows = [head, marks, *body]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _in_markdown(cell: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\|*_`<>[]&" else letter for letter in cell)


def as_csv(tables: Sequence[Table]) -> str:
    """The tables as comma-separated values, an empty line between them."""
    return "\n".join(map(_separated, tables))


def _separated(table: Table) -> str:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return page.getvalue()


def as_latex(tables: Sequence[Table]) -> str:
    """The tables for LaTeX with the package booktabs."""
    return "\n".join(map(_tabular, tables))


def _tabular(table: Table) -> str:
    kinds = "".join("l" if at in table.texts else "r" for at in range(len(table.columns)))
    head, *rows = (" & ".join(map(_in_latex, row)) + r" \\" for row in (table.columns, *table.rows))
    lines = (f"\\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule")
    return f"% {table.title}\n" + "".join(f"{line}\n" for line in (*lines, r"\end{tabular}"))


_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def _in_latex(cell: str) -> str:
    return "".join(_LATEX.get(letter, f"\\{letter}" if letter in "&%$#_{}" else letter) for letter in cell)


FORMATS: Mapping[str, Callable[[Sequence[Table]], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
}
