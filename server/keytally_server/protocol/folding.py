"""`textDocument/foldingRange`."""

from lsprotocol import types

from keytally_server.features.folding_ranges import MOST_RANGES, folding_ranges
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """What can be folded."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    place = snapshot.reading.line_place
    found = [
        types.FoldingRange(place(fold.start).line, place(fold.end).line)
        for fold, _ in zip(folding_ranges(snapshot), range(MOST_RANGES), strict=False)
    ]
    return [fold for fold in found if fold.start_line < fold.end_line]
