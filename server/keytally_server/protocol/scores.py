"""Scores between messages, in short slices, and sends `keytally/scored` to a client that wants it."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.evaluations.abilities import CountsWholes
from keytally.evaluations.interface import Figure
from keytally_server.protocol.garbage_collection import GarbageCollection
from keytally_server.protocol.messages import SCORED
from keytally_server.protocol.raw_json import RawJson, compact
from keytally_server.protocol.reading_progress import ReadingProgress
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.server import PAUSE, Change, KeytallyServer

if TYPE_CHECKING:
    from asyncio import TimerHandle

    from keytally.engine.live_pair import LivePair
    from keytally_server.session.arrangement import Arrangement

logger = logging.getLogger(__name__)

SLICE = 0.008
"""Seconds of work between two checks for messages."""

QUIET = 0.02
"""Seconds without an edit until the reading of long files goes on, so that keystrokes do not wait for it."""

PUT_OFF = 30
"""How often in a row edits put the reading off: a key that is held down may repeat faster than QUIET."""

OPENING = 3
"""How many times longer slices are from the opening of files to the end of the work that this makes."""


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


class Scores:
    """Keeps the live pairs scored without blocking the client.

    Work is cut into slices of a few milliseconds, and messages are handled between them: one that comes ends
    the slice. If a document is edited again before it is scored, its older state is never scored. Active
    pairs come first. `_due` are the pairs that may be stale, or whose files may not have heard of their
    score.
    """

    def __init__(self, server: KeytallyServer, refresh: Refresh) -> None:
        self._server = server
        self._refresh = refresh
        self._garbage = GarbageCollection(server)
        self._unsent: dict[LivePair, _Unsent] = {}
        self._notified: dict[Path, _Notified] = {}
        self._arranged: Arrangement | None = None
        self._is_arranged = True
        self._due: set[LivePair] = set()
        self._is_waiting = False
        self._pause: TimerHandle | None = None
        self._is_edited = False
        self._times_put_off = 0
        self._is_stopped = False
        self._progress = ReadingProgress(server, self._stop)

    @property
    def is_stopped(self) -> bool:
        """Whether the user has stopped the reading of files, and nothing has changed since."""
        return self._is_stopped

    def _stop(self) -> None:
        """Read no more of long files until the next change."""
        self._is_stopped = True
        self._progress.end()
        self._server.wake()

    def files_changed(self, change: Change) -> None:
        """Score what is stale in changed files once the current message is handled."""
        self._is_stopped = False
        if change.edited is not None and self._server.session.arrangement is self._arranged:
            self._is_edited = True
        self._follow_arrangement()
        engine = self._server.session.engine
        if change.edited is None:
            self._due.update(engine.pairs)
        else:
            self._due.update(chain.from_iterable(map(engine.pairs_of, {change.edited, *change.files})))
        self._end_pause()
        if not self._is_waiting:
            self._is_waiting = True
            self._server.call_soon(self._work)

    def _end_pause(self) -> None:
        """Let work that has paused begin at once."""
        if self._pause is not None:
            self._pause.cancel()
            self._pause, self._is_waiting = None, False

    def _follow_arrangement(self) -> None:
        """After files or pairs have changed: look at every pair, and forget those that have ended."""
        session = self._server.session
        if session.arrangement is not self._arranged:
            self._arranged, self._is_arranged = session.arrangement, False
            self._due = set(session.engine.pairs)
            self._unsent = {live: unsent for live, unsent in self._unsent.items() if live in self._due}
            self._garbage.rest()

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget what was sent for a closed file: opened again, it is sent everything."""
        self._notified.pop(path, None)

    def catch_up(self, live: "LivePair") -> None:
        """Score what is stale in a pair now, for a request that needs it, for one slice at most."""
        end = monotonic() + SLICE
        self._add_changed(live, live.work(lambda: monotonic() > end))
        if live.stale:
            self._refresh.require()

    def score_first(self, live: "LivePair", document: str) -> None:
        """Score a stale document before all others, for one slice at most."""
        end = monotonic() + SLICE
        self._add_changed(live, live.work(lambda: monotonic() > end, [document]))

    def work_on(self) -> bool:
        """Do a slice of all that waits, even of a reading that was stopped; returns whether more remains."""
        stop = self._when_due(monotonic() + SLICE)
        if self._score_on(stop):
            return True
        if self._server.session.is_reading:
            self._read_on(stop)
            return True
        return False

    def _work(self) -> None:
        """Do a slice of work, scoring before loading, and schedule another while work remains."""
        self._is_waiting, self._pause, pause = False, None, PAUSE
        self._follow_arrangement()
        end = monotonic() + (SLICE if self._is_arranged else OPENING * SLICE)
        stop = self._when_due(end)
        is_stale = self._score_on(stop)
        if not is_stale and self._server.session.is_reading and not self._is_stopped:
            is_stale = True
            if self._puts_off():
                pause = QUIET
            else:
                self._read_on(stop)
        if is_stale:
            self._progress.tell()
        if is_stale and not self._is_waiting:
            self._is_waiting = True
            self._pause = self._server.call_later(self._work, pause)
        elif not is_stale:
            self._idle()

    def _puts_off(self) -> bool:
        """Whether an edit that has come puts off the reading of long files."""
        puts_off = self._is_edited and self._times_put_off < PUT_OFF
        self._times_put_off = self._times_put_off + 1 if puts_off else 0
        self._is_edited = False
        return puts_off

    def _idle(self) -> None:
        """All waiting work is done: say what follows, and tidy up after files and pairs that have ended."""
        self._is_edited = False
        self._progress.end()
        if not self._is_arranged:
            self._notify_unpaired()
        self._refresh.server_idle()
        if not self._is_arranged:
            self._garbage.server_idle()
        self._is_arranged = True
        self._server.idle()

    def _when_due(self, end: float) -> Callable[[], bool]:
        """Whether a slice is over: at its end, or when a message waits."""
        return lambda: monotonic() > end or self._server.has_message()

    def _read_on(self, stop: Callable[[], bool]) -> None:
        touched = self._server.session.read_on(stop)
        if touched:
            self._server.after_change(touched)

    def _score_on(self, stop: Callable[[], bool]) -> bool:
        """Score until the slice ends; returns whether anything is still stale."""
        ranks = self._server.session.arrangement.ranks
        for live in sorted((live for live in self._due if live in ranks), key=ranks.__getitem__):
            try:
                self._add_changed(live, live.work(stop))
                if not live.stale:
                    self._notify_if_changed(live)
            except Exception as error:
                if not self._server.session.scoring_failed(live, error):
                    logger.exception("scoring %s", live.pair.response)
            if live.stale:
                return True
            self._due.discard(live)
        return False

    def _add_changed(self, live: "LivePair", documents: list[str]) -> None:
        self._unsent.setdefault(live, _Unsent()).documents.update(dict.fromkeys(documents))

    def _notify_if_changed(self, live: "LivePair") -> None:
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
                self._refresh.require()
                self._garbage.first_scored(live)
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

    def _notify_unpaired(self) -> None:
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
