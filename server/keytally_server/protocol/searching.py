"""Runs a search over many files in a thread of its own, with progress that the client can cancel."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcRequestCancelled

from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.project.folders import Tell

REPORT_EVERY = 1000
"""How many files are read between two reports."""

_Result = TypeVar("_Result")
_numbers = count(1)


class _StoppedError(Exception):
    """The client wants the search no more."""


class _Progress:
    """What the client is shown of a search: nothing until it has agreed, and nothing after the end."""

    def __init__(self, server: KeytallyServer, title: str, stop: Event) -> None:
        self._progress = server.work_done_progress
        self._token = f"keytally-search-{next(_numbers)}"
        self._title = title
        self._stop = stop
        self._is_shown = self._is_over = False
        if server.client.shows_progress:
            self._progress.create(self._token, self._begin)

    def _begin(self, answer: object) -> None:
        if self._is_over:
            self._progress.tokens.pop(self._token, None)
            return
        self._is_shown = True
        self._progress.tokens[self._token].add_done_callback(self._cancelled)
        self._progress.begin(self._token, types.WorkDoneProgressBegin(self._title, cancellable=True))

    def _cancelled(self, agreed: "Future[None]") -> None:
        self._stop.set()

    def report(self, files: int) -> None:
        """Tell how many files have been read."""
        if self._is_shown:
            self._progress.report(self._token, types.WorkDoneProgressReport(message=f"{files:,} files"))

    def end(self) -> None:
        """Tell that the search has ended, in whatever way."""
        if self._is_shown:
            self._progress.end(self._token, types.WorkDoneProgressEnd())
        self._is_shown, self._is_over = False, True
        self._progress.tokens.pop(self._token, None)


async def searched(server: KeytallyServer, title: str, search: "Callable[[Tell], _Result]") -> _Result:
    """The result of a search, which runs in a thread of its own; other messages are handled meanwhile.

    `search` must not touch the session. It ends early where its progress is cancelled; then this raises
    JsonRpcRequestCancelled.
    """
    loop, stop = asyncio.get_running_loop(), Event()
    progress = _Progress(server, title, stop)

    def tell(files: int) -> None:
        if stop.is_set():
            raise _StoppedError
        if files % REPORT_EVERY == 0:
            loop.call_soon_threadsafe(progress.report, files)

    try:
        return await loop.run_in_executor(None, search, tell)
    except _StoppedError as error:
        raise JsonRpcRequestCancelled from error
    finally:
        stop.set()
        progress.end()
