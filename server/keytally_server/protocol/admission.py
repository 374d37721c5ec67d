"""Admission of clients that connect over a port: tokens, origins, and pending clients."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from lsprotocol import types

from keytally_server.protocol.messages import members
from keytally_server.protocol.server import not_initialized

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

# Any process, and any page in a browser, can connect to a port; clients without the token are rejected, and
# pages of foreign web sites.

NO_TOKEN = "initializationOptions.token does not match the token of this server"
FOREIGN_ORIGIN = "pages of this origin are not allowed to connect: see --origin"
TOKEN_NOT_GIVEN = "the client did not send the token of this server"

_SCHEME = "Bearer "


@dataclass(frozen=True, slots=True)
class Admitted:
    """The `initialize` request of a client with the right token; the token has been removed from it."""

    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """The error response to a request; `is_over` is set if the connection ends after it."""

    response: Mapping[str, Any]
    is_over: bool


def authenticate(message: object, token: str) -> Admitted | Refused | None:
    """Return the admission or the refusal of a TCP client that has not sent the token yet, given its
    message; None to ignore the message.
    """
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


def is_own_origin(origins: Sequence[str], allowed: Collection[str]) -> bool:
    """Return whether a WebSocket client sends no `Origin`, as is usual for editors, or only allowed
    origins.
    """
    return all(origin in allowed for origin in origins)


def bears_token(path: str, authorization: Sequence[str], token: str) -> bool:
    """Return whether a WebSocket client sends the token, either as `?token=` or in `Authorization:
    Bearer`.
    """
    given = parse_qs(urlsplit(path).query).get("token", [])
    given += [value.removeprefix(_SCHEME) for value in authorization if value.startswith(_SCHEME)]
    return any(_is_token(value, token) for value in given)


def _is_token(given: object, token: str) -> bool:
    from hmac import compare_digest  # noqa: PLC0415 - only a server with a port requires a token

    return isinstance(given, str) and compare_digest(
        given.encode("utf-8", "surrogatepass"), token.encode("utf-8", "surrogatepass")
    )


def _error(number: int | str, code: types.ErrorCodes | types.LSPErrorCodes, line: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code.value, "message": line}}


logger = logging.getLogger(__name__)

MOST_WAITING = 16
"""The maximum number of simultaneous clients without a token; further clients are rejected immediately."""


class PendingClients:
    """Counts the clients that have not sent the token yet."""

    def __init__(self) -> None:
        self._count = 0

    def has_room(self) -> bool:
        """Return whether another client may wait; a rejection is logged."""
        if self._count >= MOST_WAITING:
            logger.warning("rejected a client: %s other clients have not sent the token yet", self._count)
        return self._count < MOST_WAITING

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a waiting client until the block ends."""
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1


def counted_connection(waiting: PendingClients) -> "type[ServerConnection]":
    """Return a connection class that closes connections immediately if too many clients are waiting."""
    from websockets.asyncio.server import ServerConnection  # noqa: PLC0415 - only servers on a port need it

    class CountedConnection(ServerConnection):
        """A connection that counts as waiting during its handshake."""

        async def handshake(self, *arguments: Any, **named: Any) -> None:
            """Do the handshake if there is room; without a handshake, the server closes the connection."""
            if waiting.has_room():
                with waiting.one_more():
                    await super().handshake(*arguments, **named)

    return CountedConnection
