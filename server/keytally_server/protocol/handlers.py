"""Every message that the server answers, registered in one place."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.answers.semantic_token import CHAIN_COLOURS, TokenType
from keytally_server.formats.triggers import COMPLETION, ON_TYPE_FORMATTING, joined
from keytally_server.protocol import commands, lifecycle
from keytally_server.protocol.diagnostics import Diagnostics
from keytally_server.protocol.documents import KeytallyProtocol
from keytally_server.protocol.encoded import Encoded
from keytally_server.protocol.messages import ANNOTATE, FIX_ALL, MALFORMED, MARKS, PASSED_OVER
from keytally_server.protocol.refresh import Refresh
from keytally_server.protocol.scores import Scores
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.watching import Watching


class Request(NamedTuple):
    """A request, the module of this package that answers it, and what the client is told of it."""

    method: str
    module: str
    options: Any = None
    function: str = "answer"


_ACTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, ANNOTATE])
_COMPLETION = types.CompletionOptions(trigger_characters=list(joined(COMPLETION.values())))
_LINKS = types.DocumentLinkOptions(resolve_provider=True)
_FIRST_TYPED, *_MORE_TYPED = joined(ON_TYPE_FORMATTING.values())
_TYPING = types.DocumentOnTypeFormattingOptions(_FIRST_TYPED, more_trigger_character=_MORE_TYPED)
_TOKENS = types.SemanticTokensLegend([kind.name.lower() for kind in TokenType], list(CHAIN_COLOURS))

REQUESTS = (
    Request(types.TEXT_DOCUMENT_CODE_ACTION, "code_action", _ACTIONS),
    Request(types.TEXT_DOCUMENT_CODE_LENS, "code_lens", types.CodeLensOptions(resolve_provider=False)),
    Request(types.TEXT_DOCUMENT_COMPLETION, "completion", _COMPLETION),
    Request(types.TEXT_DOCUMENT_DEFINITION, "definition"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, "document_link", _LINKS),
    Request(types.DOCUMENT_LINK_RESOLVE, "document_link", function="resolve"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "symbols"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "highlight"),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, "folding"),
    Request(types.TEXT_DOCUMENT_FORMATTING, "formatting", function="whole"),
    Request(types.TEXT_DOCUMENT_HOVER, "hover"),
    Request(types.TEXT_DOCUMENT_INLAY_HINT, "inlay_hint", types.InlayHintOptions()),
    Request(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, "formatting", _TYPING, "typed"),
    Request(types.TEXT_DOCUMENT_PREPARE_RENAME, "rename", function="prepare"),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, "formatting", function="part"),
    Request(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, "hierarchy", function="prepare"),
    Request(types.TYPE_HIERARCHY_SUPERTYPES, "hierarchy", function="antecedents_of"),
    Request(types.TYPE_HIERARCHY_SUBTYPES, "hierarchy", function="dependants_of"),
    Request(types.TEXT_DOCUMENT_REFERENCES, "references"),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, "selection_range"),
    Request(types.TEXT_DOCUMENT_RENAME, "rename", types.RenameOptions(prepare_provider=True)),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, "semantic_tokens", _TOKENS, "whole"),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, "semantic_tokens", _TOKENS, "part"),
    Request(types.WORKSPACE_SYMBOL, "workspace_symbols"),
    Request(MARKS, "marks"),
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
    commands.register(server)
    for request in REQUESTS:
        server.feature(request.method, request.options)(_answering(server, request))
    server.feature(MALFORMED)(_refuse)
    server.feature(PASSED_OVER)(_passing_over(server))
    return server


def _answering(server: KeytallyServer, request: Request) -> Callable[[Any], Any]:
    """What answers a request; its module is loaded for the first one, not before `initialize`."""

    def answer(params: Any) -> Any:
        module = import_module(f"keytally_server.protocol.{request.module}")
        return getattr(module, request.function)(server, params)

    return answer


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
