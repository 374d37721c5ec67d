"""Laying a file out anew, all of it or a part, without any change in what it says."""

from collections.abc import Iterator
from dataclasses import replace

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Edit
from keytally_server.features.templates.layout import unit_edits
from keytally_server.session.snapshot import Snapshot


def formatting(snapshot: Snapshot, indent: str, start: int = 0, end: int | None = None) -> list[Edit]:
    """The edits that lay out the lines from `start` to `end`, in order; only template files have a layout."""
    last = len(snapshot.reading) if end is None else end
    return [
        edit for edit in _edits(snapshot, indent, start, last) if edit.start <= last and edit.end >= start
    ]


def _edits(snapshot: Snapshot, indent: str, start: int, end: int) -> Iterator[Edit]:
    language = snapshot.reading.language
    for unit, offset in snapshot.reading.units_in(start, end):
        if isinstance(unit, TemplateUnit):
            after = offset + len(unit.text)
            following = snapshot.buffer.slice(after, min(after + language.lookahead, len(snapshot.buffer)))
            for edit in unit_edits(unit, following, language, indent):
                yield replace(edit, start=offset + edit.start, end=offset + edit.end)
