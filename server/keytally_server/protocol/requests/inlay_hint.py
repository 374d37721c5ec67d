"""`textDocument/inlayHint`, and `inlayHint/resolve` for tooltips, most of which are never looked at."""

from collections.abc import Sequence
from functools import partial

from lsprotocol import types

from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.features.inlay_hints import inlay_hints
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.InlayHintParams
) -> list[types.InlayHint]:
    """The missing tags of the visible part."""
    place = server.offsets(snapshot, params.range)
    found = list(inlay_hints(snapshot, *place, with_own_lines=not server.client.draws_lines))
    shown = [_shown(server, snapshot, hint) for hint in found]
    if server.client.resolves_tooltips:
        _leave_out(server, snapshot, shown, [hint.tooltip for hint in found])
    return shown


def resolve(server: KeytallyServer, params: types.InlayHint) -> types.InlayHint:
    """A hint with its tooltip; unchanged if a newer answer has taken its place."""
    params.tooltip = server.hint_tooltips.find(params.data) or params.tooltip
    return params


def _shown(server: KeytallyServer, snapshot: Snapshot, hint: InlayHint) -> types.InlayHint:
    return types.InlayHint(
        server.columns.to_position(snapshot.reading, hint.place),
        hint.label,
        tooltip=hint.tooltip,
        padding_left=True,
        padding_right=_is_followed(snapshot, hint.place) or None,
    )


def _is_followed(snapshot: Snapshot, place: int) -> bool:
    """Whether text of the same line stands behind a place; a hint at a line's end needs no room there."""
    return snapshot.buffer.slice(place, place + 1) not in ("", "\r", "\n")


def _leave_out(
    server: KeytallyServer, snapshot: Snapshot, shown: Sequence[types.InlayHint], tooltips: Sequence[str]
) -> None:
    """Put a number for each tooltip."""
    numbers = server.hint_tooltips.keep(snapshot.path, [partial(str, each) for each in tooltips])
    for hint, number in zip(shown, numbers, strict=True):
        hint.tooltip, hint.data = None, number
