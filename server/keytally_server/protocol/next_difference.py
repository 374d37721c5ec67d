"""Looks for the next difference between other messages: in a pair, and then in the others of its project."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcRequestCancelled

from keytally.evaluations.interface import Role
from keytally_server.answers.stop import Stop, Unscored
from keytally_server.features.differences import differences_ahead, differences_behind, differences_in
from keytally_server.protocol.progress import Progress
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from keytally.project.pair import Pair

_Differences = Callable[[Snapshot], Iterator[Stop | Unscored]]


async def next_difference(
    server: KeytallyServer, uri: str, position: types.Position, *, forwards: bool, inclusive: bool
) -> Stop | None:
    """The first difference after a position of a file, or the last one before it; None without one.

    Behind those of its pair come those of the other pairs of the project in turn, whose files are read and
    scored for it, and then the pair's first. Documents on the way that wait for their score are scored first.
    Raises JsonRpcRequestCancelled where the progress is cancelled.
    """
    path = server.path_of(uri)

    def from_here(differences: Callable[..., Iterator[Stop | Unscored]]) -> _Differences:
        return lambda snapshot: differences(
            snapshot, server.offset(snapshot, position), forwards=forwards, inclusive=inclusive
        )

    return (
        await _first(server, path, from_here(differences_ahead))
        or await _in_other_pairs(server, path, forwards=forwards)
        or await _first(server, path, from_here(differences_behind))
    )


async def _first(server: KeytallyServer, path: Path, differences: _Differences) -> Stop | None:
    """The first of the differences in a file's pair; the search begins anew after each change of a file."""
    while True:
        await server.until_read(server.uri_of(path))
        snapshot = server.session.snapshot(path)
        if snapshot is None or snapshot.pair is None:
            return None
        changes, found = server.changes, differences(snapshot)
        while changes == server.changes:
            step = next(found, None)
            if step is None or isinstance(step, Stop):
                return step
            server.score_first(snapshot.pair, step.document)
            await asyncio.sleep(0)


async def _in_other_pairs(server: KeytallyServer, path: Path, *, forwards: bool) -> Stop | None:
    """The first difference of the other pairs of a file's project, on the file's side of each.

    One search at a time: another one would end the pair that this one has made live.
    """
    async with server.search:
        return await _search(server, path, forwards=forwards)


async def _search(server: KeytallyServer, path: Path, *, forwards: bool) -> Stop | None:
    live = server.session.active_pair(path)
    pairs = [] if live is None else server.session.pairs_after(live.pair, path)
    if live is None or not pairs:
        return None
    role, stop = live.role_of(path), Event()
    progress = Progress(server, "search", "Looking for differences", stop.set)
    found = None
    try:
        for number, pair in enumerate(pairs if forwards else reversed(pairs)):
            progress.report(pair.response.name, 100 * number // len(pairs))
            found = await _visited(server, pair, role, forwards=forwards)
            if found is not None:
                return found
            if stop.is_set():
                raise JsonRpcRequestCancelled
    finally:
        progress.end()
        if found is None:
            _visit(server, None)
    return None


async def _visited(server: KeytallyServer, pair: "Pair", role: Role, *, forwards: bool) -> Stop | None:
    """The first difference on one side of a pair, whose files are read for it."""
    files = pair.keys if role is Role.KEY else pair.responses
    if not files:
        return None
    _visit(server, pair)
    return await _first(server, files[0], lambda snapshot: differences_in(snapshot, forwards=forwards))


def _visit(server: KeytallyServer, pair: "Pair | None") -> None:
    """Make a pair live, whichever files are open, and let its files be read."""
    server.after_change(server.session.visit(pair))
