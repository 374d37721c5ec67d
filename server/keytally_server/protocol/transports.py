"""Transports and the message loop: standard streams, TCP or WebSocket."""

import asyncio
import json
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable, Collection, Mapping
from queue import SimpleQueue
from threading import Thread
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter, WebSocketWriter

from keytally_server.protocol.admission import (
    FOREIGN_ORIGIN,
    NO_TOKEN,
    TOKEN_NOT_GIVEN,
    Admitted,
    PendingClients,
    authenticate,
    bears_token,
    counted_connection,
    is_own_origin,
)
from keytally_server.protocol.messages import members
from keytally_server.protocol.server import KeytallyServer, LifecycleState, Refusal, refusal

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response


class StandardInput:
    """Reads bytes from a file descriptor, such as stdin, in a separate thread.

    The thread may block in a read forever if another process holds the pipe open. It reads the descriptor
    directly, because interpreter shutdown would wait for the lock of a buffered file. `has_arrived` is set if
    bytes have arrived since the last read, even before the event loop has received them.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.has_arrived = False
        self._wanted: SimpleQueue[tuple[int, asyncio.Future[bytes]]] = SimpleQueue()
        Thread(target=self._read, name="stdin", daemon=True).start()

    async def read(self, size: int) -> bytes:
        """Return the next bytes, at most `size`; empty at the end."""
        part: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.has_arrived = False
        self._wanted.put((size, part))
        return await part

    def _read(self) -> None:
        part = b"-"
        while part:
            size, wanted = self._wanted.get()
            try:
                part = os.read(self._descriptor, size)
            except OSError:
                part = b""
            self.has_arrived = True
            try:
                wanted.get_loop().call_soon_threadsafe(_give, wanted, part)
            except RuntimeError:
                return  # The loop has ended meanwhile.


def _give(wanted: "asyncio.Future[bytes]", part: bytes) -> None:
    if not wanted.done():
        wanted.set_result(part)


MAX_HEADER = 8192
"""The maximum number of bytes of a header, with the empty line after it."""

MAX_MESSAGE = 256 * 2**20
"""The maximum size of a message's body in bytes."""

_END = b"\r\n\r\n"
_FIELD = re.compile(rb"([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*?)[ \t]*")
_LENGTH = re.compile(rb"[0-9]{1,18}")


class FramingError(Exception):
    """The error raised if no further message can be found in a stream; the message is one line for the
    log.
    """


class Framing:
    """Extracts messages from a stream that arrives in parts; `limit` is the maximum size of a body."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self.limit = limit
        self._waiting = bytearray()
        self._length: int | None = None

    def feed(self, part: bytes) -> None:
        """Append received bytes."""
        self._waiting += part

    def next(self) -> bytes | None:
        """Return the next body; None if it is not complete yet. Raises FramingError."""
        if self._length is None:
            self._length = self._header()
        if self._length is None or len(self._waiting) < self._length:
            return None
        body = bytes(self._waiting[: self._length])
        del self._waiting[: self._length]
        self._length = None
        return body

    def _header(self) -> int | None:
        """Remove the header from the stream and return the length of the body; None if the header is not
        complete yet.
        """
        end = self._waiting.find(_END, 0, MAX_HEADER)
        if end < 0 and len(self._waiting) >= MAX_HEADER:
            raise FramingError(f"message header longer than {MAX_HEADER} bytes")
        if end < 0:
            return None
        length = _length_in(bytes(self._waiting[:end]))
        if length > self.limit:
            raise FramingError(f"message of {length} bytes exceeds the limit of {self.limit} bytes")
        del self._waiting[: end + len(_END)]
        return length


def _length_in(header: bytes) -> int:
    """Return the length of the body that a header declares; it must be declared once and in digits."""
    fields = [_FIELD.fullmatch(line) for line in header.split(b"\r\n")]
    lengths = [field[2] for field in fields if field and field[1].lower() == b"content-length"]
    if not all(fields):
        raise FramingError("invalid message header")
    if len(lengths) != 1 or not _LENGTH.fullmatch(lengths[0]):
        raise FramingError("message without a valid Content-Length")
    return int(lengths[0])


LONGEST_PARAMS = 1000
"""The maximum number of code points of the parameters in a verbose trace."""


class Tracing:
    """Traces one message by `$/logTrace`, at the level set by `initialize` or `$/setTrace`."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._start = process_time()

    def end(self, message: Mapping[str, Any]) -> None:
        """Trace a message that was handled or whose handling has started; responses are ignored.

        A verbose trace contains the parameters and the processor time in milliseconds.
        """
        trace = self._server.protocol.trace
        if trace is types.TraceValue.Off or self._server.phase is not LifecycleState.SERVING:
            return
        if "method" in message:
            number = f" ({message['id']})" if "id" in message else ""
            verbose = self._in_full(message) if trace is types.TraceValue.Verbose else None
            self._server.log_trace(types.LogTraceParams(f"received {message['method']}{number}", verbose))

    def _in_full(self, message: Mapping[str, Any]) -> str:
        params = json.dumps(message.get("params"), ensure_ascii=False)
        cut = params if len(params) <= LONGEST_PARAMS else f"{params[:LONGEST_PARAMS]}…"
        return f"{(process_time() - self._start) * 1000:.1f} ms: {cut}"


def receive(server: KeytallyServer, body: bytes) -> None:
    """Read and handle a message; an error in one does not keep the next from being handled."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        line = "invalid message: not JSON"
        server.log_error(line)
        server.protocol.answer_error(None, types.ErrorCodes.ParseError, line)
        return
    receive_json(server, data)


def receive_json(server: KeytallyServer, data: object) -> None:
    """Handle a message in JSON, or refuse it."""
    try:
        refused = _refused(server, data) if isinstance(data, dict) and "method" in data else None
        if refused is None:
            tracing = Tracing(server)
            server.protocol.handle_json(data)
            tracing.end(members(data))
        elif isinstance(data, dict) and "id" in data:
            number = data["id"] if _is_id(data["id"]) else None
            server.protocol.answer_error(number, refused.code, refused.line)
    except Exception as error:
        server.report_server_error(error, JsonRpcException)


def _refused(server: KeytallyServer, data: Mapping[str, Any]) -> Refusal | None:
    """Return the reason why a request or notification is rejected (its id is invalid, or it arrives at the
    wrong time); None if it is accepted.
    """
    if "id" in data and not _is_id(data["id"]):
        return Refusal(types.ErrorCodes.InvalidRequest, "the id of a request must be a number or a string")
    return refusal(server.phase, data["method"])


def _is_id(value: object) -> bool:
    return isinstance(value, int | str)


# The transports: standard input and output, one TCP connection, or one WebSocket.
#
# pygls's own read headers and bodies of any size, and let a second client take the first one's answers.
# Over a port, a client is served once it has given the token (`admission`).


logger = logging.getLogger(__name__)
_UNAUTHORIZED, _FORBIDDEN = 401, 403
"""HTTP status codes as numbers, because the enumeration in the standard library takes long to load."""

PART = 2**16
"""The maximum number of bytes that are read at a time."""

MAX_INITIALIZE = 2**20
"""The maximum size of a message in bytes from a client that has not sent the token."""

PATIENCE = 30.0
"""The time in seconds within which a client must send the token."""


class Door(NamedTuple):
    """A port, and the clients that may connect: they must have the token, and web pages must also have one of
    these origins.

    With `tells_token`, the token is printed because the client does not know it yet.
    """

    host: str
    port: int
    token: str
    tells_token: bool = False
    origins: Collection[str] = ()


class _Stream:
    """Reads messages from a stream of bytes."""

    def __init__(self, read: Callable[[int], Awaitable[bytes]], limit: int = MAX_MESSAGE) -> None:
        self.framing = Framing(limit)
        self._read = read

    async def next(self) -> bytes | None:
        """Return the next body; None at the end. Raises FramingError."""
        while (body := self.framing.next()) is None:
            part = await self._read(PART)
            if not part:
                return None
            self.framing.feed(part)
        return body


class _OneClient:
    """Ensures that only one client is served; `over` is set when it leaves."""

    def __init__(self) -> None:
        self.is_here = False
        self.over = asyncio.Event()

    async def serve(self, serving: Callable[[], Awaitable[None]]) -> None:
        """Serve a client, unless another client has already been accepted."""
        if self.is_here:
            return
        self.is_here = True
        try:
            await serving()
        except OSError as error:
            logger.warning("connection lost: %s", error)
        finally:
            self.over.set()


async def serve_stdio(server: KeytallyServer) -> None:
    """Serve the client on standard input and output; raises OSError if one of them is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError("stdin or stdout is closed")
    server.ends_with_client = True
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    given = StandardInput(sys.stdin.fileno())
    server.has_message = lambda: given.has_arrived
    await _serve_stream(server, _Stream(given.read))


async def serve_tcp(server: KeytallyServer, door: Door) -> None:
    """Serve the first client with the token; raises OSError if the address is not available."""
    client, waiting = _OneClient(), PendingClients()

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
    """Return the first message of a client that gives the token in time; None for any other client."""
    try:
        return await asyncio.wait_for(_let_in(stream, writer, token), PATIENCE)
    except (TimeoutError, OSError, FramingError) as error:
        logger.warning("rejected a client: %s", error or "the client sent no token")
        return None


async def _let_in(stream: _Stream, writer: asyncio.StreamWriter, token: str) -> object | None:
    while (body := await stream.next()) is not None:
        answer = authenticate(_json(body), token)
        if isinstance(answer, Admitted):
            return answer.message
        if answer is not None:
            response = json.dumps(answer.response).encode("ascii")
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(response), response))
            await writer.drain()
            if answer.is_over:
                logger.warning("rejected a client: %s", NO_TOKEN)
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
    """Handle messages until the stream ends or no further message can be found in it."""
    try:
        while (body := await stream.next()) is not None:
            receive(server, body)
            await asyncio.sleep(0)
    except FramingError as error:
        server.log_error(f"closing the connection: {error}")


async def serve_ws(server: KeytallyServer, door: Door) -> None:
    """Serve the first WebSocket client with the token; raises OSError if the address is not available."""
    from websockets.asyncio.server import serve as listen  # noqa: PLC0415 - start-up

    client, counted = _OneClient(), counted_connection(PendingClients())
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
    logger.warning("rejected a client: %s", line)
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
        logger.warning("connection lost: %s", error)


def _announce(way: str, listening: Any, door: Door) -> None:
    """Print the address to stderr, because the system chooses the port if it is 0."""
    host, port = next(iter(listening.sockets)).getsockname()[:2]
    print(f"keytally-server: waiting for a client on {way} {host}:{port}", file=sys.stderr, flush=True)
    if door.tells_token:
        print(f"keytally-server: clients must send the token {door.token}", file=sys.stderr, flush=True)
