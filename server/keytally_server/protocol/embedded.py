"""A server inside another program, such as a web worker: messages in, messages out, as JSON text.

It needs neither streams nor threads. The program runs the event loop, and its files are the server's files.
Pyodide's event loop has no threads either: its `run_in_executor` calls the function immediately.
"""

import gc
from collections.abc import Callable

from keytally_server.protocol.handlers import create_server
from keytally_server.protocol.transports import receive


class _Writer:
    """Passes each message of the server to a function."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        """Send a message."""
        self._send(data.decode("ascii"))

    def close(self) -> None:
        """Do nothing: the program ends the connection."""


class EmbeddedServer:
    """A server for one client; `send` is called with the JSON text of each message for the client."""

    def __init__(self, send: Callable[[str], object]) -> None:
        gc.unfreeze()  # An earlier server in the same program has kept its objects from being collected.
        gc.collect()
        self._server = create_server()
        self._server.protocol.set_writer(_Writer(send), include_headers=False)

    def receive(self, message: str) -> int | None:
        """Handle the JSON text of a message; returns the exit status once the client has sent `exit`.

        It is called on the event loop that the server uses.
        """
        try:
            receive(self._server, message.encode("utf-8", "surrogatepass"))
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else 1
        return None
