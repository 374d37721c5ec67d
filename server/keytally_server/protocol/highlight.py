"""`textDocument/documentHighlight`: the name at a place, wherever the document has it."""

from lsprotocol import types

from keytally_server.features.document_highlights import document_highlights
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The places of a name; where it is given, it is written."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [
        types.DocumentHighlight(server.range(snapshot, each.start, each.end), kinds[each.is_declaration])
        for each in document_highlights(snapshot, server.offset(snapshot, params.position))
    ]
