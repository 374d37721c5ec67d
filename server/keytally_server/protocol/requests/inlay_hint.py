"""`textDocument/inlayHint`."""

from lsprotocol import types

from keytally_server.features.inlay_hints import inlay_hints
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.InlayHintParams
) -> list[types.InlayHint]:
    """The missing tags of the visible part."""
    hints = inlay_hints(
        snapshot,
        *server.offsets(snapshot, params.range),
        with_own_lines=not server.client.draws_lines,
    )
    return [
        types.InlayHint(
            server.columns.to_position(snapshot.reading, hint.place),
            hint.label,
            tooltip=hint.tooltip,
            padding_left=True,
            padding_right=True,
        )
        for hint in hints
    ]
