"""The progress of reading long files, and of the scoring that follows."""

from collections.abc import Callable

from keytally_server.protocol.progress import Progress
from keytally_server.protocol.server import KeytallyServer

LEAST = 1_000_000
"""Less than so many code points are read without a word."""


class ReadingProgress:
    """Shows what part of the files that are being read has been read; `cancel` stops the reading."""

    def __init__(self, server: KeytallyServer, cancel: Callable[[], None]) -> None:
        self._server = server
        self._cancel = cancel
        self._shown: Progress | None = None
        self._most = 0
        self._last: tuple[str, int] | None = None

    def tell(self) -> None:
        """Tell how far reading is; once all is read, that it is scored."""
        unread = self._server.session.unread
        if self._shown is None:
            if unread < LEAST:
                return
            self._most = 0
            self._shown = Progress(self._server, "reading", "keytally", self._cancel)
        self._most = max(self._most, unread)
        now = ("reading" if unread else "scoring", 100 - 100 * unread // self._most)
        if now != self._last:
            self._last = now
            self._shown.report(*now)

    def end(self) -> None:
        """All waiting work is done, or the reading was cancelled."""
        if self._shown is not None:
            self._shown.end()
        self._shown = self._last = None
