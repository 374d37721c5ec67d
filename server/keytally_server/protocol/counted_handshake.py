"""WebSocket connections whose handshakes are counted among the pending clients."""

from typing import Any

from websockets.asyncio.server import ServerConnection

from keytally_server.protocol.admission import PendingClients


def counted_connection(waiting: PendingClients) -> type[ServerConnection]:
    """Return a connection class that closes connections immediately if too many clients are waiting."""

    class CountedConnection(ServerConnection):
        """A connection that counts as waiting during its handshake."""

        async def handshake(self, *arguments: Any, **named: Any) -> None:
            """Perform the handshake; without it, the server breaks the connection."""
            if waiting.has_room():
                with waiting.one_more():
                    await super().handshake(*arguments, **named)

    return CountedConnection
