"""The transports besides standard input and output: one TCP connection, or one WebSocket.

pygls's own TCP and WebSocket servers let a second client take the first one's answers, and its
WebSocket refuses messages of more than a megabyte.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

from pygls.io_ import run_async, run_websocket

from keytally_server.protocol.server import KeytallyServer

logger = logging.getLogger(__name__)


class _SingleClient:
    """Serves one client and turns others away; `over` is set when it leaves."""

    def __init__(self) -> None:
        self._is_taken = False
        self.over = asyncio.Event()

    async def receive(self, serve: Callable[[], Awaitable[None]]) -> bool:
        """Serve a client if it is the first; returns whether it was."""
        if self._is_taken:
            return False
        self._is_taken = True
        try:
            await serve()
        except OSError as error:
            logger.warning("the connection broke: %s", error)
        finally:
            self.over.set()
        return True


async def serve_tcp(server: KeytallyServer, host: str, port: int) -> None:
    """Serve the first client that connects; raises OSError for an address that cannot be had."""
    clients = _SingleClient()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def serve() -> None:
            server.protocol.set_writer(writer)
            await run_async(Event(), reader, server.protocol, logger, server.report_server_error)

        if not await clients.receive(serve):
            writer.close()

    async with await asyncio.start_server(connected, host, port) as listening:
        _announce("tcp", listening)
        await clients.over.wait()


async def serve_ws(server: KeytallyServer, host: str, port: int) -> None:
    """Serve the first WebSocket client; raises OSError for an address that cannot be had."""
    from websockets.asyncio.server import ServerConnection  # noqa: PLC0415 - start-up
    from websockets.asyncio.server import serve as listen  # noqa: PLC0415 - start-up

    clients = _SingleClient()

    async def connected(client: ServerConnection) -> None:
        async def serve() -> None:
            await run_websocket(client, Event(), server.protocol, logger, server.report_server_error)

        await clients.receive(serve)

    async with listen(connected, host, port, max_size=None) as listening:
        _announce("ws", listening)
        await clients.over.wait()


def _announce(way: str, listening: Any) -> None:
    """Print the address to standard error: with port 0 the system chooses it."""
    host, port = next(iter(listening.sockets)).getsockname()[:2]
    print(f"keytally-server: waiting for a client on {way} {host}:{port}", file=sys.stderr, flush=True)
