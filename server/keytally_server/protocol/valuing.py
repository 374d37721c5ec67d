"""Finds what repairs of a pair gain between other messages, with progress that the client can cancel."""

import asyncio
from collections.abc import Sequence
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from pygls.exceptions import JsonRpcRequestCancelled

from keytally.error_analysis.gains import Valued
from keytally.error_analysis.kept_gains import ClassGain
from keytally_server.protocol.progress import Progress
from keytally_server.protocol.server import PAUSE, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair
    from keytally.error_analysis.kept_gains import KeptGains

SLICE = 0.008
"""Seconds of work between two looks at what the client sends."""

REST = 0.3
"""Seconds without a change after which the work goes on: a repair of a large document takes tens of ms."""


class PairGains(NamedTuple):
    """A pair as it is now, its differences in file order, and its classes."""

    live: "LivePair"
    valued: Sequence[Valued]
    classes: Sequence[ClassGain]


async def gains_of(server: KeytallyServer, uri: str) -> PairGains | None:
    """The gains in the pair of a file as it is at the end of the work, which begins anew after each edit.

    What an edit leaves as it was is not repaired anew. None for a file without a pair, and for a task without
    classes of differences. Raises JsonRpcRequestCancelled where the progress is cancelled.
    """
    stop = Event()
    progress = Progress(server, "gains", "Finding what repairs gain", stop.set)
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
    """Wait until nothing has changed for a while: whoever types is not to be held up."""
    changes = -1
    while changes != server.changes:
        changes = server.changes
        await asyncio.sleep(REST)


async def _unless_changed(
    server: KeytallyServer, live: "LivePair", kept: "KeptGains", progress: Progress, stop: Event
) -> PairGains | None:
    """The gains in a pair; None if a file has changed meanwhile."""
    changes, end = server.changes, monotonic() + SLICE
    documents = max(len(live.documents), 1)
    valued: list[Valued] = []
    for steps, tells in ((kept.steps(), True), (kept.valued(), False)):
        for step in steps:
            if isinstance(step, Valued):
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
