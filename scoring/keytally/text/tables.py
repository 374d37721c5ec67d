"""Tables as text, Markdown, CSV and LaTeX."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from keytally.text.rendering import markdown_code, printable

_PLAIN_IN_MARKDOWN = re.compile(
    r"(?:[^\W_]|(?<=[^\W_])_+(?=[^\W_])|[ .,;()/%+=\"'§€–…→-]|&(?!#?\w+;)|#(?![\w#\[]))*"
)
_AUTOLINKED = re.compile(r"www\.|\bGH-\d", re.I)
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LATEX = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    **{letter: f"{{{letter}}}" for letter in "[]*"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def markdown_cell(text: str) -> str:
    """Return text for a table or a line of Markdown: unchanged if it contains no markup, otherwise as code.

    In code, nothing becomes a link, a user mention or an issue reference, which a backslash escape does not
    prevent on GitHub.
    """
    text = printable(text)
    if _PLAIN_IN_MARKDOWN.fullmatch(text) and not _AUTOLINKED.search(text):
        return text
    if "|" not in text:
        return markdown_code(text)
    if "\\" not in text:
        return markdown_code(text).replace("|", r"\|")
    letters = (letter if letter.isalnum() or letter == " " else f"&#{ord(letter)};" for letter in text)
    return f"<code>{''.join(letters)}</code>"


def latex_cell(text: str) -> str:
    """Return text for a LaTeX table, with special characters escaped."""
    return "".join(_LATEX.get(letter, letter) for letter in printable(text))


def csv_cell(text: str) -> str:
    """Return text for a CSV table; an apostrophe precedes text that a spreadsheet would evaluate."""
    text = printable(text)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


class Table(NamedTuple):
    """A table: its title, the names of its columns, rows of cells, and which columns hold text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int] = frozenset({0})


def as_text(tables: Sequence[Table]) -> str:
    """Return the tables in aligned columns, each after its title."""
    return "\n".join(f"{printable(table.title)}\n\n{_aligned(table)}" for table in tables)


def _aligned(table: Table) -> str:
    rows = [[*map(printable, row)] for row in (table.columns, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if at in table.texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"{'  '.join(cells).rstrip()}\n")
    return "".join(lines)


def as_markdown(tables: Sequence[Table]) -> str:
    """Return the tables in GitHub Markdown, each after its title in bold."""
    return "\n".join(f"**{markdown_cell(table.title)}**\n\n{_piped(table)}" for table in tables)


def _piped(table: Table) -> str:
    marks = ["---" if at in table.texts else "---:" for at in range(len(table.columns))]
    head, *body = ([*map(markdown_cell, row)] for row in (table.columns, *table.rows))
    rows = [head, marks, *body]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def as_csv(tables: Sequence[Table]) -> str:
    """Return the tables as comma-separated values, with an empty line between tables."""
    return "\n".join(map(_separated, tables))


def _separated(table: Table) -> str:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerows([*map(csv_cell, row)] for row in (table.columns, *table.rows))
    return page.getvalue()


def as_latex(tables: Sequence[Table]) -> str:
    """Return the tables for LaTeX, using the booktabs package."""
    return "\n".join(map(_tabular, tables))


def _tabular(table: Table) -> str:
    kinds = "".join("l" if at in table.texts else "r" for at in range(len(table.columns)))
    head, *rows = (" & ".join(map(latex_cell, row)) + r" \\" for row in (table.columns, *table.rows))
    lines = (f"\\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule")
    return f"% {printable(table.title)}\n" + "".join(f"{line}\n" for line in (*lines, r"\end{tabular}"))


FORMATS: Mapping[str, Callable[[Sequence[Table]], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
}
