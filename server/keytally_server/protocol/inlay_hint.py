"""`textDocument/inlayHint`."""

from lsprotocol import types

from keytally_server.features.inlay_hints import inlay_hints
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The missing tags of the visible part."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or not server.session.settings.inlay_hints:
        return []
    server.catch_up(snapshot)
    ends = (server.offset(snapshot, place) for place in (params.range.start, params.range.end))
    return [
        types.InlayHint(
            server.columns.to_position(snapshot.reading, hint.place),
            hint.label,
            tooltip=hint.tooltip,
            padding_left=True,
            padding_right=True,
        )
        for hint in inlay_hints(snapshot, *ends)
    ]
