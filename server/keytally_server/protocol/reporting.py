"""Makes the reports of a pair between other messages, with progress that the client can cancel."""

import asyncio
from collections.abc import Mapping
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from pygls.exceptions import JsonRpcRequestCancelled

from keytally_server.protocol.progress import Progress
from keytally_server.protocol.server import PAUSE, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair

SLICE = 0.008
"""Seconds of work between two looks at what the client sends."""


async def reports_of(server: KeytallyServer, live: "LivePair") -> Mapping[str, str]:
    """The reports of a pair as it is now, by name.

    What reads the live pair is done in slices, and the writing in a thread of its own. Raises
    JsonRpcRequestCancelled where the progress is cancelled.
    """
    stop = Event()
    progress = Progress(server, "reports", "Making the reports", stop.set)
    documents = max(len(live.documents), 1)
    try:
        steps, done, end = live.preparing_reports(), 0, monotonic() + SLICE
        while True:
            next(steps)
            done += 1
            if monotonic() > end:
                progress.report(f"{done:,} of {documents:,}", min(99 * done // documents, 99))
                await asyncio.sleep(PAUSE)
                end = monotonic() + SLICE
            if stop.is_set():
                raise JsonRpcRequestCancelled
    except StopIteration as prepared:
        return await asyncio.get_running_loop().run_in_executor(None, prepared.value)
    finally:
        progress.end()
