"""Sends `keytally/scored` for open files whose score has changed, to a client that wants it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.evaluations.abilities import CountsWholes
from keytally.evaluations.interface import Figure
from keytally_server.protocol.messages import SCORED
from keytally_server.protocol.raw_json import RawJson, compact
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair

_NO_SCORE: dict[str, Any] = {
    "pair": None,
    "documents": {},
    "totals": {},
    "delta": 0.0,
    "headline": None,
    "figures": [],
}


@dataclass(slots=True)
class _Unsent:
    """The changes of a pair since its score was last sent, and the headline score that was sent."""

    headline: float | None = None
    documents: dict[str, None] = field(default_factory=dict)


class _Notified(NamedTuple):
    """The pair whose score was last sent for an open file, the file's version then, and all documents sent.

    A client may keep what it was sent: documents that another score of the same files lacks are sent empty.
    """

    live: "LivePair"
    version: int | None
    documents: set[str]


class ScoreNotifications:
    """Knows what has changed in pairs, and what was sent for open files.

    `first_sent` is called with a pair before its score is sent for the first time.
    """

    def __init__(self, server: KeytallyServer, first_sent: Callable[["LivePair"], None]) -> None:
        self._server = server
        self._first_sent = first_sent
        self._unsent: dict[LivePair, _Unsent] = {}
        self._notified: dict[Path, _Notified] = {}

    def keep(self, pairs: Collection["LivePair"]) -> None:
        """Forget the changes of all other pairs, which have ended."""
        self._unsent = {live: unsent for live, unsent in self._unsent.items() if live in pairs}

    def file_closed(self, path: Path) -> None:
        """Forget what was sent for a closed file: opened again, it is sent everything."""
        self._notified.pop(path, None)

    def scored(self, live: "LivePair", documents: Iterable[str]) -> None:
        """Record documents of a pair that have been scored."""
        self._unsent.setdefault(live, _Unsent()).documents.update(dict.fromkeys(documents))

    def notify_if_changed(self, live: "LivePair") -> None:
        """Notify for the files that show a pair: of its changes, or of everything for a new pair.

        There is a notification for each version of a file, even without a new score: the client may wait for
        it.
        """
        unsent = self._unsent.setdefault(live, _Unsent())
        session = self._server.session
        showing = session.arrangement.files_showing(live)
        if not unsent.documents:
            showing = [path for path in showing if not self._is_notified(path, live)]
        if showing:
            if unsent.headline is None:
                self._first_sent(live)
            headline = live.headline()
            delta = 0.0 if unsent.headline is None else headline - unsent.headline
            self._unsent[live] = _Unsent(headline)
            self._notify(live, showing, unsent.documents, delta)

    def _is_notified(self, path: Path, live: "LivePair") -> bool:
        """Whether the score of a pair was sent for the present version of a file."""
        last = self._notified.get(path)
        return last is not None and last[:2] == (live, self._server.session.version(path))

    def _notify(
        self, live: "LivePair", showing: Iterable[Path], changed: Iterable[str], delta: float
    ) -> None:
        if not self._server.client.marks:
            self._notified.clear()
            return
        score = self._score_of(live, delta)
        for path in showing:
            last = self._notified.get(path)
            sent = last.documents if last and _files_of(last.live) == _files_of(live) else set[str]()
            names = changed if last and last.live is live else (*live.documents, *sent)
            documents = self._documents(live, names)
            self._send(path, {**score, "documents": documents})
            sent.update(name for name, totals in documents.items() if totals)
            self._notified[path] = _Notified(live, self._server.session.version(path), sent)

    def _documents(self, live: "LivePair", names: Iterable[str]) -> dict[str, Any]:
        """The tallies of documents, for a client that reads them."""
        wanted = dict.fromkeys(names) if self._server.client.takes_documents else ()
        return {name: live.document_totals(name) for name in wanted}

    def _score_of(self, live: "LivePair", delta: float) -> dict[str, Any]:
        """The members of the notification that do not depend on the file."""
        totals = live.totals()
        return {
            "pair": self._server.pair_uris(live),
            "totals": totals,
            "delta": delta,
            "headline": {"name": live.evaluation.headline_name, "value": live.headline()},
            "figures": [list(figure) for figure in _figures(live, totals)],
        }

    def notify_unpaired(self) -> None:
        """Notify for open files that have lost their pair: they no longer have a score."""
        session = self._server.session
        for path in list(self._notified):
            if path not in session.open_files:
                del self._notified[path]
            elif session.active_pair(path) is None:
                del self._notified[path]
                self._send(path, _NO_SCORE)

    def _send(self, path: Path, score: dict[str, Any]) -> None:
        """Notify of a score; all of it is plain JSON, which needs no conversion."""
        told = {"uri": self._server.uri_of(path), "version": self._server.session.version(path), **score}
        self._server.protocol.notify(SCORED, RawJson(compact(told)))


def _files_of(live: "LivePair") -> tuple[Path, Path]:
    """What tells a pair from others in notifications."""
    return live.pair.key, live.pair.response


def _figures(live: "LivePair", totals: dict[str, Any]) -> Iterator[Figure]:
    """The figures of a pair, then the counts of what they count the parts of."""
    yield from live.evaluation.figures(totals)
    if isinstance(live.evaluation, CountsWholes):
        yield from live.evaluation.all_whole_figures(live.fold)
