"""The server: its lifecycle, one session, the client's capabilities, and callbacks after changes."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from keytally.version import VERSION
from keytally_server.protocol.client import (
    LARGEST_VIEW,
    Client,
    Columns,
    LazyTexts,
    MarkChanges,
    TokenChanges,
    Views,
    is_file_uri,
    path_in,
    uri_of_path,
)
from keytally_server.protocol.messages import (
    RawJsonProtocol,
    RequestFailedError,
    converter,
    hide_client_errors,
    is_client_error,
)

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair
    from keytally_server.session.session import Session
    from keytally_server.session.snapshot import Snapshot


logger = logging.getLogger(__name__)

PAUSE = 0.002
"""The time in seconds between two slices of work."""


class LifecycleState(Enum):
    """The lifecycle state of a connection."""

    NEW = auto()
    SERVING = auto()
    SHUT_DOWN = auto()


class Refusal(NamedTuple):
    """The rejection of a message: a request is answered with this error, a notification is dropped."""

    code: types.ErrorCodes
    line: str


def refusal(phase: LifecycleState, method: object) -> Refusal | None:
    """Return the reason why a request or notification is rejected now; None if it is handled.

    The rules are defined in "Server lifecycle" of the Language Server Protocol 3.17.
    """
    if method == types.EXIT:
        return None
    if phase is LifecycleState.NEW and method != types.INITIALIZE:
        return Refusal(types.ErrorCodes.ServerNotInitialized, not_initialized(method))
    if phase is not LifecycleState.NEW and method == types.INITIALIZE:
        return Refusal(types.ErrorCodes.InvalidRequest, "initialize received twice")
    if phase is LifecycleState.SHUT_DOWN:
        return Refusal(types.ErrorCodes.InvalidRequest, f"{method} received after shutdown")
    return None


def not_initialized(method: object) -> str:
    """Return the error line for a request that is sent before `initialize`."""
    return f"{method} received before initialize"


class Change(NamedTuple):
    """Open files whose findings may have changed, and the file that was edited in an editor, if any."""

    files: frozenset[Path]
    edited: Path | None = None


class Scorer(Protocol):
    """The interface of `Scores` that the server uses."""

    def catch_up(self, live: "LivePair") -> None:
        """Score stale documents of a pair immediately, for at most one slice of work."""

    def score_first(self, live: "LivePair", document: str) -> None:
        """Score a stale document before all others, for at most one slice of work."""

    def judge_first(self, gold: Path, documents: Iterable[str]) -> None:
        """Judge documents of a gold before all others, for at most one slice of work."""

    def work_on(self) -> bool:
        """Do a slice of all pending work; return whether more remains."""

    @property
    def is_stopped(self) -> bool:
        """Return whether the user has stopped the reading of files."""


class KeytallyServer(LanguageServer):
    """A language server with keytally's session.

    `changes` increases with every change of files; results are valid as long as it stays the same. `search`
    is the lock for searching pairs that are not open; only one such pair is live at a time. `on_change`
    functions are called, in order, after every change. `on_close` functions are called with the path and URI
    of a closed file, and `on_idle` functions when all work after a change is done. With `ends_with_client`,
    the server exits when the client's process does. `has_message` returns whether a message from the client
    is waiting, as far as the transport knows.
    """

    protocol: RawJsonProtocol

    def __init__(self, protocol: type[RawJsonProtocol]) -> None:
        super().__init__("keytally-server", VERSION, protocol_cls=protocol, converter_factory=converter)
        hide_client_errors("pygls.protocol.json_rpc")
        self.roots: Sequence[Path] = ()
        self._session: Session | None = None
        self.client = Client()
        self.columns = Columns(types.PositionEncodingKind.Utf16)
        self.scores: Scorer | None = None
        self.on_change: list[Callable[[Change], None]] = []
        self.on_close: list[Callable[[Path, str], None]] = []
        self.on_idle: list[Callable[[], None]] = []
        self.views = Views()
        self.outline_registrations = 0
        self.mark_changes = MarkChanges()
        self.token_changes = TokenChanges()
        self.hint_tooltips, self.completion_texts = LazyTexts(), LazyTexts()
        self.phase = LifecycleState.NEW
        self.changes = 0
        self.search = asyncio.Lock()
        self.ends_with_client = False
        self.has_message: Callable[[], bool] = lambda: False
        self._uris: dict[Path, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def session(self) -> "Session":
        """Return the session for the workspace's folders; it is created on first use, after `initialize`."""
        if self._session is None:
            from keytally_server.session.session import Session  # noqa: PLC0415 - start-up

            self._session = Session(self.show_warning)
            self._session.set_roots(self.roots)
        return self._session

    def path_of(self, uri: str) -> Path:
        """Return the internal path for a URI; a URI that is malformed or does not refer to a file is used
        as a path itself.
        """
        path = Path(path_in(uri) or uri) if is_file_uri(uri) else Path(uri)
        self._uris[path] = uri
        return path

    def uri_of(self, path: Path) -> str:
        """Return the client's spelling of a file's URI, otherwise the standard URI."""
        return self._uris.get(path) or uri_of_path(str(path))

    def pair_uris(self, live: "LivePair") -> dict[str, str]:
        """Return a pair in the form of keytally's own messages."""
        return {"key": self.uri_of(live.pair.key), "response": self.uri_of(live.pair.response)}

    def snapshot(self, uri: str) -> "Snapshot | None":
        """Return the snapshot of the file that a request concerns.

        The snapshot is None if keytally does not read the file or is still loading it.
        """
        return self.session.snapshot(self.path_of(uri))

    def offset(self, snapshot: "Snapshot", position: types.Position) -> int:
        """Return the offset of a position in a file."""
        return self.columns.to_offset(snapshot.buffer, position)

    def offsets(self, snapshot: "Snapshot", stretch: types.Range) -> tuple[int, int]:
        """Return the offsets of a range in a file."""
        return self.offset(snapshot, stretch.start), self.offset(snapshot, stretch.end)

    def range(self, snapshot: "Snapshot", start: int, end: int) -> types.Range:
        """Convert a range of a file to a range in the client's encoding."""
        return self.columns.to_range(snapshot.reading, start, end)

    def location(self, path: Path, start: int, end: int) -> types.Location:
        """Return the location, in the client's encoding, of a range in a file that the engine has read."""
        reading = self.session.engine.reading(path)
        if reading is None:
            raise KeyError(path)
        return types.Location(self.uri_of(path), self.columns.to_range(reading, start, end))

    def catch_up(self, snapshot: "Snapshot") -> None:
        """Score stale documents of a file's pair as far as that takes little time."""
        if self.scores is not None and snapshot.pair is not None and snapshot.pair.stale:
            self.scores.catch_up(snapshot.pair)

    def judge_first(self, snapshot: "Snapshot", place: types.Range | types.Position | None) -> None:
        """Judge the documents in a range of a gold before other pending documents, for at most one slice
        of work.
        """
        if self.scores is None or place is None or not self.session.adjudications.is_waiting(snapshot.path):
            return
        area = types.Range(place, place) if isinstance(place, types.Position) else place
        start, end = self.offsets(snapshot, area)
        if end - start <= LARGEST_VIEW:
            units = (unit for unit, _ in snapshot.reading.units.between(start, end))
            names = map(snapshot.reading.documents.name_of, units)
            self.scores.judge_first(snapshot.path, filter(None, names))

    async def finish(self) -> None:
        """Load and score everything that is pending, however long that takes; meanwhile, other messages
        are handled.
        """
        while self.scores is not None and self.scores.work_on():
            await asyncio.sleep(PAUSE)

    def score_first(self, live: "LivePair", document: str) -> None:
        """Score a stale document before all others, as far as that takes little time."""
        if self.scores is not None:
            self.scores.score_first(live, document)

    async def until_read(self, uri: str) -> None:
        """Wait while a file, or a file with which it is compared, is being read; do not wait if the
        reading was stopped.
        """
        path = self.path_of(uri)
        while self.phase is LifecycleState.SERVING and not self.session.is_read(path):
            if self.scores is not None and self.scores.is_stopped:
                return
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]

    def wake(self) -> None:
        """Wake everything that is waiting for files to be read."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def after_change(self, touched: Iterable[Path], edited: Path | None = None) -> None:
        """Call all `on_change` functions; an error in one does not prevent the others from being called."""
        self.changes += 1
        change = Change(frozenset(touched), edited)
        for listener in self.on_change:
            try:
                listener(change)
            except Exception:
                logger.exception("error after a change of %s", sorted(change.files))
        self.wake()

    def file_closed(self, path: Path, uri: str) -> None:
        """Call all `on_close` functions, which clear published messages about the file."""
        for listener in self.on_close:
            listener(path, uri)

    def idle(self) -> None:
        """Call all `on_idle` functions; an error in one does not prevent the others from being called."""
        for listener in self.on_idle:
            try:
                listener()
            except Exception:
                logger.exception("error in an idle callback")

    def show_warning(self, line: str) -> None:
        """Show the user one line about a problem."""
        logger.warning("%s", line)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"keytally: {line}"))

    def report_server_error(self, error: Exception, source: type[Exception]) -> None:
        """Log a failure; a request is answered with an error, and no popup is shown."""
        if not isinstance(error, RequestFailedError):
            self.log_error(str(error) if is_client_error(error) else f"{source.__name__}: {error}")

    def log_error(self, line: str) -> None:
        """Log one line about a failure or an ignored message, both in the server and in the client."""
        logger.error("%s", line)
        if self.phase is not LifecycleState.NEW:
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, line))

    def call_soon(self, call: Callable[[], None]) -> None:
        """Run `call` once the current message has been handled."""
        asyncio.get_running_loop().call_soon(call)

    def call_later(self, call: Callable[[], None], pause: float = PAUSE) -> asyncio.TimerHandle:
        """Run `call` after a pause in which messages are read; reading a message takes several rounds of
        the event loop.
        """
        return asyncio.get_running_loop().call_later(pause, call)

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        """Start a task that waits for the client."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
