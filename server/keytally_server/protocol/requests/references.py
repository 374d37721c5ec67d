"""`textDocument/references`: every place that uses a name."""

from lsprotocol import types

from keytally_server.features.references import references
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.ReferenceParams) -> list[types.Location]:
    """The locations of the name at a position."""
    offset = server.offset(snapshot, params.position)
    found = references(snapshot, offset, with_declaration=params.context.include_declaration)
    return [server.location(snapshot.path, *place) for place in found]
