"""A server in the test's own process, fed and read in JSON: for what must be fast or seen from inside."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from keytally_server.protocol.handlers import create_server
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.transports import receive
from tests.server.editor import offset_in, position_in

PUBLISH = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS


class Wire:
    """Sends messages as a client would; what the server would do soon is done by `settle`."""

    def __init__(self, **params: Any) -> None:
        self._start()
        self.initialized = self.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {}, **params}
        )
        self.encoding = str(self.initialized["capabilities"]["positionEncoding"])

    @classmethod
    def before_initialize(cls) -> "Wire":
        """A server that has been sent nothing."""
        wire = cls.__new__(cls)
        wire._start()
        return wire

    def _start(self) -> None:
        self.server: KeytallyServer = create_server()
        self.server.protocol.set_writer(self, include_headers=False)
        self.sent: list[dict[str, Any]] = []
        self._soon: list[Callable[[], None]] = []
        self._number = 0
        self.loop = _loop()
        for when in ("call_soon", "call_later"):
            object.__setattr__(self.server, when, self._call)

    def _call(self, call: Callable[[], None], pause: float = 0) -> None:
        """Have a call wait its turn; no pause takes time here."""
        self._soon.append(call)

    def write(self, data: bytes) -> None:
        self.sent.append(json.loads(data))

    def close(self) -> None:
        """There is nothing to close."""

    def receive(self, message: dict[str, Any]) -> None:
        receive(self.server, json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any) -> None:
        self.receive({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request and return the whole answer."""
        number = self.send(method, params)
        self.loop.run_until_complete(self.until(lambda: self.answers(number)))
        return self.answers(number)[0]

    def send(self, method: str, params: Any) -> int:
        """Send a request, whose answer may come later; returns its number."""
        self._number += 1
        asyncio.set_event_loop(self.loop)
        self.receive({"id": self._number, "method": method, "params": params})
        return self._number

    def answers(self, number: int) -> list[dict[str, Any]]:
        """The answers to a request so far: one, or none yet."""
        return [each for each in self.sent if each.get("id") == number and "method" not in each]

    async def until(self, is_so: Callable[[], object]) -> None:
        """Let what waits in the loop go on until something is so."""
        while not is_so():
            await asyncio.sleep(0)

    def request(self, method: str, params: Any) -> Any:
        return self.ask(method, params)["result"]

    def settle(self) -> None:
        """Do all that the server would have done between messages."""
        while self._soon:
            self._soon.pop(0)()

    def step(self) -> None:
        """Do what the server would have done before the next message."""
        soon, self._soon[:] = list(self._soon), []
        for call in soon:
            call()

    def of(self, method: str) -> list[Any]:
        return [message["params"] for message in self.sent if message.get("method") == method]

    # Documents

    def open(self, path: Path, text: str | None = None, language: str = "muc-sgml") -> str:
        shown = path.read_bytes().decode() if text is None else text
        item = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": shown}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return path.as_uri()

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def close_file(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def text(self, path: Path) -> str:
        return str(self.server.session.buffer(path))

    def place(self, path: Path, needle: str, ahead: int = 0) -> dict[str, int]:
        """The position of the first `needle` in a file, or of a place some characters into it."""
        text = self.text(path)
        place = position_in(text, text.index(needle) + ahead, self.encoding)
        return {"line": place.line, "character": place.character}

    def stretch(self, path: Path, needle: str) -> dict[str, dict[str, int]]:
        return {"start": self.place(path, needle), "end": self.place(path, needle, len(needle))}

    def text_at(self, path: Path, stretch: dict[str, dict[str, int]]) -> str:
        text = self.text(path)
        start, end = (
            offset_in(text, types.Position(**stretch[name]), self.encoding) for name in ("start", "end")
        )
        return text[start:end]

    def replace(self, path: Path, old: str, new: str, version: int = 2) -> None:
        self.change(path.as_uri(), version, {"range": self.stretch(path, old), "text": new})

    def at(self, method: str, path: Path, needle: str, ahead: int = 0) -> Any:
        """Ask something about a place in a file."""
        position = self.place(path, needle, ahead)
        return self.request(method, {"textDocument": {"uri": path.as_uri()}, "position": position})

    def about(self, method: str, path: Path, **params: Any) -> Any:
        """Ask something about a file."""
        return self.request(method, {"textDocument": {"uri": path.as_uri()}, **params})

    def rules(self, path: Path) -> list[str]:
        """The findings of a file, as they were last published."""
        of_file = [each for each in self.of(PUBLISH) if each["uri"] == path.as_uri()]
        return [each["code"] for each in of_file[-1]["diagnostics"]]


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop in which requests that take long are answered."""
    return asyncio.new_event_loop()


def on(*folders: Path, **params: Any) -> Wire:
    """A server whose client opts into marks, takes edits as completions, and has these folders open."""
    edits = {"completion": {"completionItem": {"insertReplaceSupport": True}}}
    marks = {"keytally": {"marks": True}}
    known = {"capabilities": {"experimental": marks, "textDocument": edits}, **params}
    return Wire(workspaceFolders=[{"uri": each.as_uri(), "name": each.name} for each in folders], **known)


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, target: Any, name: str) -> Iterator[None]:
    """Let a function raise as long as the block runs."""

    def fail(*arguments: Any, **words: Any) -> Any:
        raise RuntimeError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(target, name, fail)
        yield
