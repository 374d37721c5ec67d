"""Scores between messages, in short slices, and reads on in long files when all is scored."""

import logging
from collections.abc import Callable
from functools import cached_property
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from keytally_server.protocol.garbage_collection import GarbageCollection
from keytally_server.protocol.putting_off import PuttingOff
from keytally_server.protocol.reading_progress import ReadingProgress
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.score_notifications import ScoreNotifications
from keytally_server.protocol.server import PAUSE, Change, KeytallyServer

if TYPE_CHECKING:
    from asyncio import TimerHandle

    from keytally.engine.live_pair import LivePair
    from keytally_server.session.arrangement import Arrangement
    from keytally_server.session.shared_work import SharedWork

logger = logging.getLogger(__name__)

SLICE = 0.008
"""Seconds of work between two checks for messages."""

QUIET = 0.02
"""Seconds without an edit until the reading of long files goes on, so that keystrokes do not wait for it."""

OPENING = 3
"""How many times longer slices are from the opening of files to the end of the work that this makes."""


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
        self._notifications = ScoreNotifications(server, self._first_sent)
        self._arranged: Arrangement | None = None
        self._is_arranged = True
        self._due: set[LivePair] = set()
        self._is_waiting = False
        self._pause: TimerHandle | None = None
        self._putting_off = PuttingOff()
        self._is_stopped = False
        self._progress = ReadingProgress(server, self._stop)

    @cached_property
    def _shared(self) -> "SharedWork":
        """The second processes of large pairs."""
        from keytally_server.session.shared_work import SharedWork  # noqa: PLC0415 - start-up

        return SharedWork()

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
            self._putting_off.edit()
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

    def _first_sent(self, live: "LivePair") -> None:
        """A pair has its first score: answers before it were incomplete, and its objects stay."""
        self._refresh.require()
        self._garbage.first_scored(live)

    def _follow_arrangement(self) -> None:
        """After files or pairs have changed: look at every pair, and forget those that have ended."""
        session = self._server.session
        if session.arrangement is not self._arranged:
            self._arranged, self._is_arranged = session.arrangement, False
            self._due = set(session.engine.pairs)
            self._notifications.keep(self._due)
            self._shared.keep(self._due)
            self._garbage.rest()

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget what was sent for a closed file: opened again, it is sent everything."""
        self._notifications.file_closed(path)

    def catch_up(self, live: "LivePair") -> None:
        """Score what is stale in a pair now, for a request that needs it, for one slice at most."""
        end = monotonic() + SLICE
        self._notifications.scored(live, live.work(lambda: monotonic() > end))
        if live.stale:
            self._refresh.require()

    def score_first(self, live: "LivePair", document: str) -> None:
        """Score a stale document before all others, for one slice at most."""
        end = monotonic() + SLICE
        self._notifications.scored(live, live.work(lambda: monotonic() > end, [document]))

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
            if self._putting_off.puts_off():
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

    def _idle(self) -> None:
        """All waiting work is done: say what follows, and tidy up after files and pairs that have ended."""
        self._putting_off.end()
        self._progress.end()
        self._shared.end()
        if not self._is_arranged:
            self._notifications.notify_unpaired()
        self._refresh.server_idle()
        if not self._is_arranged:
            self._garbage.server_idle()
        self._is_arranged = True
        self._server.idle()

    def _when_due(self, end: float) -> Callable[[], bool]:
        """Whether a slice is over: at its end, or when a message waits."""
        return lambda: monotonic() > end or self._server.has_message()

    def _read_on(self, stop: Callable[[], bool]) -> None:
        ranks = self._server.session.arrangement.ranks
        for live in self._server.session.engine.pairs:
            if live in ranks:
                self._shared.judge(live)
            else:
                self._shared.read(live)
        touched = self._server.session.read_on(stop)
        if touched:
            self._server.after_change(touched)

    def _score_on(self, stop: Callable[[], bool]) -> bool:
        """Score until the slice ends; returns whether anything is still stale."""
        ranks = self._server.session.arrangement.ranks
        for live in sorted((live for live in self._due if live in ranks), key=ranks.__getitem__):
            try:
                self._notifications.scored(live, self._shared.score(live))
                self._notifications.scored(live, live.work(stop))
                if not live.stale:
                    self._notifications.notify_if_changed(live)
            except Exception as error:
                if not self._server.session.scoring_failed(live, error):
                    logger.exception("scoring %s", live.pair.response)
            if live.stale:
                return True
            self._due.discard(live)
        return False
