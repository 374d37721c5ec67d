"""A search over the workspace runs beside other requests, shows progress, and can be cancelled."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from keytally.project.discovery import Discovery, discover
from keytally_server.protocol import commands
from keytally_server.session import workspace as session_workspace
from tests.server.wire import Wire, on

LIST = ("workspace/executeCommand", {"command": "keytally.listPairs", "arguments": []})
SHOWS_PROGRESS = {"window": {"workDoneProgress": True}}


class Held:
    """A search that waits, once it has begun, until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go, self.ended = Event(), Event(), Event()
        self.was_stopped = False

    def discover(self, root: Path, allowed: Any, tell: Callable[[int], None]) -> Discovery:
        self.begun.set()
        try:
            self.go.wait()
            return discover(root, allowed, tell)
        except Exception:
            self.was_stopped = True
            raise
        finally:
            self.ended.set()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    search = Held()
    monkeypatch.setattr(session_workspace, "discover", search.discover)
    monkeypatch.setattr(commands, "REPORT_EVERY", 2)
    yield search
    search.go.set()


def wait(wire: Wire, is_so: Callable[[], object]) -> None:
    wire.loop.run_until_complete(wire.until(is_so))


def agree(wire: Wire) -> str:
    """Answer the request for a progress; returns its token."""
    (create,) = (each for each in wire.sent if each.get("method") == "window/workDoneProgress/create")
    wire.receive({"id": create["id"], "result": None})
    return str(create["params"]["token"])


def kinds(wire: Wire) -> list[str]:
    return [each["value"]["kind"] for each in wire.of("$/progress")]


def test_requests_are_answered_while_pairs_are_looked_for(workspace: Path, held: Held) -> None:
    wire = on(workspace)
    number = wire.send(*LIST)
    wait(wire, held.begun.is_set)
    uri = wire.open(workspace / "response.sgml")
    assert wire.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert wire.answers(number) == []
    held.go.set()
    wait(wire, lambda: wire.answers(number))
    (answer,) = wire.answers(number)
    assert [pair["active"] for pair in answer["result"]] == [True]
    assert wire.of("$/progress") == [], "this client shows none"


def test_a_client_that_shows_progress_is_told_of_begin_files_and_end(workspace: Path, held: Held) -> None:
    wire = on(workspace, capabilities=SHOWS_PROGRESS)
    number = wire.send(*LIST)
    wait(wire, held.begun.is_set)
    agree(wire)
    held.go.set()
    wait(wire, lambda: wire.answers(number))
    assert kinds(wire)[0] == "begin" and kinds(wire)[-1] == "end"
    reports = [each["value"]["message"] for each in wire.of("$/progress")[1:-1]]
    assert reports == ["2 files", "4 files"]
    assert len({each["token"] for each in wire.of("$/progress")}) == 1


def test_a_search_whose_progress_the_client_cancels_ends(workspace: Path, held: Held) -> None:
    wire = on(workspace, capabilities=SHOWS_PROGRESS)
    number = wire.send(*LIST)
    wait(wire, held.begun.is_set)
    token = agree(wire)
    wire.notify("window/workDoneProgress/cancel", {"token": token})
    held.go.set()
    wait(wire, lambda: wire.answers(number) and held.ended.is_set())
    assert [answer["error"]["code"] for answer in wire.answers(number)] == [-32800]
    assert kinds(wire) == ["begin", "end"]
    assert wire.request(*LIST), "the next search is served"


def test_a_search_whose_request_the_client_cancels_ends(workspace: Path, held: Held) -> None:
    wire = on(workspace)
    number = wire.send(*LIST)
    wait(wire, held.begun.is_set)
    wire.notify("$/cancelRequest", {"id": number})
    wait(wire, lambda: wire.answers(number))
    held.go.set()
    wait(wire, held.ended.is_set)
    assert [answer["error"]["code"] for answer in wire.answers(number)] == [-32800]
    assert held.was_stopped, "no file is read after that"
    assert wire.request(*LIST), "the next search is served"


def test_no_progress_begins_after_the_end(workspace: Path) -> None:
    wire = on(workspace, capabilities=SHOWS_PROGRESS)
    assert wire.request(*LIST)
    agree(wire)
    assert wire.of("$/progress") == []
