"""`textDocument/definition`: the object that is pointed to, a place of the texts, or the partner."""

from lsprotocol import types

from keytally_server.features.definitions import definitions
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.DefinitionParams) -> list[types.Location]:
    """Where what stands at a place leads."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    server.catch_up(snapshot)
    targets = definitions(snapshot, server.offset(snapshot, params.position))
    return [server.location(target.path, target.start, target.end) for target in targets]
