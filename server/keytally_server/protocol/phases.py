"""What a client may send before `initialize`, after it, and after `shutdown`."""

from enum import Enum, auto
from typing import NamedTuple

from lsprotocol import types

from keytally_server.protocol.admission import not_initialized


class Phase(Enum):
    """How far the connection of a client has come."""

    NEW = auto()
    SERVING = auto()
    SHUT_DOWN = auto()


class Refusal(NamedTuple):
    """A message that is not handled: a request is answered with this error, a notification dropped."""

    code: types.ErrorCodes
    line: str


def refusal(phase: Phase, method: object) -> Refusal | None:
    """Why a request or notification is not handled now; None where it is.

    By "Server lifecycle" of the Language Server Protocol 3.17.
    """
    if method == types.EXIT:
        return None
    if phase is Phase.NEW and method != types.INITIALIZE:
        return Refusal(types.ErrorCodes.ServerNotInitialized, not_initialized(method))
    if phase is not Phase.NEW and method == types.INITIALIZE:
        return Refusal(types.ErrorCodes.InvalidRequest, "initialize is sent once, and was sent before")
    if phase is Phase.SHUT_DOWN:
        return Refusal(types.ErrorCodes.InvalidRequest, f"{method} comes after shutdown")
    return None
