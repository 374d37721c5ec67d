"""Formatting of a file, of a range, and after a typed character."""

from collections.abc import Iterator
from functools import partial

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.edits import text_edits
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def formatting(snapshot: Snapshot, indent: str, start: int = 0, end: int | None = None) -> list[Edit]:
    """Return the edits that format the lines from `start` to `end`, in order; empty for a format without a
    layout.
    """
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


def on_type_formatting(snapshot: Snapshot, offset: int, typed: str, indent: str) -> list[Edit]:
    """Return the edits that follow when a character is typed directly before an offset."""
    presenter = presenter_of(snapshot.reading.language)
    return list(presenter.on_type_edits(snapshot, snapshot.unit_before(offset), typed, indent))


def answer_formatting(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    """Return the edits that format a file."""
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options)))


def answer_range_formatting(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentRangeFormattingParams
) -> list[types.TextEdit]:
    """Return the edits that format the lines of a range."""
    start, end = server.offsets(snapshot, params.range)
    return text_edits(server, snapshot, formatting(snapshot, _indent(params.options), start, end))


def answer_on_type_formatting(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentOnTypeFormattingParams
) -> list[types.TextEdit]:
    """Return the edits that follow when a character is typed."""
    offset = server.offset(snapshot, params.position)
    edits = on_type_formatting(snapshot, offset, params.ch, _indent(params.options))
    return text_edits(server, snapshot, edits)


def _indent(options: types.FormattingOptions) -> str:
    """Return the client's indentation."""
    return " " * options.tab_size if options.insert_spaces else "\t"
