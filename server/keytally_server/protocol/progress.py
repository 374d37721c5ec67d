"""Progress of long work that a client shows, and that its user can cancel."""

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count

from lsprotocol import types

from keytally_server.protocol.server import KeytallyServer

_numbers = count(1)


class Progress:
    """Progress reports to the client: none before it agrees, and none after the end.

    `kind` is part of the token, by which clients can distinguish work; `cancel` is called when the user
    cancels. Clients ignore percentages unless the work begins with one: it does if it `has_percentage`.
    """

    def __init__(
        self,
        server: KeytallyServer,
        kind: str,
        title: str,
        cancel: Callable[[], None],
        *,
        has_percentage: bool = True,
    ) -> None:
        self._progress = server.work_done_progress
        self._token = f"keytally-{kind}-{next(_numbers)}"
        self._title = title
        self._cancel = cancel
        self._percentage = 0 if has_percentage else None
        self._is_shown = self._is_over = False
        if server.client.shows_progress:
            self._progress.create(self._token, self._begin)

    def _begin(self, answer: object) -> None:
        if self._is_over:
            self._progress.tokens.pop(self._token, None)
            return
        self._is_shown = True
        self._progress.tokens[self._token].add_done_callback(self._cancelled)
        begin = types.WorkDoneProgressBegin(self._title, cancellable=True, percentage=self._percentage)
        self._progress.begin(self._token, begin)

    def _cancelled(self, agreed: "Future[None]") -> None:
        self._cancel()

    def report(self, message: str, percentage: int | None = None) -> None:
        """Report the progress of the work."""
        if self._is_shown:
            report = types.WorkDoneProgressReport(message=message, percentage=percentage)
            self._progress.report(self._token, report)

    def end(self) -> None:
        """Report the end of the work."""
        if self._is_shown:
            self._progress.end(self._token, types.WorkDoneProgressEnd())
        self._is_shown, self._is_over = False, True
        self._progress.tokens.pop(self._token, None)
