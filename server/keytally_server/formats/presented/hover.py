"""Hovers of units that implement their own presentation: verdicts, the unit's note, and figures."""

from collections.abc import Iterable, Iterator

from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Note
from keytally_server.answers.hover import Hover
from keytally_server.cursor.marks import marks_at
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.tallies import tallies
from keytally_server.wording.verdicts import with_partner


def presented_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Every verdict at a place with its partner, the unit's note, and its document's figures."""
    return noted_hover(snapshot, at, at.unit.note_at(at.place))


def noted_hover(snapshot: Snapshot, at: UnitAt, note: Note | None) -> Hover | None:
    """Every verdict at a place, a note, and figures; None where there is neither verdict nor note."""
    marks = marks_at(snapshot, at.unit, at.place)
    if not marks and note is None:
        return None
    parts = [with_partner(snapshot, mark) for mark in marks]
    parts += [] if note is None else [note.markdown]
    text = "\n\n".join([*parts, *tallies(snapshot, at.unit)])
    start, end = min(_stretches(marks, note), key=lambda span: span[1] - span[0])
    return Hover(text, at.offset + start, at.offset + end)


def _stretches(marks: Iterable[Mark], note: Note | None) -> Iterator[tuple[int, int]]:
    """The possible ranges of the hover; ranges of missing items only if no other mark exists."""
    spans = [(mark.start, mark.end) for mark in marks]
    yield from [span for span in spans if span[0] < span[1]] or spans
    if note is not None:
        yield note.start, note.end
