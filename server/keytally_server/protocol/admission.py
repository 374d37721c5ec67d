"""Who is let in over a port: a client that gives the token, and is no page of a foreign web site.

Any process, and any page in a browser, can connect to a port; nothing is served to one without the token.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from lsprotocol import types

from keytally_server.protocol.messages import members

NO_TOKEN = "initializationOptions.token is not the token of this server"
FOREIGN_ORIGIN = "pages of this origin may not connect: see --origin"
TOKEN_NOT_GIVEN = "it did not give the token of this server"

_SCHEME = "Bearer "


@dataclass(frozen=True, slots=True)
class Admitted:
    """The `initialize` of a client with the right token, which is taken out of it."""

    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """The response to a request that is not answered; `is_over` where the connection ends after it."""

    response: Mapping[str, Any]
    is_over: bool


def knock(message: object, token: str) -> Admitted | Refused | None:
    """What is done with a message of a TCP client that is not let in yet; None for nothing."""
    request = members(message)
    method, number = request.get("method"), request.get("id")
    if not isinstance(method, str) or not isinstance(number, int | str):
        return None
    if method != types.INITIALIZE:
        return Refused(_error(number, types.ErrorCodes.ServerNotInitialized, not_initialized(method)), False)
    params = members(request.get("params"))
    options = members(params.get("initializationOptions"))
    if not _is_token(options.get("token"), token):
        return Refused(_error(number, types.LSPErrorCodes.RequestFailed, NO_TOKEN), True)
    rest = {name: value for name, value in options.items() if name != "token"}
    return Admitted({**request, "params": {**params, "initializationOptions": rest or None}})


def not_initialized(method: object) -> str:
    """The line of a request that comes before `initialize`."""
    return f"{method} comes before initialize"


def is_own_origin(origins: Sequence[str], allowed: Collection[str]) -> bool:
    """Whether a WebSocket client has no `Origin`, as editors have none, or allowed ones only."""
    return all(origin in allowed for origin in origins)


def bears_token(path: str, authorization: Sequence[str], token: str) -> bool:
    """Whether a WebSocket client gives the token: as `?token=`, or in `Authorization: Bearer`."""
    given = parse_qs(urlsplit(path).query).get("token", [])
    given += [value.removeprefix(_SCHEME) for value in authorization if value.startswith(_SCHEME)]
    return any(_is_token(value, token) for value in given)


def _is_token(given: object, token: str) -> bool:
    from hmac import compare_digest  # noqa: PLC0415 - only a server behind a port asks for a token

    return isinstance(given, str) and compare_digest(
        given.encode("utf-8", "surrogatepass"), token.encode("utf-8", "surrogatepass")
    )


def _error(number: int | str, code: types.ErrorCodes | types.LSPErrorCodes, line: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code.value, "message": line}}
