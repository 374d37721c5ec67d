"""The trace: none unless the client asks for it, then a line for each message that was handled."""

from pathlib import Path

import pytest

from tests.server.wire import Wire, on

LOG = "$/logTrace"


def lines(wire: Wire) -> list[str]:
    return [each["message"] for each in wire.of(LOG)]


def test_without_a_wish_nothing_is_traced(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    assert lines(wire) == []


def test_messages_are_traced_until_the_client_says_off(workspace: Path) -> None:
    wire = on(workspace)
    wire.notify("$/setTrace", {"value": "messages"})
    wire.open(workspace / "response.sgml")
    wire.request("workspace/symbol", {"query": "nothing"})
    wire.notify("$/setTrace", {"value": "off"})
    wire.request("workspace/symbol", {"query": "nothing"})
    assert lines(wire) == [
        "received $/setTrace",
        "received textDocument/didOpen",
        f"received workspace/symbol ({wire.sent[-1]['id'] - 1})",
    ]
    assert all("verbose" not in each for each in wire.of(LOG))


def test_a_verbose_trace_has_the_parameters_cut_short() -> None:
    wire = Wire(trace="verbose")
    wire.request("workspace/symbol", {"query": "é" * 2000})
    first, second = wire.of(LOG)
    assert first["message"] == "received initialize (1)"
    assert ' ms: {"query": "ééé' in second["verbose"]
    assert len(second["verbose"]) < 1100


@pytest.mark.parametrize("value", ["loud", None, 7])
def test_a_trace_that_there_is_not_is_logged_and_changes_nothing(workspace: Path, value: object) -> None:
    wire = on(workspace)
    wire.notify("$/setTrace", {"value": value})
    wire.request("workspace/symbol", {"query": "nothing"})
    assert lines(wire) == []
