"""`keytally/marks`: the marks of the visible part of a file."""

from typing import Any

from lsprotocol import types

from keytally.engine.live_pair import PlacedMark
from keytally.evaluations.interface import Mark
from keytally_server.formats.registry import presenter_of
from keytally_server.protocol.messages import MarksParams
from keytally_server.protocol.raw_json import RawJson, raw_object
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: MarksParams) -> RawJson | None:
    """The marks of the visible part, or of the whole file; None for a file without a pair."""
    if snapshot.pair is None:
        return None
    start, end = _visible(server, snapshot, params.range)
    marks = [_mark(server, snapshot, each) for each in snapshot.marks(start, end)]
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
    """The marks, or for a client that takes changes how those of a range have changed."""
    if params.range is None or not server.client.takes_mark_changes:
        return {"marks": marks}
    lines = snapshot.buffer.line_count
    return server.mark_changes.answer(snapshot.path, params.previous_result_id, marks, lines)


def _visible(server: KeytallyServer, snapshot: Snapshot, wanted: types.Range | None) -> tuple[int, int]:
    """The visible part in a request; the whole file without one."""
    if wanted is None:
        return 0, len(snapshot.buffer)
    return server.offsets(snapshot, wanted)


def _mark(server: KeytallyServer, snapshot: Snapshot, placed: PlacedMark) -> dict[str, Any]:
    mark = placed.mark
    shown: dict[str, Any] = {
        "range": server.columns.plain_range(snapshot.reading, placed.start, placed.end),
        "status": mark.status.value,
        "level": mark.level.value,
        "label": mark.label,
    }
    if mark.verdict is not mark.status:
        shown["verdict"] = mark.verdict.value
    presenter = presenter_of(snapshot.reading.language)
    ranges = {"extent": presenter.missing_extent(mark), "text": presenter.marked_text(mark)}
    for name, found in ranges.items():
        if found is not None:
            offset = placed.start - mark.start
            shown[name] = server.columns.plain_range(snapshot.reading, offset + found[0], offset + found[1])
    if placed.start == placed.end and (line := presenter.own_line(mark)):
        shown["line"] = line
    if (partner := _partner(server, snapshot, mark)) is not None:
        shown["partner"] = partner
    return shown


def _partner(server: KeytallyServer, snapshot: Snapshot, mark: Mark) -> dict[str, Any] | None:
    other, path = snapshot.other_reading, snapshot.other_path
    if mark.partner is None or other is None or path is None:
        return None
    unit, start, end = mark.partner
    offset = other.units.offset_of(unit)
    place = server.columns.plain_range(other, offset + start, offset + end)
    return {"uri": server.uri_of(path), "range": place}
