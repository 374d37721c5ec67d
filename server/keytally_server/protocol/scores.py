"""Scoring in short slices between messages, and garbage collection afterwards."""

import gc
import logging
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from keytally_server.protocol.notifications import Progress, Refresh, ScoreNotifications
from keytally_server.protocol.server import PAUSE, Change, KeytallyServer

if TYPE_CHECKING:
    from asyncio import TimerHandle

    from keytally.engine.live_pair import LivePair
    from keytally_server.session.workspace import ShownPairs


MOST = 30
"""The maximum number of consecutive edits that postpone reading: a held key may repeat quickly."""


LEAST = 1_000_000
"""The length in code points below which files are read without progress reports."""


class ReadingProgress:
    """Shows the progress of reading files; `cancel` stops the reading."""

    def __init__(self, server: KeytallyServer, cancel: Callable[[], None]) -> None:
        self._server = server
        self._cancel = cancel
        self._shown: Progress | None = None
        self._most = 0
        self._last: tuple[str, int] | None = None

    def tell(self) -> None:
        """Report the progress of reading, then of scoring."""
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
        """End the progress when all work is done or the reading has been cancelled."""
        if self._shown is not None:
            self._shown.end()
        self._shown = self._last = None


class IdleGate:
    """Counts how often edits have postponed the reading."""

    def __init__(self) -> None:
        self._is_edited = False
        self._times = 0

    def edit(self) -> None:
        """Record an edit."""
        self._is_edited = True

    def puts_off(self) -> bool:
        """Return whether reading is postponed once more because of an edit since the last call."""
        puts_off = self._is_edited and self._times < MOST
        self._times = self._times + 1 if puts_off else 0
        self._is_edited = False
        return puts_off

    def end(self) -> None:
        """Do nothing: no more work is postponed."""
        self._is_edited = False


MANY = 50_000
"""The number of new objects above which objects of files and pairs are exempt from garbage collection."""


class GarbageCollection:
    """Collects garbage after a file has been closed or a large pair has ended.

    The objects of a file refer to each other, and the server's thresholds are so high that few of them would
    be collected otherwise.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._large: set[LivePair] = set()
        self._exempt: set[Path] = set()
        self._paths: set[Path] = set()

    def rest(self) -> None:
        """Pause collection until the server is idle: objects of files persist and are seldom garbage."""
        gc.disable()

    def first_scored(self, live: "LivePair") -> None:
        """Exempt the objects of a large pair from garbage collection while it is live."""
        if gc.get_count()[0] >= MANY:
            self._large.add(live)
            gc.freeze()

    def server_idle(self) -> None:
        """Collect the garbage of closed files and ended pairs when no work is waiting, and end the pause.

        If many objects have been created since pairs were scored, such as the items of an adjudication, they
        are exempt, because the next keystroke would wait for them to be scanned.
        """
        engine = self._server.session.engine
        pairs, paths = set(engine.pairs), set(engine.paths)
        has_ended = not self._large <= pairs or not self._exempt <= paths
        is_closed = not self._paths <= paths
        self._large &= pairs
        self._paths = paths
        if has_ended:
            gc.unfreeze()
        if has_ended or is_closed:
            gc.collect()
        if has_ended or gc.get_count()[0] >= MANY:
            self._exempt = paths
            gc.freeze()
        gc.enable()


logger = logging.getLogger(__name__)

SLICE = 0.008
"""The time in seconds that is spent on work between two checks for messages."""

QUIET = 0.02
"""The time in seconds without an edit before the reading of long files continues, so that keystrokes do
not wait.
"""

OPENING = 3
"""The factor by which slices are longer from the opening of files until the resulting work is done."""


class Scores:
    """Keeps the live pairs scored without blocking the client.

    Work is split into slices of a few milliseconds; messages are handled between them, and a new message ends
    the slice. If a document is edited again before it is scored, its older state is never scored. Active
    pairs come first. `_due` contains the pairs that may be stale, or whose score may not have been sent yet;
    `_edited` contains the pairs that an edit has made stale.
    """

    def __init__(self, server: KeytallyServer, refresh: Refresh) -> None:
        self._server = server
        self._refresh = refresh
        self._garbage = GarbageCollection(server)
        self._notifications = ScoreNotifications(server, self._first_sent)
        self._arranged: ShownPairs | None = None
        self._is_arranged = True
        self._due: set[LivePair] = set()
        self._edited: set[LivePair] = set()
        self._too_large: set[LivePair] = set()
        self._is_waiting = False
        self._pause: TimerHandle | None = None
        self._putting_off = IdleGate()
        self._is_stopped = False
        self._progress = ReadingProgress(server, self._stop)

    @property
    def is_stopped(self) -> bool:
        """Return whether the user has stopped the reading of files, and nothing has changed since."""
        return self._is_stopped

    def _stop(self) -> None:
        """Stop reading long files until the next change."""
        self._is_stopped = True
        self._progress.end()
        self._server.wake()

    def files_changed(self, change: Change) -> None:
        """Score stale documents of changed files after the current message is handled."""
        self._is_stopped = False
        if change.edited is not None and self._server.session.arrangement is self._arranged:
            self._putting_off.edit()
        self._follow_arrangement()
        engine = self._server.session.engine
        if change.edited is None:
            found = [live for live in engine.pairs if live.stale and live not in self._edited]
            self._notifications.changed_elsewhere(found)
            due = set(engine.pairs)
        else:
            due = set(chain.from_iterable(map(engine.pairs_of, {change.edited, *change.files})))
            self._edited |= {live for live in due if live.stale}
        self._due |= due
        self._too_large -= due
        self._end_pause()
        if not self._is_waiting:
            self._is_waiting = True
            self._server.call_soon(self._work)

    def _end_pause(self) -> None:
        """Resume paused work immediately."""
        if self._pause is not None:
            self._pause.cancel()
            self._pause, self._is_waiting = None, False

    def _first_sent(self, live: "LivePair") -> None:
        """Handle the first score of a pair: earlier answers were incomplete, and its objects persist."""
        self._refresh.require()
        self._garbage.first_scored(live)

    def _follow_arrangement(self) -> None:
        """Check every pair after files or pairs have changed, and forget pairs that are no longer live."""
        session = self._server.session
        if session.arrangement is not self._arranged:
            self._arranged, self._is_arranged = session.arrangement, False
            self._due = set(session.engine.pairs)
            self._edited &= self._due
            self._too_large &= self._due
            self._notifications.keep(self._due)
            self._garbage.rest()

    def file_closed(self, path: Path, uri: str) -> None:
        """Discard the record of messages about a closed file, so that reopening sends everything again."""
        self._notifications.file_closed(path)

    def catch_up(self, live: "LivePair") -> None:
        """Score stale documents of a pair immediately, for at most one slice, because a request needs
        them.
        """
        if live in self._too_large:
            return
        end = monotonic() + SLICE
        self._notifications.scored(live, live.work(lambda: monotonic() > end))
        if live.stale:
            self._refresh.require()

    def score_first(self, live: "LivePair", document: str) -> None:
        """Score a stale document before all others, for one slice at most."""
        if live in self._too_large:
            return
        end = monotonic() + SLICE
        self._notifications.scored(live, live.work(lambda: monotonic() > end, [document]))

    def judge_first(self, gold: Path, documents: Iterable[str]) -> None:
        """Judge documents of a gold before all others, for one slice at most."""
        end = monotonic() + SLICE
        self._server.session.adjudications.judge_first(gold, documents, lambda: monotonic() > end)
        self._refresh.require()

    def work_on(self) -> bool:
        """Do a slice of all pending work, including reading that was stopped; return whether more remains."""
        stop = self._when_due(monotonic() + SLICE)
        if self._score_on(stop):
            return True
        if self._server.session.is_reading:
            return self._reads_on(stop)
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
            if self._putting_off.puts_off():
                pause = QUIET
            else:
                is_stale = self._reads_on(stop)
        if is_stale:
            self._progress.tell()
        if is_stale and not self._is_waiting:
            self._is_waiting = True
            self._pause = self._server.call_later(self._work, pause)
        elif not is_stale:
            self._idle()

    def _idle(self) -> None:
        """After all work is done, send notifications, and discard closed files and ended pairs."""
        self._putting_off.end()
        self._progress.end()
        if not self._is_arranged:
            self._notifications.notify_unpaired()
        self._refresh.server_idle()
        if not self._is_arranged:
            self._garbage.server_idle()
        self._is_arranged = True
        self._server.idle()

    def _when_due(self, end: float) -> Callable[[], bool]:
        """Return a function that returns whether a slice is over: at its end, or when a message is
        waiting.
        """
        return lambda: monotonic() > end or self._server.has_message()

    def _read_on(self, stop: Callable[[], bool]) -> None:
        touched = self._server.session.read_on(stop)
        if touched:
            self._server.after_change(touched)

    def _reads_on(self, stop: Callable[[], bool]) -> bool:
        """Continue reading; return False if there is not enough memory, and stop reading until the next
        change.
        """
        try:
            self._read_on(stop)
        except MemoryError as error:
            from keytally_server.session.file_texts import fault_line  # noqa: PLC0415 - start-up

            self._stop()
            self._server.show_warning(fault_line(error))
            return False
        return True

    def _score_on(self, stop: Callable[[], bool]) -> bool:
        """Score until the slice ends; return whether anything is still stale."""
        ranks = self._server.session.arrangement.ranks
        for live in sorted((live for live in self._due if live in ranks), key=ranks.__getitem__):
            try:
                self._notifications.scored(live, live.work(stop))
                if not live.stale:
                    self._notifications.notify_if_changed(live)
            except MemoryError as error:
                self._give_up(live, error)
                continue
            except Exception as error:
                if not self._server.session.scoring_failed(live, error):
                    logger.exception("error while scoring %s", live.pair.response)
            if live.stale:
                return True
            self._due.discard(live)
            self._edited.discard(live)
        return False

    def _give_up(self, live: "LivePair", error: MemoryError) -> None:
        """Leave a pair without a score until one of its files changes: there is not enough memory for it."""
        self._due.discard(live)
        self._edited.discard(live)
        self._too_large.add(live)
        self._server.session.scoring_failed(live, error)
        self._notifications.notify_failed(live)
