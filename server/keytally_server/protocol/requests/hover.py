"""`textDocument/hover`."""

from lsprotocol import types

from keytally_server.features.hover import hover
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """The hover text at a position; None if there is none."""
    found = hover(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    return types.Hover(content, server.range(snapshot, found.start, found.end))
