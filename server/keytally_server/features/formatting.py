"""Formats a file or a part of it, without changing its content."""

from collections.abc import Iterator
from functools import partial

from keytally.findings.finding import Edit
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def formatting(snapshot: Snapshot, indent: str, start: int = 0, end: int | None = None) -> list[Edit]:
    """The edits that format the lines from `start` to `end`, in order; none without a layout."""
    last = len(snapshot.reading) if end is None else end
    return [
        edit for edit in _edits(snapshot, indent, start, last) if edit.start <= last and edit.end >= start
    ]


def _edits(snapshot: Snapshot, indent: str, start: int, end: int) -> Iterator[Edit]:
    language, length = snapshot.reading.language, len(snapshot.buffer)
    presenter = presenter_of(language)
    for unit, offset in snapshot.reading.units.between(start, end):
        after = offset + len(unit.text)
        following = partial(snapshot.buffer.slice, after, min(after + language.lookahead, length))
        behind = following if after < length else None
        for edit in presenter.formatting_edits(snapshot, unit, behind, indent):
            yield edit._replace(start=offset + edit.start, end=offset + edit.end)
