"""Registers a handler for every message: requests, document changes and malformed messages."""

from collections.abc import Callable
from importlib import import_module
from inspect import isawaitable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol.language_server import lsp_method

from keytally_server.protocol import commands, lifecycle
from keytally_server.protocol.client import LARGEST_VIEW
from keytally_server.protocol.diagnostics import Diagnostics, WorkspaceDiagnostics
from keytally_server.protocol.lifecycle import FileWatcher
from keytally_server.protocol.messages import (
    MALFORMED_NOTIFICATION,
    MALFORMED_REQUEST,
    NOT_UNDERSTOOD,
    REQUEST_TYPES,
    MalformedNotification,
    MalformedRequest,
    RawJson,
    RawJsonProtocol,
    malformed_reason,
)
from keytally_server.protocol.notifications import (
    Adjudicated,
    Progressed,
    Refresh,
    register_outline,
    view_left,
)
from keytally_server.protocol.request_table import REQUESTS, Request
from keytally_server.protocol.scores import Scores
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally_server.session.snapshot import Snapshot


def register_requests(server: KeytallyServer) -> None:
    """Register the requests in the table of requests."""
    for request in REQUESTS:
        server.feature(request.method, request.options)(_answering(server, request))


def _answering(server: KeytallyServer, request: Request) -> Callable[[Any], object]:
    """Return the function that pygls calls for a request; pygls answers and logs its exceptions."""

    def answer(params: Any) -> object:
        if request.uri is None:
            return _handler(request)(server, params)
        snapshot = _snapshot(server, request, request.uri(params))
        if snapshot is None:
            return request.without_snapshot(params)
        if request.tells_view(server.client) and params.range is not None:
            _note_view(server, snapshot, params.range)
        server.judge_first(snapshot, getattr(params, "range", None) or getattr(params, "position", None))
        if request.needs_scores:
            server.catch_up(snapshot)
        return _handler(request)(server, snapshot, params)

    async def answer_when_read(params: Any) -> object:
        uri = request.uri(params) if request.uri is not None else None
        if uri is not None:
            await server.until_read(uri)
        result = answer(params)
        return await result if isawaitable(result) else result

    return answer_when_read if request.waits_for_reading else answer


def _snapshot(server: KeytallyServer, request: Request, uri: str | None) -> "Snapshot | None":
    """Return the snapshot of the requested file; None if there is none or the feature is disabled."""
    snapshot = server.snapshot(uri) if uri is not None else None
    if snapshot is None and uri is not None and request.of_first_screen:
        snapshot = server.session.first_screen(server.path_of(uri))
    return snapshot if request.is_enabled(server.session.settings) else None


def _note_view(server: KeytallyServer, snapshot: "Snapshot", visible: types.Range) -> None:
    """Record the visible range of a file; the client repeats requests if their results depend on it."""
    start, end = server.offsets(snapshot, visible)
    if end - start > LARGEST_VIEW:
        return
    if server.views.note(snapshot.path, start, end):
        view_left(server, snapshot.path)
    if server.views.leaves_outline(snapshot.path):
        register_outline(server)


def _handler(request: Request) -> Callable[..., object]:
    """Return the handler; its module is imported at the first request, not before `initialize`."""
    module = import_module(f"keytally_server.requests.{request.module}")
    handler: Callable[..., object] = getattr(module, request.function)
    return handler


# Document synchronisation: passes the client's edits to the session.
#
# pygls's own documents break lines where the protocol does not, and process the whole file at each edit, so
# the three notifications are handled here, and pygls's workspace holds no documents.


class KeytallyProtocol(RawJsonProtocol):
    """pygls's protocol with document synchronisation replaced."""

    _server: KeytallyServer

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override] # no cache
        """Return the type of a method's messages, or None.

        pygls caches the results of this method and the next method by protocol object, in process-wide caches
        that would keep a server alive.
        """
        known: type[Any] | None = types.METHOD_TO_TYPES.get(method, (None,))[0]
        return REQUEST_TYPES.get(method) or known

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override] # no cache
        """Return the type of the answer to a request of a method, or None."""
        known: type[Any] | None = types.METHOD_TO_TYPES.get(method, (None, None))[1]
        return known

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Create a message from JSON; malformed JSON results in a message with the reason.

        A malformed request is answered with an error; a malformed notification is ignored and logged.
        """
        method = data.get("method")
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            line = malformed_reason(method, error.__cause__ or error)
            is_request = "id" in data and "method" in data
            return MalformedRequest(data["id"], line) if is_request else MalformedNotification(line)

    def handle_message(self, message: Any) -> None:
        """Handle a message; JSON that is not a message is ignored and logged."""
        if hasattr(message, "jsonrpc"):
            super().handle_message(message)
        else:
            self._server.log_error(NOT_UNDERSTOOD)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Handle `textDocument/didOpen`."""
        document = params.text_document
        path = self._server.path_of(document.uri)
        from keytally_server.session.snapshot import OpenFile  # noqa: PLC0415 - start-up

        file = OpenFile(document.version, document.language_id)
        self._server.after_change(self._server.session.opened(path, document.text, file), path)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Handle `textDocument/didChange`; a change of a file that is not open is logged and ignored."""
        path = self._server.path_of(params.text_document.uri)
        if self._server.session.version(path) is None:
            self._server.log_error(f"ignored a change of {params.text_document.uri}, which is not open")
            return
        changes = (self._change(path, change) for change in params.content_changes)
        version = params.text_document.version
        self._server.after_change(self._server.session.changed(path, version, changes), path)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Handle `textDocument/didClose`."""
        path = self._server.path_of(params.text_document.uri)
        touched = self._server.session.closed(path)
        self._server.file_closed(path, params.text_document.uri)
        self._server.after_change(touched)

    def _change(self, path: Path, change: types.TextDocumentContentChangeEvent) -> tuple[int, int, str]:
        buffer = self._server.session.buffer(path)
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return 0, len(buffer), change.text
        columns = self._server.columns
        start = columns.to_offset(buffer, change.range.start)
        self._server.views.edited(path, start)
        return start, max(columns.to_offset(buffer, change.range.end), start), change.text


def create_server() -> KeytallyServer:
    """Return a server that is ready to start."""
    server = KeytallyServer(KeytallyProtocol)
    diagnostics = Diagnostics(server)
    of_workspace = WorkspaceDiagnostics(server, diagnostics)
    refresh = Refresh(server)
    scores = Scores(server, refresh)
    adjudicated, progressed = Adjudicated(server), Progressed(server)
    watcher = FileWatcher(server)
    server.scores = scores
    server.on_change = [
        each.files_changed
        for each in (diagnostics, adjudicated, progressed, of_workspace, refresh, scores, watcher)
    ]
    server.on_idle = [of_workspace.server_idle]
    sent = (server.mark_changes, server.token_changes)
    unsent = (server.hint_tooltips, server.completion_texts)
    server.on_close = [
        each.file_closed for each in (diagnostics, adjudicated, scores, server.views, *sent, *unsent)
    ]
    lifecycle.register_lifecycle(server, watcher, lambda: _offer_pull(server, diagnostics, of_workspace))
    commands.register_commands(server)
    register_requests(server)
    _register_malformed(server)
    return server


def _register_malformed(server: KeytallyServer) -> None:
    """Register handlers for malformed messages: requests are answered with an error, notifications are
    logged.
    """

    @server.feature(MALFORMED_REQUEST)
    def refuse(reason: str) -> None:
        raise JsonRpcInvalidParams(reason)

    @server.feature(MALFORMED_NOTIFICATION)
    def log(reason: str) -> None:
        server.log_error(reason)


def _offer_pull(server: KeytallyServer, diagnostics: Diagnostics, of_workspace: WorkspaceDiagnostics) -> None:
    """Register diagnostic requests for a client that uses them."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="keytally"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def answer(params: types.DocumentDiagnosticParams) -> RawJson | types.DocumentDiagnosticReport:
        return diagnostics.answer(params)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def answer_workspace(params: types.WorkspaceDiagnosticParams) -> RawJson:
        return await of_workspace.answer(params)
