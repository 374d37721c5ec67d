"""`keytally/next`: the next or previous difference, candidate or undecided item."""

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.answers.stop import Stop
from keytally_server.features.candidates import next_candidate
from keytally_server.features.undecided import next_undecided
from keytally_server.protocol.messages import ANNOTATE, NextParams
from keytally_server.protocol.next_difference import next_difference
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

_KINDS = "difference", "candidate", "undecided"
_DIRECTIONS = {"next": True, "previous": False}


async def answer(server: KeytallyServer, snapshot: Snapshot, params: NextParams) -> dict[str, Any] | None:
    """The place in its file, what is to be seen there, and the code action for it; None if there is none.

    Raises JsonRpcInvalidParams.
    """
    if params.what not in _KINDS or params.direction not in _DIRECTIONS:
        raise JsonRpcInvalidParams(
            "what is difference, candidate or undecided, direction is next or previous"
        )
    if params.what == "difference":
        stop = await next_difference(server, params.text_document.uri, params.position, **_options(params))
    elif params.what == "candidate":
        stop = next_candidate(snapshot, server.offset(snapshot, params.position), **_options(params))
    else:
        offset, others = server.offset(snapshot, params.position), _other_golds(server, snapshot)
        stop = next_undecided(snapshot, offset, others, **_options(params))
    return None if stop is None else _shown(server, stop)


def _options(params: NextParams) -> dict[str, bool]:
    return {"forwards": _DIRECTIONS[params.direction], "inclusive": params.inclusive}


def _other_golds(server: KeytallyServer, snapshot: Snapshot) -> list[Snapshot]:
    """The other open golds in the order in which they were opened, those behind this file first."""
    paths = list(server.session.open_files)
    place = paths.index(snapshot.path) if snapshot.path in paths else 0
    golds = [
        path for path in (*paths[place + 1 :], *paths[:place]) if server.session.adjudications.is_gold(path)
    ]
    found = (server.session.snapshot(path) for path in golds)
    return [each for each in found if each is not None]


def _shown(server: KeytallyServer, stop: Stop) -> dict[str, Any]:
    location = server.location(stop.path, stop.start, stop.end)
    return {
        "uri": location.uri,
        "range": location.range,
        "status": stop.status or None,
        "message": stop.message,
        "action": f"{ANNOTATE}.{stop.action}" if stop.action else None,
    }
