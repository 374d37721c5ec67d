"""`textDocument/codeLens`."""

from lsprotocol import types

from keytally_server.features.code_lenses import code_lenses
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The tallies above the file and each document."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or not server.session.settings.code_lens:
        return []
    server.catch_up(snapshot)
    return [
        types.CodeLens(server.range(snapshot, lens.start, lens.start), types.Command(lens.title, ""))
        for lens in code_lenses(snapshot)
    ]
