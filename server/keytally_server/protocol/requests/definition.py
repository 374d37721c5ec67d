"""`textDocument/definition`: the object that is pointed to, a place of the texts, or the partner."""

from lsprotocol import types

from keytally_server.features.definition import definitions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DefinitionParams
) -> list[types.Location]:
    """Where what stands at a place leads."""
    targets = definitions(snapshot, server.offset(snapshot, params.position))
    return [server.location(target.path, target.start, target.end) for target in targets]
