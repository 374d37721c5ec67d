"""Rules for one sentence: its cells, its labels, and the order of its labels."""

from collections.abc import Iterator

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.rows import Cell, Row
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import OUTSIDE, Scheme
from keytally.evaluations.columns.scoring.encoding import labels_in
from keytally.evaluations.columns.scoring.entities import entities
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.columns import (
    COLUMNS_FIELDS,
    COLUMNS_LABEL,
    COLUMNS_LIKELY_LABEL,
    COLUMNS_NO_LABEL,
    COLUMNS_TRANSITION,
    COLUMNS_UNPARTED,
    ColumnsUnparted,
)
from keytally.text.plural import quantity


def findings_of(unit: SentenceUnit, scheme: Scheme | None) -> tuple[Finding, ...]:
    """The findings in a sentence, in the order of the text; those of labels' order need a scheme.

    Most sentences have none, which their labels tell without a look at each line.
    """
    found = [*_rows(unit), *_labels(unit)] if unit.may_lose else []
    found += _transitions(unit, scheme) if scheme else ()
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def _rows(unit: SentenceUnit) -> Iterator[Finding]:
    """A finding on each line that has not as many cells as the first, and on each without a label."""
    rows = unit.lines().rows
    for row in rows:
        if row.cell(unit.column) is None:
            yield COLUMNS_NO_LABEL.finding(row.start, row.end, {}, _with_label(unit, row))
        elif len(row.cells) != len(rows[0].cells):
            related = (Related(unit, rows[0].start, rows[0].end, "the first line of the sentence"),)
            yield COLUMNS_FIELDS.finding(
                row.start,
                row.end,
                {"cells": _cells(row), "expected": _cells(rows[0])},
                related=related,
            )


def _cells(row: Row) -> str:
    return quantity(len(row.cells), "cell")


def _with_label(unit: SentenceUnit, row: Row) -> tuple[Edit, ...]:
    """The label O behind a lone token of a file whose labels stand in the last column."""
    if unit.column != -1:
        return ()
    separator = "\t" if "\t" in unit.text else " "
    return (Edit(row.cells[-1].end, row.end, f"{separator}{OUTSIDE}"),)


def _labels(unit: SentenceUnit) -> Iterator[Finding]:
    for cell in _label_cells(unit):
        if is_label(cell.text):
            continue
        label = _likely(cell.text)
        if label is None:
            yield COLUMNS_LABEL.finding(cell.start, cell.end, {"text": cell.text})
        else:
            edit = Edit(cell.start, cell.end, label)
            yield COLUMNS_LIKELY_LABEL.finding(
                cell.start, cell.end, {"text": cell.text, "label": label}, (edit,), guessed=True
            )


def _likely(text: str) -> str | None:
    """The label that a text nearly is: with a capital, or with a hyphen; a zero for O."""
    if text in ("o", "0"):
        return OUTSIDE
    label = f"{text[:1].upper()}-{text[2:]}"
    return label if text[1:2] in ("-", "_", ":") and is_label(label) else None


def _transitions(unit: SentenceUnit, scheme: Scheme) -> Iterator[Finding]:
    """A finding on each label that the scheme would write in another way for the entities that are read.

    In IO there is no label for an entity right behind one of its type. Nothing is told behind what is no
    label: it may be right once that is mended.
    """
    labels = unit.labels()
    if labels.count(OUTSIDE) == len(labels):
        return
    wanted = labels_in(scheme, entities(labels), len(labels))
    unparted = [label[:2] == "B-" for label in wanted] if scheme is Scheme.IO else []
    if list(labels) == wanted and True not in unparted:
        return
    for number, (label, right) in enumerate(zip(labels, wanted, strict=True)):
        cell = unit.label_cell(number)
        if label == right and unparted and unparted[number]:
            arguments: ColumnsUnparted = {"label": label, "before": labels[number - 1]}
            yield COLUMNS_UNPARTED.finding(cell.start, cell.end, arguments)
        elif label != right and is_label(label) and (not number or is_label(labels[number - 1])):
            yield COLUMNS_TRANSITION.finding(
                cell.start,
                cell.end,
                {"label": label, "place": _place(labels, number), "scheme": scheme.value, "wanted": right},
                (Edit(cell.start, cell.end, right),),
            )


def _place(labels: tuple[str, ...], number: int) -> str:
    """Where a label stands: between its neighbours."""
    before = f"behind {labels[number - 1]}" if number else "first"
    behind = f"before {labels[number + 1]}" if number + 1 < len(labels) else "last"
    return f"{before} and {behind}"


def _label_cells(unit: SentenceUnit) -> Iterator[Cell]:
    for row in unit.lines().rows:
        cell = row.cell(unit.column)
        if cell is not None:
            yield cell
