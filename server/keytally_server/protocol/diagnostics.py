"""Diagnostics: pushed, or pulled by a client that can pull, never both."""

from collections.abc import Collection
from itertools import count
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from keytally_server.protocol.published_diagnostics import PublishedDiagnostics
from keytally_server.protocol.raw_json import RawJson, raw_object
from keytally_server.protocol.server import Change, KeytallyServer

NO_ITEMS = RawJson("[]")
NO_FINDINGS = "none"
"""The result id of a file without findings."""


class Found(NamedTuple):
    """The diagnostics of a file, and their result id."""

    items: RawJson
    result_id: str


class Diagnostics:
    """Sends each open file's findings, at most a thousand, with the file's version."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._answers: dict[Path, Found] = {}
        self._published: dict[Path, PublishedDiagnostics] = {}
        self._sent: dict[Path, tuple[int | None, RawJson]] = {}

    def files_changed(self, change: Change) -> None:
        """Publish the findings of changed files, or ask the client to pull them again."""
        if not self._server.client.pulls_diagnostics:
            session = self._server.session
            for path in sorted(change.files & session.open_files.keys()):
                if session.has_findings(path) or session.judged_beginning(path) is not None:
                    self._publish(path)
        elif change.files - {change.edited}:
            self._server.workspace_diagnostic_refresh(None)

    def file_closed(self, path: Path, uri: str) -> None:
        """Clear the diagnostics of a closed file."""
        self._answers.pop(path, None)
        self._published.pop(path, None)
        self._sent.pop(path, None)
        if not self._server.client.pulls_diagnostics:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def answer(self, params: types.DocumentDiagnosticParams) -> RawJson | types.DocumentDiagnosticReport:
        """The findings of a file, or `unchanged` if the client has them."""
        found = self.found(self._server.path_of(params.text_document.uri))
        if params.previous_result_id == found.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=found.result_id)
        return raw_object({"kind": "full", "resultId": found.result_id, "items": found.items})

    def found(self, path: Path) -> Found:
        """The findings of a file; the result id is the last one as long as they stay the same."""
        items = self._items(path)
        if items == NO_ITEMS:
            return Found(items, NO_FINDINGS)
        last = self._answers.get(path)
        if last is None or last.items != items:
            last = self._answers[path] = Found(items, str(next(self._numbers)))
        return last

    def keep(self, paths: Collection[Path]) -> None:
        """Forget what was told of all files but these."""
        self._answers = {path: found for path, found in self._answers.items() if path in paths}
        self._published = {path: published for path, published in self._published.items() if path in paths}

    def _publish(self, path: Path) -> None:
        """Send the findings of a file, unless the client has them for this version of it."""
        version, items = self._server.session.version(path), self._items(path)
        if self._sent.get(path) == (version, items):
            return
        self._sent[path] = version, items
        published = {"uri": self._server.uri_of(path), "version": version, "diagnostics": items}
        self._server.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, raw_object(published))

    def _items(self, path: Path) -> RawJson:
        session = self._server.session
        if (beginning := session.judged_beginning(path)) is not None:
            return PublishedDiagnostics(self._server).diagnostics(beginning)
        snapshot = session.snapshot(path) if session.has_findings(path) else None
        if snapshot is None:
            return NO_ITEMS
        published = self._published.get(snapshot.path)
        if published is None:
            published = self._published[snapshot.path] = PublishedDiagnostics(self._server)
        return published.diagnostics(snapshot)
