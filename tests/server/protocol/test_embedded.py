"""A server without streams, threads and watchdog, as it runs in WebAssembly."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from keytally_server.protocol.embedded import EmbeddedServer
from keytally_server.protocol.lifecycle import NOT_WATCHED

T = TypeVar("T")
CAPABILITIES = {"experimental": {"keytally": {"marks": True}}}


class ThreadlessLoop(asyncio.SelectorEventLoop):
    """An event loop that calls functions immediately, as Pyodide's loop does."""

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., T], *args: Any
    ) -> "asyncio.Future[T]":
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Page:
    """A program with a server inside."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.server = EmbeddedServer(lambda text: self.sent.append(json.loads(text)))
        self._number = 0

    def notify(self, method: str, params: object = None) -> int | None:
        return self.server.receive(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    async def request(self, method: str, params: object = None) -> Any:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.server.receive(json.dumps(message))
        (answer,) = await self.until(
            lambda: [each for each in self.sent if each.get("id") == self._number and "method" not in each]
        )
        return answer["result"]

    async def until(self, found: Callable[[], list[Any]]) -> list[Any]:
        while not (result := found()):
            await asyncio.sleep(0)
        return result

    def of(self, method: str) -> list[Any]:
        return [each["params"] for each in self.sent if each.get("method") == method]

    async def start(self, folder: Path) -> None:
        folders = [{"uri": folder.as_uri(), "name": folder.name}]
        options = {"processId": None, "capabilities": CAPABILITIES, "workspaceFolders": folders}
        await self.request("initialize", options)
        self.notify("initialized", {})


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a coroutine where no thread can start and watchdog is not installed."""

    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setitem(sys.modules, "watchdog", None)

    def run(work: Any) -> None:
        with asyncio.Runner(loop_factory=ThreadlessLoop) as runner:
            runner.run(work)

    return run


def test_a_pair_is_scored_marked_listed_and_reported(workspace: Path, runs: Callable[..., None]) -> None:
    async def work() -> None:
        page = Page()
        await page.start(workspace)
        uri = (workspace / "response.sgml").as_uri()
        text = (workspace / "response.sgml").read_text()
        document = {"uri": uri, "languageId": "muc-sgml", "version": 1, "text": text}
        page.notify("textDocument/didOpen", {"textDocument": document})
        (scored, *_) = await page.until(lambda: [e for e in page.of("keytally/scored") if e["totals"]])
        assert scored["totals"]["pos"] == 68
        marks = await page.request("keytally/marks", {"textDocument": {"uri": uri}})
        assert marks["marks"]
        listed = await page.request("workspace/executeCommand", {"command": "keytally.listPairs"})
        assert [each["response"] for each in listed] == [uri]
        command = {"command": "keytally.renderReports", "arguments": [uri]}
        assert await page.request("workspace/executeCommand", command)
        assert [each["message"] for each in page.of("window/logMessage")] == [NOT_WATCHED]

    runs(work())


def test_exit_gives_the_status(workspace: Path, runs: Callable[..., None]) -> None:
    async def work() -> None:
        page, other = Page(), Page()
        await page.start(workspace)
        await page.request("shutdown")
        assert page.notify("exit") == 0
        assert other.notify("exit") == 1

    runs(work())


def test_malformed_messages_are_answered(runs: Callable[..., None]) -> None:
    async def work() -> None:
        page = Page()
        assert page.server.receive("{\ud800") is None
        assert [each["error"]["code"] for each in page.sent] == [-32700]

    runs(work())
