"""`textDocument/selectionRange`."""

from lsprotocol import types

from keytally_server.features.selection_ranges import selection_ranges
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """The selection ranges around each requested position."""
    return [_innermost(server, snapshot, position) for position in params.positions]


def _innermost(server: KeytallyServer, snapshot: Snapshot, position: types.Position) -> types.SelectionRange:
    """The narrowest range around an offset, each with the next one as its parent."""
    *inner, whole_file = selection_ranges(snapshot, server.offset(snapshot, position))
    found = types.SelectionRange(server.range(snapshot, *whole_file))
    for span in reversed(inner):
        found = types.SelectionRange(server.range(snapshot, *span), found)
    return found
