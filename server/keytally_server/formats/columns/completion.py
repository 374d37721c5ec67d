"""Completions of labels: what may stand behind the label before."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.labels import NO_ENTITY, Label, label_of
from keytally.evaluations.columns.formats.rows import Cell
from keytally.evaluations.columns.formats.unit import LAST, SentenceUnit
from keytally.evaluations.columns.model import OUTSIDE, Scheme
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.formats.columns.surroundings import scheme_at, types_at
from keytally_server.session.snapshot import Snapshot, UnitAt

_OPENING = {
    Scheme.IOB1: "I",
    Scheme.IOB2: "B",
    Scheme.IOBES: "SB",
    Scheme.BILOU: "UB",
    Scheme.IO: "I",
}
"""The prefixes of a first token."""

_GOING_ON = {Scheme.IOBES: "EI", Scheme.BILOU: "LI"}
"""The prefixes of a further token; `I` in other schemes."""

_CLOSED = "ESLU"


def label_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """The labels that may stand in the cell at a place, the likeliest first."""
    unit: SentenceUnit = at.unit
    number = unit.tokens_at(at.place, at.place)[0]
    cell = _cell(unit, number, at.place)
    if cell is None:
        return
    before = label_of(unit.labels()[number - 1]) if number else NO_ENTITY
    for label in _labels(scheme_at(snapshot, at), types_at(snapshot, at), before):
        start, end = at.offset + cell.start, at.offset + cell.end
        yield Completion(label, CompletionKind.VALUE, label, start, end)


def _cell(unit: SentenceUnit, number: int, place: int) -> Cell | None:
    """The label's cell at a place; of zero width where a line ends in the blank before its label."""
    rows = unit.lines().rows
    if number >= len(rows) or place < rows[number].start:
        return None
    cell, row = rows[number].cell(unit.column), rows[number]
    if cell is not None and cell.start <= place <= cell.end:
        return cell
    behind = unit.text[row.cells[-1].end : place]
    is_new = place > row.cells[-1].end and not behind.strip(" \t")
    has_place = unit.column == LAST or unit.column == len(row.cells)
    return Cell("", place, place) if is_new and has_place and _lacks_cell(unit, number) else None


def _lacks_cell(unit: SentenceUnit, number: int) -> bool:
    """Whether a line has fewer cells than its sentence's other lines."""
    widths = [len(row.cells) for at, row in enumerate(unit.lines().rows) if at != number]
    return len(unit.lines().rows[number].cells) < max(widths, default=2)


def _labels(scheme: Scheme, types: Sequence[str], before: Label) -> Sequence[str]:
    """The labels that a scheme has behind another one: those that go on, then the others."""
    is_open = before.prefix != OUTSIDE and before.prefix not in _CLOSED
    going_on = [f"{prefix}-{before.type}" for prefix in _GOING_ON.get(scheme, "I") if is_open]
    if going_on and scheme in _GOING_ON:
        return going_on
    opening = [f"{prefix}-{name}" for name in types for prefix in _OPENING[scheme]]
    touching = [f"B-{before.type}"] if is_open and scheme in (Scheme.IOB1, Scheme.IO) else []
    return list(dict.fromkeys([*going_on, OUTSIDE, *opening, *touching]))
