"""Reads standard input on a thread of its own, which does not keep the server from ending."""

import asyncio
import os
from queue import SimpleQueue
from threading import Thread


class StandardInput:
    """The bytes of a file descriptor, such as that of standard input.

    The thread may stay in a read for ever, where another process holds the pipe open. It reads the descriptor
    itself: the end of the interpreter would wait for the lock of a buffered file. `has_arrived` tells whether
    bytes have come since the last were asked for, before the loop that awaits them gets to it.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.has_arrived = False
        self._wanted: SimpleQueue[tuple[int, asyncio.Future[bytes]]] = SimpleQueue()
        Thread(target=self._read, name="standard input", daemon=True).start()

    async def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; none at the end."""
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
