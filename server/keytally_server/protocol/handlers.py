"""Registers a handler for every message that the server answers."""

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.protocol import commands, dispatch, lifecycle
from keytally_server.protocol.adjudicated import Adjudicated
from keytally_server.protocol.diagnostics import Diagnostics
from keytally_server.protocol.documents import KeytallyProtocol
from keytally_server.protocol.file_watcher import FileWatcher
from keytally_server.protocol.messages import MALFORMED_NOTIFICATION, MALFORMED_REQUEST
from keytally_server.protocol.progressed import Progressed
from keytally_server.protocol.raw_json import RawJson
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.scores import Scores
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.workspace_diagnostics import WorkspaceDiagnostics


def create_server() -> KeytallyServer:
    """A server that is ready to start."""
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
    lifecycle.register(server, watcher, lambda: _offer_pull(server, diagnostics, of_workspace))
    commands.register(server)
    dispatch.register(server)
    _register_malformed(server)
    return server


def _register_malformed(server: KeytallyServer) -> None:
    """Answer malformed messages: a request by an error, a notification by a log entry."""

    @server.feature(MALFORMED_REQUEST)
    def refuse(reason: str) -> None:
        raise JsonRpcInvalidParams(reason)

    @server.feature(MALFORMED_NOTIFICATION)
    def log(reason: str) -> None:
        server.log_error(reason)


def _offer_pull(server: KeytallyServer, diagnostics: Diagnostics, of_workspace: WorkspaceDiagnostics) -> None:
    """Register diagnostic requests, for a client that uses them."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="keytally"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def answer(params: types.DocumentDiagnosticParams) -> RawJson | types.DocumentDiagnosticReport:
        return diagnostics.answer(params)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def answer_workspace(params: types.WorkspaceDiagnosticParams) -> RawJson:
        return await of_workspace.answer(params)
