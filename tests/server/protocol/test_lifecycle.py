"""From `initialize` to `exit`, with what can go wrong on the way."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from keytally_server.protocol.transports import receive
from tests.server.conftest import Start
from tests.server.editor import LONGEST_WAIT, SERVER, Editor
from tests.server.wire import Wire, failing, on


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "encoding", "pulls"),
    [("neovim", "utf-8", True), ("visual_studio_code", "utf-16", False), ("emacs", "utf-32", False)],
)
async def test_recorded_editors_are_answered_in_their_way(
    start: Start, workspace: Path, name: str, encoding: str, pulls: bool
) -> None:
    editor = await start(workspace, name=name, pull=pulls, encodings=None)
    assert editor.encoding == encoding
    uri = editor.open(workspace / "response.sgml")
    scored = await editor.scored(uri)
    assert scored["totals"]["cor"] > 0
    assert bool(editor.all(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)) is not pulls


def test_the_capabilities_say_what_there_is() -> None:
    wire = Wire()
    told = wire.initialized["capabilities"]
    assert wire.initialized["serverInfo"]["name"] == "keytally-server"
    assert told["textDocumentSync"] == {
        "openClose": True,
        "change": 2,
        "save": told["textDocumentSync"]["save"],
    }
    assert "diagnosticProvider" not in told
    assert set(told["executeCommandProvider"]["commands"]) == {
        "keytally.selectResponse",
        "keytally.listPairs",
        "keytally.pairFiles",
        "keytally.renderReports",
        "keytally.reportArguments",
    }
    providers = {name for name, value in told.items() if name.endswith("Provider") and value}
    assert providers >= {
        f"{name}Provider"
        for name in (
            "hover",
            "definition",
            "codeLens",
            "inlayHint",
            "documentSymbol",
            "foldingRange",
            "semanticTokens",
            "completion",
            "codeAction",
        )
    }


def test_pull_is_offered_to_those_who_can() -> None:
    wire = Wire(
        capabilities={
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        }
    )
    assert wire.initialized["capabilities"]["diagnosticProvider"] == {
        "identifier": "keytally",
        "interFileDependencies": True,
        "workspaceDiagnostics": True,
    }


def test_a_client_that_cannot_be_told_to_pull_again_is_pushed_its_findings() -> None:
    wire = Wire(capabilities={"textDocument": {"diagnostic": {}}})
    assert "diagnosticProvider" not in wire.initialized["capabilities"]
    wire.open(Path("/nowhere/free.sgml").absolute(), "<DOC>\n<DOC>\n")
    assert wire.of("textDocument/publishDiagnostics")


def test_a_handler_that_fails_answers_with_an_error_and_the_next_request_is_served(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    uri = wire.open(response)
    params = {"textDocument": {"uri": uri}}
    with failing(monkeypatch, wire.server.session, "snapshot"):
        error = wire.ask("textDocument/codeLens", params)["error"]
        assert error["code"] == -32603
    assert wire.of("window/logMessage")[-1]["message"].endswith("planted")
    assert wire.of("window/showMessage") == []
    assert wire.ask("textDocument/codeLens", params)["result"]


def test_a_notification_that_fails_is_logged_and_the_next_edit_is_served(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    wire.open(response)
    with failing(monkeypatch, wire.server.session, "changed"):
        wire.replace(response, "</ENAMEX>", "")
    assert wire.of("window/showMessage") == []
    wire.replace(response, "</ENAMEX>", "")
    assert wire.rules(response) == ["unclosed-tag"]


def test_a_follower_that_fails_does_not_stop_the_others(workspace: Path) -> None:
    wire = on(workspace)
    wire.server.on_change.insert(0, lambda change: 1 / 0)  # type: ignore[arg-type]
    wire.open(workspace / "response.sgml")
    wire.settle()
    assert wire.of("keytally/scored")


def test_scoring_that_fails_does_not_stop_the_server(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    wire.open(response)
    wire.settle()
    (live,) = wire.server.session.live_pairs
    with failing(monkeypatch, type(live.evaluation), "score"):
        wire.replace(response, "PORT ANSELM</ENAMEX>", "PORT</ENAMEX> ANSELM")
        wire.settle()
    wire.replace(response, "PORT</ENAMEX> ANSELM", "PORT ANSELM</ENAMEX>", 3)
    wire.settle()
    assert wire.of("keytally/scored")[-1]["version"] == 3


MALFORMED: list[tuple[str, Any]] = [
    ("textDocument/hover", {}),
    ("textDocument/hover", {"textDocument": 3, "position": {"line": 0, "character": 0}}),
    ("textDocument/hover", {"textDocument": {"uri": "file:///x"}, "position": {"line": -1, "character": 0}}),
    ("textDocument/codeAction", {"textDocument": {"uri": "file:///x"}}),
    ("workspace/executeCommand", {"command": "keytally.selectResponse", "arguments": ["file:///x"]}),
    ("workspace/executeCommand", {"command": "keytally.unheardOf"}),
]


@pytest.mark.parametrize(("method", "params"), MALFORMED)
def test_malformed_parameters_are_an_error(workspace: Path, method: str, params: Any) -> None:
    wire = on(workspace)
    assert wire.ask(method, params)["error"]["code"] == -32602
    assert wire.open(workspace / "response.sgml")
    assert wire.about("textDocument/codeLens", workspace / "response.sgml")


@pytest.mark.parametrize(
    "method", ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"]
)
@pytest.mark.parametrize("params", [{}, {"textDocument": {"uri": 3}}, {"textDocument": {"uri": "file://[x"}}])
def test_a_malformed_notification_is_passed_over(workspace: Path, method: str, params: Any) -> None:
    wire = on(workspace)
    wire.notify(method, params)
    wire.open(workspace / "response.sgml")
    assert wire.rules(workspace / "response.sgml") == []


MARKS = "keytally/marks"
NOT_UNDERSTOOD: list[tuple[dict[str, Any], str]] = [
    (
        {"method": MARKS, "id": 7, "params": {}},
        f"invalid {MARKS} message: required field missing at params.textDocument",
    ),
    ({"method": MARKS, "id": 7}, f"invalid {MARKS} message: required field missing at params"),
    (
        {"method": MARKS, "params": {"textDocument": {"uri": "file:///x"}}},
        f"invalid {MARKS} message: required field missing at id",
    ),
    (
        {"method": "textDocument/didChange", "params": {}},
        "invalid textDocument/didChange message: required field missing at params.textDocument",
    ),
    (
        {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {"uri": "file:///never", "version": 2},
                "contentChanges": [{"text": "never opened"}],
            },
        },
        "ignored a change of file:///never, which is not open",
    ),
    ({}, "invalid message: not JSON-RPC 2.0"),
    ({"method": 3}, "invalid message: not JSON-RPC 2.0"),
    ({"id": 7, "method": 3}, "invalid message: not JSON-RPC 2.0"),
    ({"id": 7, "error": 3}, "invalid message: not JSON-RPC 2.0"),
]


@pytest.mark.parametrize(("message", "line"), NOT_UNDERSTOOD)
def test_a_message_that_is_not_understood_is_one_line_of_the_log(
    message: dict[str, Any], line: str, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Wire()
    wire.receive(message)
    assert [each["message"] for each in wire.of("window/logMessage")] == [line]
    assert [record.getMessage() for record in caplog.records] == [line]
    assert not any(record.exc_info for record in caplog.records)
    answers = [sent["error"] for sent in wire.sent if sent.get("id") == 7]
    assert answers == ([{"code": -32602, "message": line}] if {"id", "method"} <= message.keys() else [])


@pytest.mark.parametrize("body", [b"{", b"", b"\xff", b"[" * 100_000], ids=["cut", "empty", "bytes", "deep"])
def test_a_body_that_is_no_json_is_answered(body: bytes) -> None:
    wire = Wire()
    receive(wire.server, body)
    line = "invalid message: not JSON"
    errors = [sent for sent in wire.sent if "error" in sent]
    assert errors == [{"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": line}}]
    assert [each["message"] for each in wire.of("window/logMessage")] == [line]


@pytest.mark.parametrize("value", [[], 3, {}, [{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}]])
def test_json_that_is_no_message_is_one_line_of_the_log(value: Any, caplog: pytest.LogCaptureFixture) -> None:
    wire = Wire()
    wire.server.protocol.handle_message(value)
    line = "invalid message: not JSON-RPC 2.0"
    assert [each["message"] for each in wire.of("window/logMessage")] == [line]
    assert [record.getMessage() for record in caplog.records] == [line]


def test_an_unknown_request_is_an_error_and_an_unknown_notification_is_not() -> None:
    wire = Wire()
    assert wire.ask("keytally/unheardOf", {})["error"]["code"] == -32601
    wire.notify("$/unheardOf", {})
    assert wire.of("window/logMessage") == [wire.of("window/logMessage")[0]]


# The process


async def talk(*messages: dict[str, Any] | bytes) -> tuple[int, list[dict[str, Any]]]:
    """Write messages to a server, close its input, and return its exit status and its answers."""
    process = await asyncio.create_subprocess_exec(
        SERVER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    packed = b"".join(
        each if isinstance(each, bytes) else pack(json.dumps({"jsonrpc": "2.0", **each}).encode())
        for each in messages
    )
    output, _ = await asyncio.wait_for(process.communicate(packed), LONGEST_WAIT)
    bodies = [part for part in output.decode().split("Content-Length: ") if part]
    answers = [json.loads(body.split("\r\n\r\n", 1)[1]) for body in bodies]
    assert process.returncode is not None
    return process.returncode, answers


def pack(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
SHUTDOWN, EXIT = {"id": 2, "method": "shutdown"}, {"method": "exit"}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("messages", "status"),
    [
        ([INITIALIZE, SHUTDOWN, EXIT], 0),
        ([INITIALIZE, EXIT], 1),
        ([EXIT], 1),
        ([INITIALIZE], 1),
        ([INITIALIZE, SHUTDOWN], 0),
        ([], 1),
    ],
)
async def test_the_exit_status_tells_whether_the_client_said_shutdown(
    messages: list[dict[str, Any]], status: int
) -> None:
    assert (await talk(*messages))[0] == status


@pytest.mark.asyncio
@pytest.mark.parametrize("noise", [b"not json", b"[]", b"3", b"\xff\xfe", b'{"jsonrpc": "2.0"}', b"{}"])
async def test_noise_is_passed_over(noise: bytes) -> None:
    status, answers = await talk(pack(noise), INITIALIZE, pack(noise), SHUTDOWN, EXIT)
    assert status == 0
    assert {1, 2} <= {answer.get("id") for answer in answers}


@pytest.mark.asyncio
async def test_the_module_can_be_run_too(workspace: Path) -> None:
    editor = Editor()
    await editor.start_io(sys.executable, "-m", "keytally_server.main")
    await editor.begin(workspace, capabilities=types.ClientCapabilities())
    await editor.end()
