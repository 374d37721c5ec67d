"""WebSocket connections whose handshakes are counted: until its end a client has not given the token."""

from typing import Any

from websockets.asyncio.server import ServerConnection

from keytally_server.protocol.waiting import Waiting


def counted_connection(waiting: Waiting) -> type[ServerConnection]:
    """Connections that are broken at once where as many clients wait as may."""

    class CountedConnection(ServerConnection):
        """A connection that counts as waiting during its handshake."""

        async def handshake(self, *arguments: Any, **named: Any) -> None:
            """Do the handshake; without one the connection is broken by its server."""
            if waiting.has_room():
                with waiting.one_more():
                    await super().handshake(*arguments, **named)

    return CountedConnection
