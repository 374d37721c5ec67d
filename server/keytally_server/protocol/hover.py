"""`textDocument/hover`."""

from lsprotocol import types

from keytally_server.features.hover import hover
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.HoverParams) -> types.Hover | None:
    """What there is to say about a place."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    server.catch_up(snapshot)
    found = hover(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    return types.Hover(content, server.range(snapshot, found.start, found.end))
