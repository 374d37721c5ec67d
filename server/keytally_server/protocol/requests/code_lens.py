"""`textDocument/codeLens`."""

from lsprotocol import types

from keytally_server.features.code_lenses import code_lenses
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The tallies above the file and each document."""
    return [
        types.CodeLens(server.range(snapshot, lens.start, lens.start), types.Command(lens.title, ""))
        for lens in code_lenses(snapshot)
    ]
