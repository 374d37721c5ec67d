"""Sends `keytally/adjudicated`: how far each open gold is, to a client that wants it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally_server.protocol.messages import ADJUDICATED
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from keytally.adjudication.counts import Count
    from keytally.adjudication.followed import FollowedAdjudication

_NONE: dict[str, Any] = {"open": None, "decided": None, "documents": {}}


class _Told(NamedTuple):
    """What was last sent about a gold: of which adjudication, for which version, and of which documents."""

    followed: "FollowedAdjudication"
    version: int | None
    documents: set[str]


class Adjudicated:
    """Tells of the open golds after each change of them."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._told: dict[Path, _Told] = {}

    def files_changed(self, change: Change) -> None:
        """Tell of those changed files that are golds, and of those that were."""
        session = self._server.session
        if not self._server.client.marks:
            return
        for path in sorted(change.files & session.open_files.keys()):
            followed = session.adjudications.of(path)
            if followed is not None and followed.path == path:
                if not session.is_loading(path):
                    self._tell(path, followed)
            elif self._told.pop(path, None) is not None:
                self._send(path, _NONE)

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget what was sent for a closed file: opened again, it is sent everything."""
        self._told.pop(path, None)

    def _tell(self, path: Path, followed: "FollowedAdjudication") -> None:
        last, news = self._told.get(path), followed.counts.news()
        version = self._server.session.version(path)
        known = last.documents if last is not None else set[str]()
        if last is None or last.followed is not followed:
            news = {**dict.fromkeys(sorted(known)), **followed.counts.all}
        elif not news and last.version == version:
            return
        self._told[path] = _Told(followed, version, set(followed.counts.all))
        documents = {name: _members(count) for name, count in news.items()}
        self._send(path, {**_members(followed.counts.sum), "documents": documents})

    def _send(self, path: Path, told: dict[str, Any]) -> None:
        version = self._server.session.version(path)
        self._server.protocol.notify(
            ADJUDICATED, {"uri": self._server.uri_of(path), "version": version, **told}
        )


def _members(count: "Count | None") -> dict[str, int]:
    return {} if count is None else {"open": count.open, "decided": count.decided}
