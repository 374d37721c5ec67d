"""Progress of long work that a client shows, and that its user can cancel."""

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count

from lsprotocol import types

from keytally_server.protocol.server import KeytallyServer

_numbers = count(1)


class Progress:
    """What the client is shown of some work: nothing until it has agreed, and nothing after the end.

    `kind` is part of the token, by which clients can tell the work; `cancel` is called when the user cancels.
    """

    def __init__(self, server: KeytallyServer, kind: str, title: str, cancel: Callable[[], None]) -> None:
        self._progress = server.work_done_progress
        self._token = f"keytally-{kind}-{next(_numbers)}"
        self._title = title
        self._cancel = cancel
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
        self._cancel()

    def report(self, message: str, percentage: int | None = None) -> None:
        """Tell how far the work is."""
        if self._is_shown:
            report = types.WorkDoneProgressReport(message=message, percentage=percentage)
            self._progress.report(self._token, report)

    def end(self) -> None:
        """Tell that the work has ended, in whatever way."""
        if self._is_shown:
            self._progress.end(self._token, types.WorkDoneProgressEnd())
        self._is_shown, self._is_over = False, True
        self._progress.tokens.pop(self._token, None)
