"""A registry on this machine that takes whatever is published: publishing is tried without accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

ANSWER = b'{"success": "ok", "namespace": "keytally", "name": "keytally", "version": "tried"}'


class Published(NamedTuple):
    """What a program sent: the path of the request, and its body."""

    path: str
    body: bytes


@contextmanager
def registry() -> Iterator[tuple[str, list[Published]]]:
    """The address of the registry, and what has been published there; it ends with the block."""
    published: list[Published] = []

    class _Taking(_Registry):
        taken = published

    with ThreadingHTTPServer(("127.0.0.1", 0), _Taking) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", published
        server.shutdown()
        thread.join()


class _Registry(BaseHTTPRequestHandler):
    taken: list[Published]

    def do_GET(self) -> None:
        """Answer what programs ask before they publish."""
        self._answer(200, b"{}")

    def do_POST(self) -> None:
        """Take what is published."""
        chunked = self.headers.get("Transfer-Encoding", "") == "chunked"
        body = self._chunks() if chunked else self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.taken.append(Published(self.path, body))
        self._answer(201, ANSWER)

    def _chunks(self) -> bytes:
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on standard error."""
