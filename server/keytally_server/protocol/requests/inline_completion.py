"""`textDocument/inlineCompletion`."""

from lsprotocol import types

from keytally_server.features.inline_completions import inline_completions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.InlineCompletionParams
) -> list[types.InlineCompletionItem]:
    """What the key has at a position."""
    return [
        types.InlineCompletionItem(each.text, range=server.range(snapshot, each.start, each.end))
        for each in inline_completions(snapshot, server.offset(snapshot, params.position))
    ]
