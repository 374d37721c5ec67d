"""The reports are made beside other messages, show progress, and can be cancelled."""

from collections.abc import Callable
from pathlib import Path

import pytest

from keytally_server.protocol import commands
from tests.server.wire import Wire, on

SHOWS_PROGRESS = {"window": {"workDoneProgress": True}}


@pytest.fixture
def sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices that end after each document."""
    monkeypatch.setattr(commands, "SLICE", -1)


def ask(wire: Wire, uri: str) -> int:
    command = {"command": "keytally.renderReports", "arguments": [uri]}
    return wire.send("workspace/executeCommand", command)


def wait(wire: Wire, is_so: Callable[[], object]) -> None:
    wire.loop.run_until_complete(wire.until(is_so))


def agree(wire: Wire) -> str:
    """Answer the request for a progress as soon as it comes; returns its token."""

    def created() -> list[dict[str, object]]:
        return [each for each in wire.sent if each.get("method") == "window/workDoneProgress/create"]

    wait(wire, created)
    (create,) = created()
    wire.receive({"id": create["id"], "result": None})
    params = create["params"]
    assert isinstance(params, dict)
    return str(params["token"])


@pytest.mark.usefixtures("sliced")
def test_an_edit_between_two_slices_is_taken_and_the_reports_are_those_of_before(workspace: Path) -> None:
    wire = on(workspace, capabilities=SHOWS_PROGRESS)
    uri = wire.open(workspace / "response.sgml")
    wire.settle()
    live = wire.server.session.active_pair(workspace / "response.sgml")
    assert live is not None
    before = dict(live.report_files())
    number = ask(wire, uri)
    agree(wire)
    assert wire.answers(number) == []
    wire.replace(workspace / "response.sgml", "PERSON", "LOCATION")
    wait(wire, lambda: wire.answers(number))
    (answer,) = wire.answers(number)
    assert {each["name"]: each["text"] for each in answer["result"]} == before
    wire.settle()
    assert dict(live.report_files()) != before
    kinds = [each["value"]["kind"] for each in wire.of("$/progress")]
    assert kinds[0] == "begin" and kinds[-1] == "end"


@pytest.mark.usefixtures("sliced")
def test_reports_whose_progress_the_client_cancels_are_not_made(workspace: Path) -> None:
    wire = on(workspace, capabilities=SHOWS_PROGRESS)
    number = ask(wire, wire.open(workspace / "response.sgml"))
    token = agree(wire)
    wire.notify("window/workDoneProgress/cancel", {"token": token})
    wait(wire, lambda: wire.answers(number))
    assert [answer["error"]["code"] for answer in wire.answers(number)] == [-32800]
    assert wire.of("$/progress")[-1]["value"]["kind"] == "end"
