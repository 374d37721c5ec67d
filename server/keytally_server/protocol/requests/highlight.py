"""`textDocument/documentHighlight`: all places of the name at a position in its document."""

from lsprotocol import types

from keytally_server.features.document_highlights import document_highlights
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """The places of a name; the place that declares it has the kind Write."""
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [
        types.DocumentHighlight(server.range(snapshot, each.start, each.end), kinds[each.is_declaration])
        for each in document_highlights(snapshot, server.offset(snapshot, params.position))
    ]
