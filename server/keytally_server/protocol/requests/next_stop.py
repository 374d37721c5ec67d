"""`keytally/next`: the next or previous difference or candidate."""

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.features.candidates import next_candidate
from keytally_server.features.differences import next_difference
from keytally_server.protocol.messages import ANNOTATE, NextParams
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

_SEARCHES = {"difference": next_difference, "candidate": next_candidate}
_DIRECTIONS = {"next": True, "previous": False}


def answer(server: KeytallyServer, snapshot: Snapshot, params: NextParams) -> dict[str, Any] | None:
    """The place in its file, what is to be seen there, and the code action for it; None if there is none.

    Raises JsonRpcInvalidParams.
    """
    search, forwards = _SEARCHES.get(params.what), _DIRECTIONS.get(params.direction)
    if search is None or forwards is None:
        raise JsonRpcInvalidParams("what is difference or candidate, direction is next or previous")
    offset = server.offset(snapshot, params.position)
    stop = search(snapshot, offset, forwards=forwards, inclusive=params.inclusive)
    if stop is None:
        return None
    location = server.location(stop.path, stop.start, stop.end)
    return {
        "uri": location.uri,
        "range": location.range,
        "status": stop.status or None,
        "message": stop.message,
        "action": f"{ANNOTATE}.{stop.action}" if stop.action else None,
    }
