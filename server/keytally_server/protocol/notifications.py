"""Notifications, refresh requests and progress that follow changes: scores, adjudications, outlines."""

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from keytally.families.contract import Figure
from keytally_server.protocol.messages import ADJUDICATED, PROGRESSED, SCORED, RawJson, compact
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from keytally.adjudication.gold_findings import FollowedAdjudication
    from keytally.adjudication.states import Count
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
    """The changes of a pair since its score was last sent, and the headline score that was sent.

    `is_edited` is set if all of the changes are edits in an editor.
    """

    headline: float | None = None
    is_edited: bool = True
    documents: dict[str, None] = field(default_factory=dict)


class _Notified(NamedTuple):
    """The pair whose score was last sent for an open file, the version of the file, and all documents that
    were sent.

    A client may cache these, so documents that are absent from another score of the same files are sent as
    empty.
    """

    live: "LivePair"
    version: int | None
    documents: set[str]


class ScoreNotifications:
    """Tracks changes in pairs, and the messages sent for open files.

    `first_sent` is called with a pair when its score is about to be sent for the first time.
    """

    def __init__(self, server: KeytallyServer, first_sent: Callable[["LivePair"], None]) -> None:
        self._server = server
        self._first_sent = first_sent
        self._unsent: dict[LivePair, _Unsent] = {}
        self._notified: dict[Path, _Notified] = {}

    def keep(self, pairs: Collection["LivePair"]) -> None:
        """Forget the changes of all other pairs, which are no longer live."""
        self._unsent = {live: unsent for live, unsent in self._unsent.items() if live in pairs}

    def file_closed(self, path: Path) -> None:
        """Discard the record of messages about a closed file, so that reopening sends everything again."""
        self._notified.pop(path, None)

    def scored(self, live: "LivePair", documents: Iterable[str]) -> None:
        """Record that documents of a pair have been scored."""
        self._unsent.setdefault(live, _Unsent()).documents.update(dict.fromkeys(documents))

    def changed_elsewhere(self, pairs: Iterable["LivePair"]) -> None:
        """Record that files of pairs have changed other than by an edit, such as on disk."""
        for live in pairs:
            self._unsent.setdefault(live, _Unsent()).is_edited = False

    def notify_if_changed(self, live: "LivePair") -> None:
        """Send notifications for the files that show a pair: about its changes or, for a new pair, about
        everything.

        A notification is sent for each version of a file, even if the score has not changed, because the
        client may wait for it.
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
            delta = _change(unsent, headline)
            self._unsent[live] = _Unsent(headline)
            self._notify(live, showing, unsent.documents, delta)

    def _is_notified(self, path: Path, live: "LivePair") -> bool:
        """Return whether the score of a pair was sent for the present version of a file."""
        last = self._notified.get(path)
        return last is not None and last[:2] == (live, self._server.session.version(path))

    def _notify(
        self, live: "LivePair", showing: Iterable[Path], changed: Iterable[str], delta: float | None
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
        """Return the tallies of documents, if the client reads them."""
        wanted = dict.fromkeys(names) if self._server.client.takes_documents else ()
        return {name: live.document_totals(name) for name in wanted}

    def _score_of(self, live: "LivePair", delta: float | None) -> dict[str, Any]:
        """Return the members of the notification that do not depend on the file."""
        totals = live.totals()
        return {
            "pair": self._server.pair_uris(live),
            "totals": totals,
            "delta": delta,
            "headline": {"name": live.evaluation.headline_name, "value": live.headline()},
            "figures": [list(figure) for figure in _figures(live, totals)],
        }

    def notify_unpaired(self) -> None:
        """Send notifications for open files that no longer belong to a pair, and therefore have no score."""
        session = self._server.session
        for path in list(self._notified):
            if path not in session.open_files:
                del self._notified[path]
            elif session.active_pair(path) is None:
                del self._notified[path]
                self._send(path, _NO_SCORE)

    def notify_failed(self, live: "LivePair") -> None:
        """For the files that show a pair, send notifications that the pair has no score."""
        for path in self._server.session.arrangement.files_showing(live):
            self._notified.pop(path, None)
            if self._server.client.marks:
                self._send(path, _NO_SCORE)

    def _send(self, path: Path, score: dict[str, Any]) -> None:
        """Send a notification about a score; it consists of plain JSON, which needs no conversion."""
        told = {"uri": self._server.uri_of(path), "version": self._server.session.version(path), **score}
        self._server.protocol.notify(SCORED, RawJson(compact(told)))


def _change(unsent: _Unsent, headline: float) -> float | None:
    """Return the change of a headline score caused by edits in an editor; None if the score changed for
    another reason.
    """
    if unsent.headline is None or headline == unsent.headline:
        return 0.0
    return headline - unsent.headline if unsent.is_edited else None


def _files_of(live: "LivePair") -> tuple[Path, Path]:
    """Return the two files that identify a pair in notifications."""
    return live.pair.key, live.pair.response


def _figures(live: "LivePair", totals: dict[str, Any]) -> Iterator[Figure]:
    """Yield the figures of a pair, then the counts of the items to which the counted parts belong."""
    yield from live.evaluation.figures(totals)
    if live.evaluation.wholes is not None:
        yield from live.evaluation.wholes.of_fold(live.fold)


_NONE: dict[str, Any] = {"open": None, "decided": None, "documents": {}}


class _SentCounts(NamedTuple):
    """The last notification about a gold: its adjudication, version and documents."""

    followed: "FollowedAdjudication"
    version: int | None
    documents: set[str]


class Adjudicated:
    """Sends notifications about open golds after each change."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._told: dict[Path, _SentCounts] = {}

    def files_changed(self, change: Change) -> None:
        """Send notifications about changed files that are or were golds."""
        session = self._server.session
        if not self._server.client.marks:
            return
        for path in sorted(change.files & session.open_files.keys()):
            followed = session.adjudications.of(path)
            if followed is not None and followed.path == path:
                if session.is_read(path):
                    self._tell(path, followed)
            elif self._told.pop(path, None) is not None:
                self._send(path, _NONE)

    def file_closed(self, path: Path, uri: str) -> None:
        """Discard the record of messages about a closed file, so that reopening sends everything again."""
        self._told.pop(path, None)

    def _tell(self, path: Path, followed: "FollowedAdjudication") -> None:
        last, news = self._told.get(path), followed.counts.news()
        version = self._server.session.version(path)
        known = last.documents if last is not None else set[str]()
        if last is None or last.followed is not followed:
            news = {**dict.fromkeys(sorted(known)), **followed.counts.all}
        elif not news and last.version == version:
            return
        self._told[path] = _SentCounts(followed, version, set(followed.counts.all))
        documents = {name: _members(count) for name, count in news.items()}
        self._send(path, {**_members(followed.counts.sum), "documents": documents})

    def _send(self, path: Path, told: dict[str, Any]) -> None:
        version = self._server.session.version(path)
        self._server.protocol.notify(
            ADJUDICATED, {"uri": self._server.uri_of(path), "version": version, **told}
        )


def _members(count: "Count | None") -> dict[str, int]:
    return {} if count is None else {"open": count.open, "decided": count.decided}


class Progressed:
    """Sends notifications about annotators' open files after files are opened or change on disk.

    The client itself requests the progress for a file that it edits.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server

    def files_changed(self, change: Change) -> None:
        """Send notifications about annotators' files, unless the change is only an edit of a file."""
        if change.edited is not None or not self._server.client.marks:
            return
        session = self._server.session
        for path in sorted(session.open_files):
            found = session.workspace.adjudications_of(path)
            if any(path in each.annotators.values() for each in found):
                self._server.protocol.notify(PROGRESSED, {"uri": self._server.uri_of(path)})


class Refresh:
    """Sends refresh requests if responses may have changed without the client's knowledge.

    A client repeats its requests for the file that it edits. It does not know about changes in the other file
    of the pair, in files on disk or in settings, or about work that was unfinished when it sent its request.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._is_due = False
        self._generation = 0

    def files_changed(self, change: Change) -> None:
        """Record whether changed files require the client to ask again."""
        if change.edited is None or self._affects_other_files(change):
            self._is_due = True

    def require(self) -> None:
        """Record that a response may be incomplete."""
        self._is_due = True

    def server_idle(self) -> None:
        """Send the required refresh requests when all waiting work is done."""
        session, client = self._server.session, self._server.client
        if self._generation != session.generation and client.refreshes_tokens:
            self._server.workspace_semantic_tokens_refresh(None)
        if self._is_due and client.refreshes_lenses:
            self._server.workspace_code_lens_refresh(None)
        if self._is_due and client.refreshes_hints:
            self._server.workspace_inlay_hint_refresh(None)
        self._is_due = False
        self._generation = session.generation

    def _affects_other_files(self, change: Change) -> bool:
        """Return whether an open file shows marks or annotators' values that depend on the edited file."""
        session, edited = self._server.session, change.edited
        if any(session.adjudications.is_gold(path) for path in change.files - {edited}):
            return True
        pairs = session.engine.pairs_of(edited) if edited is not None else []
        return any(set(session.arrangement.files_showing(live)) - {edited} for live in pairs)


def view_left(server: KeytallyServer, path: Path) -> None:
    """Ask the client to repeat requests if their results covered only a part of a file that is no longer
    visible.
    """
    if server.client.refreshes_lenses:
        server.workspace_code_lens_refresh(None)
    if server.client.refreshes_folds:
        server.workspace_folding_range_refresh(None)
    if server.client.refreshes_hints and server.views.has_cut_hints(path):
        server.workspace_inlay_hint_refresh(None)


# The registration of outlines: clients that keep an outline request it again after a new registration.
#
# The protocol has no refresh request for outlines. The outline of a large file lists the documents near the
# viewed place, so it has to be requested again when the user moves to another place.


METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL


def register_outline(server: KeytallyServer) -> None:
    """Register outlines with a client that accepts registrations, replacing an earlier registration."""
    if not server.client.registers_outline:
        return
    earlier = server.outline_registrations
    server.outline_registrations += 1
    registration = types.Registration(_id(earlier + 1), METHOD)
    server.client_register_capability(types.RegistrationParams([registration]))
    if earlier:
        server.client_unregister_capability(
            types.UnregistrationParams([types.Unregistration(_id(earlier), METHOD)])
        )


def _id(number: int) -> str:
    return f"keytally-outline-{number}"


_numbers = count(1)


class Progress:
    """Sends progress reports to the client: none before it agrees, and none after the end.

    `kind` is part of the token, by which clients can distinguish work; `cancel` is called when the user
    cancels. Clients ignore percentages unless the first report contains one; it contains one if
    `has_percentage` is true.
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
