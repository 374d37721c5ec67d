"""Every message that the server answers, registered in one place."""

from collections.abc import Callable

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.protocol import commands, dispatch, lifecycle
from keytally_server.protocol.diagnostics import Diagnostics
from keytally_server.protocol.documents import KeytallyProtocol
from keytally_server.protocol.encoded import Encoded
from keytally_server.protocol.messages import MALFORMED, PASSED_OVER
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.scores import Scores
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.watching import Watching


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
    commands.register(server)
    dispatch.register(server)
    server.feature(MALFORMED)(_refuse)
    server.feature(PASSED_OVER)(_passing_over(server))
    return server


def _refuse(params: str) -> None:
    """Answer a request that could not be understood."""
    raise JsonRpcInvalidParams(params)


def _passing_over(server: KeytallyServer) -> Callable[[str], None]:
    """What takes a notification that could not be understood."""

    def pass_over(line: str) -> None:
        server.note(line)

    return pass_over


def _offer_pull(server: KeytallyServer, diagnostics: Diagnostics) -> None:
    """Answer diagnostic requests, for a client that makes them."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="keytally"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def answer(params: types.DocumentDiagnosticParams) -> Encoded | types.DocumentDiagnosticReport:
        return diagnostics.answer(params)
