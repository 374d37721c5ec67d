"""What fails in a command or in a pull of diagnostics is an error of that request alone, and is logged."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol.diagnostics import Diagnostics
from keytally_server.session.session import Session
from keytally_server.session.workspace import Workspace
from tests.server.wire import on

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
COMMANDS = {
    "keytally.selectResponse": (Session, "choose_response"),
    "keytally.listPairs": (Workspace, "search"),
    "keytally.renderReports": (Session, "active_pair"),
    "keytally.reportArguments": (Session, "active_pair"),
    "keytally.pairFiles": (Workspace, "pairs_of"),
}


def fail(*arguments: Any, **more: Any) -> Any:
    raise RuntimeError("planted")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_fails_is_an_error_of_its_request_alone(
    workspace: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    key, response = workspace / "key.sgml", workspace / "response.sgml"
    wire.open(response)
    given = {
        "keytally.selectResponse": [key, response],
        "keytally.renderReports": [response],
        "keytally.reportArguments": [response],
        "keytally.pairFiles": [key, response],
    }
    params = {"command": command, "arguments": [path.as_uri() for path in given.get(command, [])]}
    with monkeypatch.context() as planted:
        planted.setattr(*COMMANDS[command], fail)
        number = wire.send("workspace/executeCommand", params)
        wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
        (answer,) = wire.answers(number)
        assert answer["error"]["code"] == -32603
        assert "planted" in str(wire.of("window/logMessage"))
    number = wire.send("workspace/executeCommand", params)
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert "result" in wire.answers(number)[0]


def test_a_pull_of_diagnostics_that_fails_is_an_error_of_its_request_alone(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace, capabilities=PULLS)
    response = workspace / "response.sgml"
    wire.open(response)
    params = {"textDocument": {"uri": response.as_uri()}}
    with monkeypatch.context() as planted:
        planted.setattr(Diagnostics, "_items", fail)
        assert wire.ask("textDocument/diagnostic", params)["error"]["code"] == -32603
    assert wire.ask("textDocument/diagnostic", params)["result"]["kind"] == "full"
