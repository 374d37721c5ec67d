"""`keytally/errors`: the differences of a pair, their gains and their repairs."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from pygls.exceptions import JsonRpcInvalidParams, JsonRpcRequestCancelled

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.analysis import ClassGain, GainCache, ValuedDifference
from keytally.families.contract import Role
from keytally.findings.finding import Edit
from keytally_server.answers import Error, ErrorRepair, FilePlace
from keytally_server.protocol.messages import ErrorsParams
from keytally_server.protocol.notifications import Progress
from keytally_server.protocol.server import PAUSE, KeytallyServer
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from keytally.families.annotations import Difference


MOST_REPAIRS = 10
"""The maximum number of differences in a selection that are fixed to compute their gain."""

_LEAST = 9
"""The number of decimal places of a gain that are used for sorting."""


def by_gain(valued: "Iterable[ValuedDifference]") -> "list[ValuedDifference]":
    """Return the differences sorted by gain, highest first; differences with equal gains keep their order."""
    return sorted(valued, key=lambda each: (bool(each.refused), -round(each.gain, _LEAST)))


def error_of(live: LivePair, valued: ValuedDifference) -> Error:
    """Return a difference of a pair with its positions in files."""
    difference = valued.difference
    place = place_of(live, difference)
    key_place = _file_place(live, difference.key[0], Role.KEY) if difference.key else None
    gain = None if valued.refused else valued.gain
    texts = difference.key_text, difference.response_text
    return Error(difference.name, valued.document, *texts, place, key_place, gain, valued.refused)


def place_of(live: LivePair, difference: "Difference") -> FilePlace:
    """Return the first position of a difference in the response, otherwise in the key."""
    if difference.response:
        return _file_place(live, difference.response[0], Role.RESPONSE)
    return _file_place(live, difference.key[0], Role.KEY)


def repairs_at(snapshot: Snapshot, kept: GainCache, start: int, end: int) -> Iterator[ErrorRepair]:
    """Yield the fixes of differences that touch the range from `start` to `end`, the best first.

    In a long range, only the first differences are considered. In the key, fixes are only returned for
    documents that the response lacks.
    """
    live = snapshot.pair
    if live is None or live.stale:
        return
    units = snapshot.reading.units.between(start, end)
    names = dict.fromkeys(snapshot.reading.documents.name_of(unit) for unit, _ in units)

    def touches(difference: "Difference") -> bool:
        place = place_of(live, difference)
        return place.path == snapshot.path and place.start <= end and place.end >= start

    documents = [name for name in names if name is not None]
    for each in by_gain(islice(kept.wanted(documents, touches), MOST_REPAIRS)):
        repair = None if each.refused else _repair(live, kept, each)
        if repair is not None:
            yield repair


def _repair(live: LivePair, kept: GainCache, valued: ValuedDifference) -> ErrorRepair | None:
    """Return the repair of a difference; None if it changes nothing."""
    made = kept.repair(valued.document, valued.difference).edits
    if not made:
        return None
    path, reading = _home(live, Role.RESPONSE, made[0][0])
    edits = [_moved(edit, reading.units.offset_of(unit)) for unit, edit in made]
    said = error_of(live, valued).said
    title = f"Fix {valued.difference.name}: {said} ({valued.gain + 0.0:+.2f})"
    return ErrorRepair(title, path, tuple(sorted(edits, key=lambda edit: (edit.start, edit.end))))


def _moved(edit: Edit, offset: int) -> Edit:
    return Edit(edit.start + offset, edit.end + offset, edit.text)


def _file_place(live: LivePair, place: Any, role: Role) -> FilePlace:
    path, reading = _home(live, role, place.unit)
    offset = reading.units.offset_of(place.unit)
    return FilePlace(path, offset + place.start, offset + place.end)


def _home(live: LivePair, role: Role, unit: Any) -> tuple[Path, Reading]:
    """Return the file of a side that contains a unit; one of the side's files must contain it."""
    side = live.side(role)
    files: Sequence[tuple[Path, Reading]] = [(path, side.reading(path)) for path in side.paths]
    return files[0] if len(files) == 1 else next(each for each in files if unit in each[1].units)


SLICE = 0.008
"""The time in seconds that is spent on work before messages from the client are handled."""

REST = 0.3
"""The time in seconds without a change before work continues, because a repair of a large document takes
tens of milliseconds.
"""


class PairGains(NamedTuple):
    """The present state of a pair, its differences in file order, and its classes."""

    live: "LivePair"
    valued: Sequence[ValuedDifference]
    classes: Sequence[ClassGain]


async def gains_of(server: KeytallyServer, uri: str) -> PairGains | None:
    """Return the gains in the pair of a file; the computation restarts after each edit.

    The gains of unchanged differences are not computed again. The result is None for a file without a pair,
    or for a task without classes of differences. Raises JsonRpcRequestCancelled if the progress is cancelled.
    """
    stop = Event()
    progress = Progress(server, "gains", "Computing gains", stop.set)
    try:
        while True:
            await server.until_read(uri)
            live = server.session.active_pair(server.path_of(uri))
            if live is not None and live.stale:
                await server.finish()
                continue
            kept = None if live is None else server.session.gains.of(live)
            if live is None or kept is None:
                return None
            found = await _unless_changed(server, live, kept, progress, stop)
            if found is not None:
                return found
            await _rest(server)
    finally:
        progress.end()


async def _rest(server: KeytallyServer) -> None:
    """Wait until nothing has changed for a while, so that typing is not slowed down."""
    changes = -1
    while changes != server.changes:
        changes = server.changes
        await asyncio.sleep(REST)


async def _unless_changed(
    server: KeytallyServer, live: "LivePair", kept: "GainCache", progress: Progress, stop: Event
) -> PairGains | None:
    """Return the gains for a pair; None if a file has changed in the meantime."""
    changes, end = server.changes, monotonic() + SLICE
    documents = max(len(live.documents), 1)
    valued: list[ValuedDifference] = []
    for steps, tells in ((kept.steps(), True), (kept.valued(), False)):
        for step in steps:
            if isinstance(step, ValuedDifference):
                valued.append(step)
            if monotonic() > end:
                if tells and isinstance(step, int):
                    progress.report(f"{step:,} of {documents:,}", min(99 * step // documents, 99))
                await asyncio.sleep(PAUSE)
                end = monotonic() + SLICE
            if stop.is_set():
                raise JsonRpcRequestCancelled
            if changes != server.changes:
                return None
    return PairGains(live, valued, list(kept.classes()))


async def answer_errors(
    server: KeytallyServer, snapshot: Snapshot, params: ErrorsParams
) -> dict[str, Any] | None:
    """Return the pair, its classes of differences, and its differences with the highest gains.

    The result is None if the file has no pair.

    Raises JsonRpcInvalidParams.
    """
    if params.most < 0:
        raise JsonRpcInvalidParams("most must be 0 or more")
    found = await gains_of(server, params.text_document.uri)
    if found is None:
        return None
    listed = by_gain(found.valued)[: params.most]
    return {
        "pair": server.pair_uris(found.live),
        "measure": found.live.evaluation.headline_name,
        "headline": found.live.headline(),
        "total": len(found.valued),
        "classes": [
            {"class": each.name, "count": each.number, "gain": each.gain + 0.0} for each in found.classes
        ],
        "differences": [_error_members(server, error_of(found.live, each)) for each in listed],
    }


def _error_members(server: KeytallyServer, error: Error) -> dict[str, Any]:
    return {
        "class": error.name,
        "gain": None if error.gain is None else error.gain + 0.0,
        **_location(server, error.place),
        "key": error.key,
        "response": error.response,
        "document": error.document,
        "keyPlace": None if error.key_place is None else _location(server, error.key_place),
        "refused": error.refused or None,
        "message": _message(error),
    }


def _message(error: Error) -> str:
    """Return the message shown for an error: `missed: PERSON "Ann" (+0.31)`."""
    gain = "cannot be fixed separately" if error.gain is None else f"{error.gain + 0.0:+.2f}"
    return f"{error.name}: {error.said} ({gain})"


def _location(server: KeytallyServer, place: FilePlace) -> dict[str, Any]:
    location = server.location(place.path, place.start, place.end)
    return {"uri": location.uri, "range": location.range}
