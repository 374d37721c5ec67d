"""`textDocument/foldingRange`."""

from lsprotocol import types

from keytally_server.features.folding_ranges import MOST_RANGES, folding_ranges
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.FoldingRangeParams
) -> list[types.FoldingRange]:
    """The ranges that can be folded, no more than the client takes; in a large file those near the view."""
    most = min(MOST_RANGES, server.client.most_folds or MOST_RANGES)
    folds = folding_ranges(snapshot, server.views.place(snapshot.path))
    place = snapshot.reading.places.position
    found = [
        types.FoldingRange(place(fold.start).line, place(fold.end).line)
        for fold, _ in zip(folds, range(most), strict=False)
    ]
    return [fold for fold in found if fold.start_line < fold.end_line]
