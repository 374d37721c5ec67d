"""Tables of figures for hovers."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.evaluations.abilities import CountsWholes
from keytally.evaluations.interface import Figure
from keytally.text.markdown import prose
from keytally.text.plural import plural
from keytally_server.session.snapshot import Snapshot

_RARE = ("PAR", "NON")
_SUMS = ("POS", "ACT")


def tallies(snapshot: Snapshot, unit: Any) -> Iterator[str]:
    """The figures of a unit's document and of all documents; none for a document without a score."""
    document = snapshot.reading.documents.name_of(unit)
    if snapshot.pair is None or document is None:
        return
    totals = snapshot.pair.document_totals(document)
    if totals:
        evaluation = snapshot.pair.evaluation
        figures, name = evaluation.figures, evaluation.document_name
        of_document, of_all = figures(totals), figures(snapshot.pair.totals())
        rows = [(f"this {name}", of_document), (f"all {plural(name)}", of_all)]
        alike = [each.name for each in of_document] == [each.name for each in of_all]
        wholes = evaluation if isinstance(evaluation, CountsWholes) else None
        subject = wholes.part_name if wholes is not None else ""
        yield as_table(rows, subject) if alike else "  \n".join(_in_line(*row) for row in rows)
        if wholes is not None:
            of_document = wholes.whole_figures(snapshot.pair.scores_of(document))
            of_all = wholes.all_whole_figures(snapshot.pair.fold)
            yield "  \n".join(_in_line(*row) for row in ((rows[0][0], of_document), (rows[1][0], of_all)))


def _in_line(title: str, figures: Sequence[Figure]) -> str:
    return f"{title}: {', '.join(f'{prose(figure.name)} {prose(figure.text)}' for figure in figures)}"


def as_table(rows: Sequence[tuple[str, Sequence[Figure]]], subject: str = "") -> str:
    """A Markdown table of named rows of figures, with columns aligned also in the raw text.

    `subject` heads the first column. All rows have the same figures. Leaves out PAR and NON if no row
    counts any, and always POS and ACT, which are sums of others.
    """
    cells = [{prose(figure.name): prose(figure.text) for figure in figures} for _, figures in rows]
    names = [name for name in cells[0] if _is_shown(name, cells)]
    table = [[subject, *names]]
    table += [[title, *(row[name] for name in names)] for (title, _), row in zip(rows, cells, strict=True)]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]
    lines = [_line(row, widths) for row in table]
    rule = "|".join(["-" * (widths[0] + 2), *(f"{'-' * (width + 1)}:" for width in widths[1:])])
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _is_shown(name: str, rows: Sequence[dict[str, str]]) -> bool:
    if name in _RARE:
        return any(row[name] != "0" for row in rows)
    return name not in _SUMS


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"| {' | '.join([cells[0].ljust(widths[0]), *numbers])} |"
