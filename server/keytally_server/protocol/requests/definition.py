"""`textDocument/definition`: the object that a pointer names, a place in the texts, or the partner."""

from lsprotocol import types

from keytally_server.features.definitions import definitions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DefinitionParams
) -> list[types.Location]:
    """The locations that the text at a position leads to."""
    targets = definitions(snapshot, server.offset(snapshot, params.position))
    return [server.location(target.path, target.start, target.end) for target in targets]
