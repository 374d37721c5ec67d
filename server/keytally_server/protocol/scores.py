"""Rescoring behind the messages: in short slices, then `keytally/scored` to whoever asked for it."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally_server.protocol.collecting import Collecting
from keytally_server.protocol.messages import SCORED
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair

logger = logging.getLogger(__name__)

SLICE = 0.008
"""Seconds of work between two looks at what the client wants."""

MANY = 500
"""From so many documents on a pair's objects are kept out of the way of garbage collection."""


_NO_SCORE: dict[str, Any] = {
    "pair": None,
    "documents": {},
    "totals": {},
    "delta": 0.0,
    "headline": None,
    "figures": [],
}


@dataclass(slots=True)
class _Told:
    """What the client last heard of a pair, and what has changed since."""

    headline: float | None = None
    documents: dict[str, None] = field(default_factory=dict)


class _Shown(NamedTuple):
    """The pair that an open file was last told the score of, and the file's version then."""

    live: "LivePair"
    version: int | None


class Scores:
    """Keeps the live pairs scored without keeping the client waiting.

    Work is cut into slices of a few milliseconds, between which messages are dealt with; a newer
    edit of a document that still waits makes its older state be skipped. Active pairs come first.
    """

    def __init__(self, server: KeytallyServer, refresh: Refresh) -> None:
        self._server = server
        self._refresh = refresh
        self._collecting = Collecting(server)
        self._told: dict[LivePair, _Told] = {}
        self._shown: dict[Path, _Shown] = {}
        self._is_waiting = False

    def follow(self, change: Change) -> None:
        """Files have changed: score what is stale once the message at hand is done."""
        living = set(self._server.session.engine.pairs)
        self._told = {live: told for live, told in self._told.items() if live in living}
        if not self._is_waiting:
            self._is_waiting = True
            self._server.soon(self._work)

    def catch_up(self, live: "LivePair") -> None:
        """Score what is stale of a pair now, for a request that needs it; large arrears stay."""
        end = monotonic() + SLICE
        self._note(live, live.work(lambda: monotonic() > end))
        if live.stale:
            self._refresh.need()

    def finish(self) -> None:
        """Read and score all that waits."""
        if touched := self._server.session.read_on():
            self._server.after_change(touched)
        for live in self._server.session.live_pairs:
            self._note(live, live.work())

    def _work(self) -> None:
        """A slice of work: scoring first, then reading; then another one while there is any."""
        self._is_waiting = False
        end = monotonic() + SLICE
        is_stale = self._score_on(end)
        if not is_stale and self._server.session.is_reading:
            self._read_on(end)
            is_stale = True
        if is_stale and not self._is_waiting:
            self._is_waiting = True
            self._server.later(self._work)
        elif not is_stale:
            self._tell_of_the_dead()
            self._refresh.settled()
            self._collecting.settled()

    def _read_on(self, end: float) -> None:
        touched = self._server.session.read_on(lambda: monotonic() > end)
        if touched:
            self._server.after_change(touched)

    def _score_on(self, end: float) -> bool:
        """Score until the slice ends; tells whether anything is stale then."""
        for live in self._server.session.live_pairs:
            try:
                self._note(live, live.work(lambda: monotonic() > end))
                if not live.stale:
                    self._tell(live)
            except Exception:
                logger.exception("scoring %s", live.pair.response)
            if live.stale:
                return True
        return False

    def _note(self, live: "LivePair", documents: list[str]) -> None:
        self._told.setdefault(live, _Told()).documents.update(dict.fromkeys(documents))

    def _tell(self, live: "LivePair") -> None:
        """Tell the files that show a pair what has changed, and those that are new to it everything.

        A file is told of each of its versions, even of one that changes no score: the client may wait.
        """
        told = self._told.setdefault(live, _Told())
        session = self._server.session
        showing = [path for path in session.open_files if session.active_pair(path) is live]
        if not told.documents:
            showing = [
                path for path in showing if self._shown.get(path) != _Shown(live, session.version(path))
            ]
        if showing:
            if told.headline is None:
                self._first_scored(live, told)
            headline = live.headline()
            delta = 0.0 if told.headline is None else headline - told.headline
            self._told[live] = _Told(headline)
            self._notify(live, showing, told.documents, delta)

    def _first_scored(self, live: "LivePair", told: _Told) -> None:
        self._refresh.need()
        if len(told.documents) >= MANY:
            self._collecting.pass_over(live)

    def _notify(
        self, live: "LivePair", showing: Iterable[Path], changed: Iterable[str], delta: float
    ) -> None:
        if not self._server.client.marks:
            self._shown.clear()
            return
        score = self._score_of(live, delta)
        for path in showing:
            is_known = path in self._shown and self._shown[path].live is live
            documents = {
                name: live.document_totals(name) for name in (changed if is_known else live.documents)
            }
            self._send(path, {**score, "documents": documents})
            self._shown[path] = _Shown(live, self._server.session.version(path))

    def _score_of(self, live: "LivePair", delta: float) -> dict[str, Any]:
        """What is told of a pair whichever file shows it."""
        totals = live.totals()
        return {
            "pair": self._server.pair_uris(live),
            "totals": totals,
            "delta": delta,
            "headline": {"name": live.evaluation.headline_name, "value": live.headline()},
            "figures": [list(figure) for figure in live.evaluation.figures(totals)],
        }

    def _tell_of_the_dead(self) -> None:
        """Tell open files that have lost their pair that they have no score any more."""
        session = self._server.session
        for path in list(self._shown):
            if path not in session.open_files:
                del self._shown[path]
            elif session.active_pair(path) is None:
                del self._shown[path]
                self._send(path, _NO_SCORE)

    def _send(self, path: Path, score: dict[str, Any]) -> None:
        version = self._server.session.version(path)
        self._server.protocol.notify(SCORED, {"uri": self._server.uri_of(path), "version": version, **score})
