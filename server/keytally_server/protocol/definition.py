"""`textDocument/definition`: the partner in the other file."""

from lsprotocol import types

from keytally_server.features.partner import partners
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.DefinitionParams) -> list[types.Location]:
    """The partners of the tag at a place."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    server.catch_up(snapshot)
    targets = partners(snapshot, server.offset(snapshot, params.position))
    return [server.location(target.path, target.start, target.end) for target in targets]
