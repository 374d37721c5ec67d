"""`textDocument/linkedEditingRange`."""

from lsprotocol import types

from keytally_server.features.linked_editing import linked_editing_ranges
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

WORD = r"[A-Za-z][\w.-]*"
"""What may be typed there and stays linked: the name of a tag."""


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    """The ranges that change together with the one at a position; None if there are none."""
    found = linked_editing_ranges(snapshot, server.offset(snapshot, params.position))
    ranges = [server.range(snapshot, *span) for span in found]
    return types.LinkedEditingRanges(ranges, word_pattern=WORD) if ranges else None
