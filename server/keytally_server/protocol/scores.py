"""Rescoring behind the messages: in short slices, then `keytally/scored` to whoever asked for it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from keytally.engine.live_pair import LivePair
from keytally_server.protocol.server import KeytallyServer

logger = logging.getLogger(__name__)

SCORED = "keytally/scored"
SLICE = 0.008


@dataclass(slots=True)
class _Told:
    """What the client last heard of a pair, and what has changed since."""

    headline: float | None = None
    documents: dict[str, None] = field(default_factory=dict)


class Scores:
    """Keeps the live pairs scored without keeping the client waiting.

    Work is cut into slices of a few milliseconds, between which messages are dealt with; a newer
    edit of a document that still waits makes its older state be skipped.
    """

    def __init__(self, server: KeytallyServer, refresh: Callable[[LivePair], None]) -> None:
        self._server = server
        self._refresh = refresh
        self._told: dict[LivePair, _Told] = {}
        self._waiting = False

    def follow(self, touched: set[Path]) -> None:
        """Files have changed: score what is stale once the message at hand is done."""
        self._told = {
            live: told for live, told in self._told.items() if live in self._server.session.live_pairs
        }
        if not self._waiting:
            self._waiting = True
            self._server.soon(self._work)

    def catch_up(self, live: LivePair) -> None:
        """Score what is stale of a pair now, for a request that needs it; large arrears stay."""
        end = monotonic() + SLICE
        self._note(live, live.work(lambda: monotonic() > end))

    def _work(self) -> None:
        self._waiting = False
        end = monotonic() + SLICE
        for live in self._server.session.live_pairs:
            try:
                self._note(live, live.work(lambda: monotonic() > end))
                if not live.stale:
                    self._tell(live)
            except Exception:
                logger.exception("scoring %s", live.pair.response)
            if live.stale:
                self.follow(set())
                return

    def _note(self, live: LivePair, documents: list[str]) -> None:
        self._told.setdefault(live, _Told()).documents.update(dict.fromkeys(documents))

    def _tell(self, live: LivePair) -> None:
        told = self._told[live]
        if not told.documents:
            return
        headline = live.headline()
        delta = 0.0 if told.headline is None else headline - told.headline
        documents = {name: live.document_totals(name) for name in told.documents}
        self._told[live] = _Told(headline)
        if self._server.client.marks and self._server.session.settings.marks:
            self._notify(live, documents, delta)
        self._refresh(live)

    def _notify(self, live: LivePair, documents: dict[str, Any], delta: float) -> None:
        uris = {
            "key": self._server.uri_of(live.pair.key),
            "response": self._server.uri_of(live.pair.response),
        }
        totals = live.totals()
        for path, file in self._server.session.open_files.items():
            if self._server.session.active_pair(path) is live:
                message = {
                    "uri": self._server.uri_of(path),
                    "version": file.version,
                    "pair": uris,
                    "documents": documents,
                    "totals": totals,
                    "delta": delta,
                }
                self._server.protocol.notify(SCORED, message)
