"""What is answered before `initialize`, after it, and after `shutdown`."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol.server import LifecycleState, refusal
from tests.server.wire import Wire, failing

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}
NOT_INITIALIZED, INVALID = -32002, -32600


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        ("initialize", [None, INVALID, INVALID]),
        ("shutdown", [NOT_INITIALIZED, None, INVALID]),
        ("exit", [None, None, None]),
        ("initialized", [NOT_INITIALIZED, None, INVALID]),
        ("textDocument/hover", [NOT_INITIALIZED, None, INVALID]),
        ("keytally/unheardOf", [NOT_INITIALIZED, None, INVALID]),
        (3, [NOT_INITIALIZED, None, INVALID]),
    ],
)
def test_what_each_phase_refuses(method: object, codes: list[int | None]) -> None:
    refused = [
        refusal(phase, method)
        for phase in (LifecycleState.NEW, LifecycleState.SERVING, LifecycleState.SHUT_DOWN)
    ]
    assert [each and each.code.value for each in refused] == codes


@pytest.fixture
def new() -> Wire:
    """A server that has been sent nothing."""
    return Wire.before_initialize()


def code(answer: dict[str, Any]) -> int:
    return int(answer["error"]["code"])


@pytest.mark.parametrize(
    "method", ["textDocument/hover", "shutdown", "keytally/unheardOf", "workspace/symbol"]
)
@pytest.mark.parametrize("params", [None, {}, {"textDocument": {"uri": "file:///x"}}])
def test_requests_before_initialize_are_refused(new: Wire, method: str, params: Any) -> None:
    assert code(new.ask(method, params)) == NOT_INITIALIZED
    assert "result" in new.ask("initialize", INITIALIZE)


def test_notifications_before_initialize_are_dropped(new: Wire, workspace: Path) -> None:
    new.open(workspace / "response.sgml")
    new.notify("initialized", {})
    new.notify("textDocument/didOpen", {})
    assert new.sent == []
    assert "result" in new.ask("initialize", INITIALIZE)
    assert new.server.session.open_files == {}


@pytest.mark.parametrize("params", [None, {}, {"capabilities": 3}])
def test_a_malformed_initialize_is_an_error_and_can_be_sent_again(new: Wire, params: Any) -> None:
    assert code(new.ask("initialize", params)) == -32602
    assert code(new.ask("shutdown", None)) == NOT_INITIALIZED
    assert "result" in new.ask("initialize", INITIALIZE)


def test_an_initialize_that_fails_can_be_sent_again(new: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    with failing(monkeypatch, new.server, "path_of"):
        folder = {"uri": "file:///nowhere", "name": "nowhere"}
        assert code(new.ask("initialize", {**INITIALIZE, "workspaceFolders": [folder]})) == -32603
    assert code(new.ask("shutdown", None)) == NOT_INITIALIZED
    assert "result" in new.ask("initialize", INITIALIZE)


def test_a_second_initialize_is_refused_and_changes_nothing(workspace: Path) -> None:
    wire = Wire()
    assert code(wire.ask("initialize", {**INITIALIZE, "rootUri": workspace.as_uri()})) == INVALID
    assert wire.server.roots == []
    wire.open(workspace / "response.sgml")
    assert wire.rules(workspace / "response.sgml") == []


def test_after_shutdown_requests_are_refused_and_notifications_dropped(workspace: Path) -> None:
    wire = Wire()
    assert wire.ask("shutdown", None)["result"] is None
    for method in ("shutdown", "initialize", "textDocument/hover", "keytally/unheardOf"):
        assert code(wire.ask(method, None)) == INVALID
    told = len(wire.sent)
    wire.open(workspace / "response.sgml")
    assert len(wire.sent) == told
    with pytest.raises(SystemExit) as ended:
        wire.notify("exit", None)
    assert ended.value.code == 0


@pytest.mark.parametrize("number", [None, [], {}, 1.5])
def test_a_request_whose_id_is_none_is_answered_without_one(number: Any) -> None:
    wire = Wire()
    wire.receive({"id": number, "method": "shutdown"})
    answer = wire.sent[-1]
    assert (answer["id"], code(answer)) == (None, INVALID)
    assert wire.ask("shutdown", None)["result"] is None
