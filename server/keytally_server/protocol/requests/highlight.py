"""`textDocument/documentHighlight`: the name at a place, wherever the document has it."""

from lsprotocol import types

from keytally_server.features.highlight import highlights
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """The places of a name; where it is given, it is written."""
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [
        types.DocumentHighlight(server.range(snapshot, each.start, each.end), kinds[each.gives])
        for each in highlights(snapshot, server.offset(snapshot, params.position))
    ]
