"""Findings of files that are not open: pulled, held open until they change, one request at a time."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

PULL = "workspace/diagnostic"
PULLING = {
    "capabilities": {
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": True},
            "didChangeWatchedFiles": {"dynamicRegistration": True},
        },
    }
}


@pytest.fixture
def key(workspace: Path) -> Path:
    return workspace / "key.sgml"


@pytest.fixture
def wire(workspace: Path) -> Iterator[Wire]:
    """A client that pulls, with the response open, and the key not."""
    wire = on(workspace, **PULLING)
    wire.open(workspace / "response.sgml")
    wire.settle()
    yield wire
    wire.ask("shutdown", None)


def spoil(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("</ENAMEX>", "", 1), encoding="utf-8")


def tell(wire: Wire, *paths: Path) -> None:
    """Tell that files have changed on disk, and let all that follows happen."""
    changes = [{"uri": path.as_uri(), "type": 2} for path in paths]
    wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    wire.settle()
    turn(wire)


def turn(wire: Wire) -> None:
    """Let what waits in the loop go on as far as it can."""
    for _ in range(4):
        wire.loop.run_until_complete(asyncio.sleep(0))


def send(wire: Wire, *known: dict[str, Any], **params: Any) -> int:
    number = wire.send(PULL, {"previousResultIds": [*known], **params})
    turn(wire)
    return number


def result(wire: Wire, number: int) -> Any:
    (answer,) = wire.answers(number)
    return answer["result"]["items"]


def rules(report: dict[str, Any]) -> list[str]:
    return [each["code"] for each in report["items"]]


def known_of(report: dict[str, Any]) -> dict[str, str]:
    return {"uri": report["uri"], "value": report["resultId"]}


def test_only_clients_that_pull_are_offered_it(workspace: Path) -> None:
    assert on(workspace, **PULLING).initialized["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"]
    pushed = on(workspace)
    assert "diagnosticProvider" not in pushed.initialized["capabilities"]
    assert pushed.ask(PULL, {"previousResultIds": []})["error"]["code"] == -32601


def test_findings_of_files_that_are_not_open_are_told(wire: Wire, key: Path) -> None:
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, send(wire))
    assert (report["uri"], report["kind"], report["version"]) == (key.as_uri(), "full", None)
    assert rules(report) == ["unclosed-tag"]


def test_what_the_client_has_is_held_until_it_changes(wire: Wire, key: Path) -> None:
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, send(wire))
    number = send(wire, known_of(report))
    tell(wire, key)
    assert wire.answers(number) == []
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, number)
    assert rules(report) == ["unclosed-tag", "unclosed-tag"]


def test_without_findings_nothing_is_answered_until_there_are_some(wire: Wire, key: Path) -> None:
    number = send(wire)
    assert wire.answers(number) == []
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, number)
    assert rules(report) == ["unclosed-tag"]


def test_other_files_of_an_answer_are_unchanged(wire: Wire, workspace: Path, key: Path) -> None:
    texts = workspace / "texts.sgml"
    known = {"uri": texts.as_uri(), "value": "none"}
    number = send(wire, known)
    spoil(key)
    tell(wire, key)
    changed, unchanged = result(wire, number)
    assert (changed["uri"], changed["kind"]) == (key.as_uri(), "full")
    assert unchanged == {"uri": texts.as_uri(), "version": None, "kind": "unchanged", "resultId": "none"}


def test_partial_results_go_out_as_findings_change_and_the_request_stays_open(wire: Wire, key: Path) -> None:
    number = send(wire, partialResultToken="t")
    for count in (1, 2):
        spoil(key)
        tell(wire, key)
        *before, last = wire.of("$/progress")
        assert (last["token"], len(before)) == ("t", count - 1)
        assert rules(last["value"]["items"][0]) == ["unclosed-tag"] * count
    tell(wire, key)
    assert len(wire.of("$/progress")) == 2
    assert wire.answers(number) == []


def test_cancelling_is_answered_at_once(wire: Wire) -> None:
    number = send(wire)
    wire.notify("$/cancelRequest", {"id": number})
    turn(wire)
    assert wire.answers(number)[0]["error"]["code"] == -32800
    again = send(wire)
    assert wire.answers(again) == []


def test_one_request_is_held_at_most(wire: Wire, key: Path) -> None:
    first, second = send(wire), send(wire)
    assert result(wire, first) == []
    spoil(key)
    tell(wire, key)
    assert len(result(wire, second)) == 1


def test_the_request_ends_with_the_server(wire: Wire) -> None:
    number = send(wire)
    wire.request("shutdown", None)
    turn(wire)
    assert wire.answers(number)[0]["error"]["code"] == -32800


def test_findings_of_a_file_that_is_opened_are_told_by_its_own_request(wire: Wire, key: Path) -> None:
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, send(wire))
    number = send(wire, known_of(report))
    wire.open(key)
    wire.settle()
    wire.change(key.as_uri(), 2, {"text": key.read_text(encoding="utf-8") + "\n<ENAMEX"})
    wire.settle()
    turn(wire)
    assert wire.answers(number) == []
    wire.close_file(key.as_uri())
    wire.settle()
    turn(wire)
    (report,) = result(wire, number)
    assert rules(report) == ["unclosed-tag"]


def test_a_file_that_is_in_no_live_pair_any_more_has_no_findings(
    wire: Wire, workspace: Path, key: Path
) -> None:
    spoil(key)
    tell(wire, key)
    (report,) = result(wire, send(wire))
    number = send(wire, known_of(report))
    wire.close_file((workspace / "response.sgml").as_uri())
    wire.settle()
    turn(wire)
    (report,) = result(wire, number)
    assert (report["uri"], report["items"], report["resultId"]) == (key.as_uri(), [], "none")


def test_findings_follow_an_edit_of_the_open_file(wire: Wire, workspace: Path) -> None:
    """Without a texts file it is the response that is compared with the key, which is edited here."""
    (workspace / "texts.sgml").unlink()
    (workspace / "keytally.toml").unlink()
    wire.close_file((workspace / "response.sgml").as_uri())
    tell(wire, workspace / "texts.sgml", workspace / "keytally.toml")
    wire.open(workspace / "key.sgml")
    wire.settle()
    number = send(wire)
    wire.replace(workspace / "key.sgml", "largest order", "smallest order")
    wire.settle()
    turn(wire)
    (report,) = result(wire, number)
    assert (Path(report["uri"]).name, rules(report)) == ("response.sgml", ["text-altered"])


def test_a_pair_that_is_being_read_is_waited_for(
    workspace: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.session.loading.LONG", 1000)
    spoil(key)
    wire = on(workspace, **PULLING)
    wire.open(workspace / "response.sgml")
    number = send(wire)
    assert wire.server.session.is_reading
    assert wire.answers(number) == []
    wire.settle()
    turn(wire)
    assert rules(result(wire, number)[0]) == ["unclosed-tag"]
    wire.request("shutdown", None)
