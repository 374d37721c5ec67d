"""Every message that the server answers, registered in one place."""

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.protocol import (
    code_action,
    code_lens,
    commands,
    completion,
    definition,
    folding,
    hover,
    inlay_hint,
    lifecycle,
    marks,
    semantic_tokens,
    symbols,
)
from keytally_server.protocol.diagnostics import Diagnostics
from keytally_server.protocol.documents import KeytallyProtocol
from keytally_server.protocol.messages import MALFORMED
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.scores import Scores
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.watching import Watching

_FEATURES = (
    code_action,
    code_lens,
    commands,
    completion,
    definition,
    folding,
    hover,
    inlay_hint,
    marks,
    semantic_tokens,
    symbols,
)


def create_server() -> KeytallyServer:
    """A server that is ready to be started."""
    server = KeytallyServer(KeytallyProtocol)
    diagnostics = Diagnostics(server)
    refresh = Refresh(server)
    scores = Scores(server, refresh)
    watching = Watching(server)
    server.scores = scores
    server.on_change = [diagnostics.follow, refresh.follow, scores.follow, watching.follow]
    server.on_close = [diagnostics.clear]
    lifecycle.register(server, watching, lambda: _offer_pull(server, diagnostics))
    for feature in _FEATURES:
        feature.register(server)
    server.feature(MALFORMED)(_refuse)
    return server


def _refuse(params: str) -> None:
    """Answer a request that could not be understood."""
    raise JsonRpcInvalidParams(params)


def _offer_pull(server: KeytallyServer, diagnostics: Diagnostics) -> None:
    """Answer diagnostic requests, for a client that makes them."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="keytally"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def answer(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return diagnostics.answer(params)
