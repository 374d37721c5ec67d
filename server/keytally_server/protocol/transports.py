"""The transports: standard input and output, one TCP connection, or one WebSocket.

pygls's own read headers and bodies of any size, and let a second client take the first one's answers. Over a
port, a client is served once it has given the token (`admission`).
"""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from pygls.io_ import StdoutWriter, WebSocketWriter

from keytally_server.protocol.admission import (
    FOREIGN_ORIGIN,
    NO_TOKEN,
    TOKEN_NOT_GIVEN,
    Admitted,
    bears_token,
    is_own_origin,
    knock,
)
from keytally_server.protocol.framing import MAX_MESSAGE, Framing, FramingError
from keytally_server.protocol.reception import receive, receive_json
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.standard_input import StandardInput
from keytally_server.protocol.waiting import Waiting

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

logger = logging.getLogger(__name__)
_UNAUTHORIZED, _FORBIDDEN = 401, 403
"""Statuses of HTTP as numbers: their enumeration takes long to load."""

PART = 2**16
"""Bytes that are read at a time."""

MAX_INITIALIZE = 2**20
"""Bytes of a message at most from a client that has not given the token."""

PATIENCE = 30.0
"""Seconds in which a client gives the token."""


class Door(NamedTuple):
    """A port, and who may connect: clients with the token, and pages of these origins only.

    With `tells_token` the token is printed, as nobody knows it yet.
    """

    host: str
    port: int
    token: str
    tells_token: bool = False
    origins: Collection[str] = ()


class _Stream:
    """The messages of a stream of bytes."""

    def __init__(self, read: Callable[[int], Awaitable[bytes]], limit: int = MAX_MESSAGE) -> None:
        self.framing = Framing(limit)
        self._read = read

    async def next(self) -> bytes | None:
        """The next body; None at the end. Raises FramingError."""
        while (body := self.framing.next()) is None:
            part = await self._read(PART)
            if not part:
                return None
            self.framing.feed(part)
        return body


class _OneClient:
    """Whether a client is served already; `over` is set when it leaves."""

    def __init__(self) -> None:
        self.is_here = False
        self.over = asyncio.Event()

    async def serve(self, serving: Callable[[], Awaitable[None]]) -> None:
        """Serve a client, unless another is served."""
        if self.is_here:
            return
        self.is_here = True
        try:
            await serving()
        except OSError as error:
            logger.warning("the connection broke: %s", error)
        finally:
            self.over.set()


async def serve_stdio(server: KeytallyServer) -> None:
    """Serve the client at standard input and output; raises OSError if one of them is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError("standard input or output is closed")
    server.ends_with_client = True
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    given = StandardInput(sys.stdin.fileno())
    server.has_message = lambda: given.has_arrived
    await _serve_stream(server, _Stream(given.read))


async def serve_tcp(server: KeytallyServer, door: Door) -> None:
    """Serve the first client with the token; raises OSError for an address that cannot be had."""
    client, waiting = _OneClient(), Waiting()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = _Stream(reader.read, MAX_INITIALIZE)
        try:
            first = None
            if not client.is_here and waiting.has_room():
                with waiting.one_more():
                    first = await _admitted(stream, writer, door.token)
            if first is not None:
                await client.serve(lambda: _serve_tcp_client(server, writer, stream, first))
        finally:
            writer.close()

    listening = await asyncio.start_server(connected, door.host, door.port)
    try:
        _announce("tcp", listening, door)
        await client.over.wait()
    finally:
        listening.close()


async def _admitted(stream: _Stream, writer: asyncio.StreamWriter, token: str) -> object | None:
    """The first message of a client that gives the token in time; None for any other."""
    try:
        return await asyncio.wait_for(_let_in(stream, writer, token), PATIENCE)
    except (OSError, FramingError, asyncio.TimeoutError) as error:
        logger.warning("a client is turned away: %s", error or "it gave no token")
        return None


async def _let_in(stream: _Stream, writer: asyncio.StreamWriter, token: str) -> object | None:
    while (body := await stream.next()) is not None:
        answer = knock(_json(body), token)
        if isinstance(answer, Admitted):
            return answer.message
        if answer is not None:
            response = json.dumps(answer.response).encode("ascii")
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(response), response))
            await writer.drain()
            if answer.is_over:
                logger.warning("a client is turned away: %s", NO_TOKEN)
                return None
    return None


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


async def _serve_tcp_client(
    server: KeytallyServer, writer: asyncio.StreamWriter, stream: _Stream, first: object
) -> None:
    server.protocol.set_writer(writer)
    stream.framing.limit = MAX_MESSAGE
    receive_json(server, first)
    await _serve_stream(server, stream)


async def _serve_stream(server: KeytallyServer, stream: _Stream) -> None:
    """Handle messages until the stream ends, or until no further one can be found in it."""
    try:
        while (body := await stream.next()) is not None:
            receive(server, body)
            await asyncio.sleep(0)
    except FramingError as error:
        server.log_error(f"the connection is ended: {error}")


async def serve_ws(server: KeytallyServer, door: Door) -> None:
    """Serve the first WebSocket client with the token; raises OSError for an address that cannot be had."""
    from websockets.asyncio.server import serve as listen  # noqa: PLC0415 - start-up

    from keytally_server.protocol.counted_handshake import counted_connection  # noqa: PLC0415 - start-up

    client, counted = _OneClient(), counted_connection(Waiting())
    quiet = logging.getLogger(f"{__name__}.websockets")
    quiet.setLevel(logging.CRITICAL)

    def admit(connection: "ServerConnection", request: "Request") -> "Response | None":
        headers = request.headers
        if not is_own_origin(headers.get_all("Origin"), door.origins):
            return _turned_away(connection, _FORBIDDEN, FOREIGN_ORIGIN)
        if not bears_token(request.path, headers.get_all("Authorization"), door.token):
            return _turned_away(connection, _UNAUTHORIZED, TOKEN_NOT_GIVEN)
        return None

    async def connected(connection: "ServerConnection") -> None:
        await client.serve(lambda: _serve_connection(server, connection))

    async with listen(
        connected,
        door.host,
        door.port,
        process_request=admit,
        create_connection=counted,
        max_size=MAX_MESSAGE,
        logger=quiet,
    ) as listening:
        _announce("ws", listening, door)
        await client.over.wait()


def _turned_away(connection: "ServerConnection", status: int, line: str) -> "Response":
    logger.warning("a client is turned away: %s", line)
    return connection.respond(status, f"{line}\n")


async def _serve_connection(server: KeytallyServer, connection: "ServerConnection") -> None:
    from websockets.exceptions import ConnectionClosed, ConnectionClosedOK  # noqa: PLC0415 - start-up

    server.protocol.set_writer(WebSocketWriter(connection), include_headers=False)
    try:
        while True:
            receive(server, await connection.recv(decode=False))
            await asyncio.sleep(0)
    except ConnectionClosedOK:
        pass
    except ConnectionClosed as error:
        logger.warning("the connection broke: %s", error)


def _announce(way: str, listening: Any, door: Door) -> None:
    """Print the address to standard error: with port 0 the system chooses it."""
    host, port = next(iter(listening.sockets)).getsockname()[:2]
    print(f"keytally-server: waiting for a client on {way} {host}:{port}", file=sys.stderr, flush=True)
    if door.tells_token:
        print(f"keytally-server: clients give the token {door.token}", file=sys.stderr, flush=True)
