"""A client as thin as can be, so that what is measured is the server."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

_MEMBER = re.compile(rb'"(id|method|uri|version|resultId|kind)": ?("[^"]*"|\d+)')
_HEAD = 500
"""Bytes in which every message says what it is."""


class Client:
    """Talks to a language server over its standard input and output, one message at a time.

    What is not asked for is not read further than to its head, so that the server need not wait. Messages
    are written by a thread of their own: a long one must not keep from reading what the server writes.
    """

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._writer = ThreadPoolExecutor(max_workers=1)
        self._requests = 0
        self.arrival = 0.0
        """When the last message had arrived whole, by perf_counter."""

    @property
    def process_id(self) -> int:
        """The server's process."""
        return self._process.pid

    def processor_seconds(self) -> float:
        """The seconds of the processor that the server has used so far, in the threads that it has."""
        return sum(map(_nanoseconds, Path(f"/proc/{self.process_id}/task").iterdir())) / 1e9

    def request(self, method: str, params: Any) -> Any:
        """Ask, and wait for the answer; what comes before it is passed over."""
        wanted = self.ask(method, params)
        return self.wait(lambda message: message.get("id") == wanted and "method" not in message)

    def ask(self, method: str, params: Any) -> int:
        """Ask without waiting; returns the id that the answer will bear."""
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        return self._requests

    def notify(self, method: str, params: Any) -> None:
        """Tell, and wait for nothing."""
        self._send({"method": method, "params": params})

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message whose head `wanted` is true of; requests of the server are answered with null.

        A head has those of the members id, method, uri, version, resultId and kind that the message has.
        """
        while True:
            body = self._receive()
            head = _head(body)
            if "id" in head and "method" in head:
                self._send({"id": head["id"], "result": None})
            if wanted(head):
                return dict(json.loads(body))

    def initialize(self, folder: Path, *, pull: bool = False, progress: bool = False) -> dict[str, Any]:
        """Open a session on a folder, as a client that pulls diagnostics or shows progress, if asked."""
        pulling = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
        showing = {"window": {"workDoneProgress": True}}
        answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "capabilities": {
                    **(pulling if pull else {}),
                    **(showing if progress else {}),
                    "experimental": {"keytally": {"marks": True}},
                },
            },
        )
        self.notify("initialized", {})
        return answer

    def close(self) -> None:
        """End the session and the process."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self._process.wait(30)
        self._writer.shutdown()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._writer.submit(self._write, b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def _write(self, message: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(message)
        self._process.stdin.flush()

    def _receive(self) -> bytes:
        assert self._process.stdout
        length = 0
        while (line := self._process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("the server has gone away")
        body = self._process.stdout.read(length)
        self.arrival = perf_counter()
        return body


def _head(body: bytes) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in _MEMBER.findall(body, 0, _HEAD):
        members.setdefault(name.decode(), json.loads(value))
    return members


def _nanoseconds(thread: Path) -> int:
    """The time of the processor that a thread has used; 0 for one that has ended."""
    try:
        return int((thread / "schedstat").read_text().split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return 0
