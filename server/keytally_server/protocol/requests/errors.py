"""`keytally/errors`: the differences of a pair, those whose repair gains most first."""

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from keytally_server.answers.error import Error, FilePlace
from keytally_server.features.errors import by_gain, error_of
from keytally_server.protocol.messages import ErrorsParams
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.valuing import gains_of
from keytally_server.session.snapshot import Snapshot


async def answer(server: KeytallyServer, snapshot: Snapshot, params: ErrorsParams) -> dict[str, Any] | None:
    """The pair, its classes of differences, and the first of its differences by gain; None without a pair.

    Raises JsonRpcInvalidParams.
    """
    if params.most < 0:
        raise JsonRpcInvalidParams("most is 0 or more")
    found = await gains_of(server, params.text_document.uri)
    if found is None:
        return None
    listed = by_gain(found.valued)[: params.most]
    return {
        "pair": server.pair_uris(found.live),
        "measure": found.live.evaluation.headline_name,
        "headline": found.live.headline(),
        "total": len(found.valued),
        "classes": [
            {"class": each.name, "count": each.number, "gain": each.gain + 0.0} for each in found.classes
        ],
        "differences": [_shown(server, error_of(found.live, each)) for each in listed],
    }


def _shown(server: KeytallyServer, error: Error) -> dict[str, Any]:
    return {
        "class": error.name,
        "gain": None if error.gain is None else error.gain + 0.0,
        **_location(server, error.place),
        "key": error.key,
        "response": error.response,
        "document": error.document,
        "keyPlace": None if error.key_place is None else _location(server, error.key_place),
        "refused": error.refused or None,
        "message": _message(error),
    }


def _message(error: Error) -> str:
    """What a person is told at the place: `missed: PERSON "Ann" (+0.31)`."""
    gain = "not to be repaired by itself" if error.gain is None else f"{error.gain + 0.0:+.2f}"
    return f"{error.name}: {error.said} ({gain})"


def _location(server: KeytallyServer, place: FilePlace) -> dict[str, Any]:
    location = server.location(place.path, place.start, place.end)
    return {"uri": location.uri, "range": location.range}
