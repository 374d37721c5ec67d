"""Runs a search over many files in a thread of its own, with progress that the client can cancel."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from pygls.exceptions import JsonRpcRequestCancelled

from keytally_server.protocol.progress import Progress
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.project.folders import Tell

REPORT_EVERY = 1000
"""How many files are read between two reports."""

_Result = TypeVar("_Result")


class _StoppedError(Exception):
    """The client wants the search no more."""


async def searched(server: KeytallyServer, title: str, search: "Callable[[Tell], _Result]") -> _Result:
    """The result of a search, which runs in a thread of its own; other messages are handled meanwhile.

    `search` must not touch the session. It ends early where its progress is cancelled; then this raises
    JsonRpcRequestCancelled.
    """
    loop, stop = asyncio.get_running_loop(), Event()
    progress = Progress(server, "search", title, stop.set)

    def tell(files: int) -> None:
        if stop.is_set():
            raise _StoppedError
        if files % REPORT_EVERY == 0:
            loop.call_soon_threadsafe(progress.report, f"{files:,} files")

    try:
        return await loop.run_in_executor(None, search, tell)
    except _StoppedError as error:
        raise JsonRpcRequestCancelled from error
    finally:
        stop.set()
        progress.end()
