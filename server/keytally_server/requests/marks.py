"""`keytally/marks`: the marks of the visible part of a file."""

from typing import Any, NamedTuple

from lsprotocol import types

from keytally.engine.live_pair import PlacedMark
from keytally.engine.reading import Reading
from keytally.families.contract import Mark
from keytally_server.presenters.presenter import Presenter, presenter_of
from keytally_server.protocol.client import Columns
from keytally_server.protocol.messages import MarksParams, RawJson, raw_object
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer_marks(server: KeytallyServer, snapshot: Snapshot, params: MarksParams) -> RawJson | None:
    """Return the marks of the visible part, or of the whole file; None for a file without a pair."""
    if snapshot.pair is None:
        return None
    start, end = _visible(server, snapshot, params.range)
    files = _files(server, snapshot)
    marks = [_mark(files, mark) for mark in snapshot.marks(start, end)]
    return raw_object(
        {
            "version": server.session.version(snapshot.path),
            "pair": server.pair_uris(snapshot.pair),
            **_members(server, snapshot, params, marks),
        }
    )


def _members(
    server: KeytallyServer, snapshot: Snapshot, params: MarksParams, marks: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the marks, or their changes for a client that supports them."""
    if params.range is None or not server.client.takes_mark_changes:
        return {"marks": marks}
    lines = snapshot.buffer.line_count
    return server.mark_changes.answer(snapshot.path, params.previous_result_id, marks, lines)


def _visible(server: KeytallyServer, snapshot: Snapshot, wanted: types.Range | None) -> tuple[int, int]:
    """Return the visible part in a request; the whole file without one."""
    if wanted is None:
        return 0, len(snapshot.buffer)
    return server.offsets(snapshot, wanted)


class _ComparedFiles(NamedTuple):
    """The files of all marks of a result: their own, and the one of their partners."""

    columns: Columns
    reading: Reading
    presenter: Presenter
    other: Reading | None
    other_uri: str


def _files(server: KeytallyServer, snapshot: Snapshot) -> _ComparedFiles:
    path = snapshot.other_path
    return _ComparedFiles(
        server.columns,
        snapshot.reading,
        presenter_of(snapshot.reading.language),
        snapshot.other_reading,
        "" if path is None else server.uri_of(path),
    )


def _mark(files: _ComparedFiles, placed: PlacedMark) -> dict[str, Any]:
    mark, presenter = placed.mark, files.presenter
    shown: dict[str, Any] = {
        "range": files.columns.plain_range(files.reading, placed.start, placed.end),
        "status": mark.status.value,
        "level": mark.level.value,
        "label": mark.label,
    }
    if mark.verdict is not mark.status:
        shown["verdict"] = mark.verdict.value
    ranges = {"extent": presenter.missing_extent(mark), "text": presenter.marked_text(mark)}
    for name, found in ranges.items():
        if found is not None:
            offset = placed.start - mark.start
            shown[name] = files.columns.plain_range(files.reading, offset + found[0], offset + found[1])
    if placed.start == placed.end and (line := presenter.own_line(mark)):
        shown["line"] = line
    if (partner := _partner(files, mark)) is not None:
        shown["partner"] = partner
    return shown


def _partner(files: _ComparedFiles, mark: Mark) -> dict[str, Any] | None:
    other = files.other
    if mark.partner is None or other is None:
        return None
    unit, start, end = mark.partner
    offset = other.units.offset_of(unit)
    place = files.columns.plain_range(other, offset + start, offset + end)
    return {"uri": files.other_uri, "range": place}
