"""`textDocument/codeLens`."""

from lsprotocol import types

from keytally_server.features.code_lenses import code_lenses, lens_part
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The tallies above the file and each document; in a large file above those that are looked at."""
    place = server.views.place(snapshot.path)
    server.views.answered(snapshot.path, *lens_part(snapshot, place)[1:])
    return [
        types.CodeLens(server.range(snapshot, lens.start, lens.start), types.Command(lens.title, ""))
        for lens in code_lenses(snapshot, place)
    ]
