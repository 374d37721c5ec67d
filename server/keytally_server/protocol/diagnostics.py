"""Findings as diagnostics: pushed, or pulled by a client that can, never both."""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from keytally_server.protocol.encoded import Encoded, encoded_object
from keytally_server.protocol.server import Change, KeytallyServer
from keytally_server.protocol.told_findings import ToldFindings

if TYPE_CHECKING:
    from keytally_server.session.snapshot import Snapshot

NONE = Encoded("[]")
NO_FINDINGS = "none"


class _Answer(NamedTuple):
    """Diagnostics that a client has been answered, and the name of the result."""

    items: Encoded
    result: str


class Diagnostics:
    """Sends each open file's findings, the first thousand of them, with the file's version."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._answers: dict[Path, _Answer] = {}
        self._told: dict[Path, ToldFindings] = {}

    def follow(self, change: Change) -> None:
        """Files have changed: publish their findings, or ask the client to pull them again."""
        if not self._server.client.pulls_diagnostics:
            session = self._server.session
            for path in sorted(change.files & session.open_files.keys()):
                if not session.is_loading(path):
                    self._publish(path)
        elif change.files - {change.edited}:
            self._server.workspace_diagnostic_refresh(None)

    def clear(self, path: Path, uri: str) -> None:
        """A file has been closed: it has no diagnostics any more."""
        self._answers.pop(path, None)
        self._told.pop(path, None)
        if not self._server.client.pulls_diagnostics:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def answer(self, params: types.DocumentDiagnosticParams) -> Encoded | types.DocumentDiagnosticReport:
        """The findings of a file, or `unchanged` where the client has them."""
        path = self._server.path_of(params.text_document.uri)
        items = self._items(self._server.session.snapshot(path))
        result = self._result(path, items)
        if params.previous_result_id == result:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
        return encoded_object({"kind": "full", "resultId": result, "items": items})

    def _result(self, path: Path, items: Encoded) -> str:
        """The name of a result: the last one's as long as the diagnostics of the file stay the same."""
        if items == NONE:
            return NO_FINDINGS
        last = self._answers.get(path)
        if last is None or last.items != items:
            last = self._answers[path] = _Answer(items, str(next(self._numbers)))
        return last.result

    def _publish(self, path: Path) -> None:
        published = {
            "uri": self._server.uri_of(path),
            "version": self._server.session.version(path),
            "diagnostics": self._items(self._server.session.snapshot(path)),
        }
        self._server.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, encoded_object(published))

    def _items(self, snapshot: "Snapshot | None") -> Encoded:
        if snapshot is None:
            return NONE
        return self._told.setdefault(snapshot.path, ToldFindings(self._server)).diagnostics(snapshot)
