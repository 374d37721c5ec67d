"""Long files: messages are served while they are read, and edits meanwhile are not lost."""

import asyncio
import re
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import keytally
from keytally_server.protocol import scores
from keytally_server.session import loading
from tests.server.wire import PUBLISH, Wire, on


@pytest.fixture
def long_workspace(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example, with files counted as long that are not so, read in short stretches."""
    monkeypatch.setattr("keytally_server.session.loading.LONG", 1000)
    monkeypatch.setattr(loading, "STRETCH", 500)
    monkeypatch.setattr(loading, "SCREEN", 1500)
    for name in ("key", "response", "texts"):
        path = workspace / f"{name}.sgml"
        documents = re.split("(?=<DOC>)", path.read_text())[1:]
        number = re.compile("(?<=<DOCNO> )[^ ]+")
        path.write_text(
            "".join(
                number.sub(f"{at}-{copy}", each) for copy in range(20) for at, each in enumerate(documents)
            )
        )
    return workspace


def read_some(wire: Wire, steps: int) -> None:
    for _ in range(steps):
        wire.step()


def test_the_first_screen_only_is_told_of_a_file_before_it_is_read(long_workspace: Path) -> None:
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    wire.open(response)
    assert wire.server.session.is_reading
    first = wire.about("keytally/marks", response)["marks"]
    assert [published["diagnostics"] for published in wire.of(PUBLISH)] == [[]]
    assert wire.about("textDocument/codeLens", response) == []
    assert wire.of("keytally/scored") == []
    wire.settle()
    every = wire.about("keytally/marks", response)["marks"]
    assert first == every[: len(first)]
    assert 0 < len(first) < len(every)
    (scored,) = wire.of("keytally/scored")
    assert len(scored["documents"]) == 60


def test_a_search_for_documents_waits_until_all_are_read(long_workspace: Path) -> None:
    wire = on(long_workspace)
    wire.open(long_workspace / "response.sgml")
    number = wire.send("workspace/symbol", {"query": "2-19"})
    while wire.server.session.unread:
        assert wire.answers(number) == []
        wire.step()
        wire.loop.run_until_complete(asyncio.sleep(0))
    wire.settle()
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    found = [(each["name"], each["containerName"]) for each in wire.answers(number)[0]["result"]]
    assert {("2-19", "key.sgml"), ("2-19", "response.sgml")} <= set(found)


@pytest.mark.parametrize("steps", [0, 3, 1000])
def test_an_edit_while_reading_ends_what_was_told(long_workspace: Path, steps: int) -> None:
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    uri = wire.open(response)
    assert wire.about("keytally/marks", response)
    read_some(wire, steps)
    is_unread = wire.server.session.unread > 0
    wire.change(uri, 2, {"text": wire.text(response).replace("</ENAMEX>", "", 1)})
    assert not is_unread or wire.about("keytally/marks", response) is None
    wire.settle()
    assert wire.rules(response) == ["unclosed-tag"]


def test_a_message_that_waits_ends_a_slice_of_reading(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "SLICE", 1000.0)
    wire = on(long_workspace)
    session = wire.server.session
    wire.server.has_message = lambda: True
    wire.open(long_workspace / "response.sgml")
    unread = [session.unread]
    for _ in range(3):
        wire.step()
        unread.append(session.unread)
    assert all(later < earlier for earlier, later in pairwise(unread)) and unread[-1] > 0
    wire.server.has_message = lambda: False
    wire.step()
    assert session.unread == 0


INSERTED = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}


def test_reading_goes_on_when_no_edit_comes_any_more(long_workspace: Path) -> None:
    """What an edit asks for is done, and no part of a file is read in the same turn."""
    wire = on(long_workspace)
    session = wire.server.session
    wire.server.has_message = lambda: True
    uri = wire.open(long_workspace / "response.sgml")
    wire.step()
    unread = session.unread
    for version in (2, 3):
        wire.change(uri, version, INSERTED)
        wire.step()
        assert session.unread == unread
    wire.step()
    assert session.unread < unread


def test_edits_without_an_end_let_reading_go_on_now_and_then(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a key that is held down and repeats faster than QUIET."""
    monkeypatch.setattr(scores, "MOST", 2)
    wire = on(long_workspace)
    session = wire.server.session
    wire.server.has_message = lambda: True
    uri = wire.open(long_workspace / "response.sgml")
    wire.step()
    unread = [session.unread]
    for version in range(2, 8):
        wire.change(uri, version, INSERTED)
        wire.step()
        unread.append(session.unread)
    assert [later < earlier for earlier, later in pairwise(unread)] == [False, False, True] * 2


def test_an_edit_ends_the_pause_of_reading(long_workspace: Path) -> None:
    wire = on(long_workspace)
    pauses: list[tuple[float, Mock]] = []

    def call_later(call: object, pause: float = 0.0) -> Mock:
        pauses.append((pause, Mock()))
        return pauses[-1][1]

    object.__setattr__(wire.server, "call_later", call_later)
    wire.server.has_message = lambda: True
    uri = wire.open(long_workspace / "response.sgml")
    wire.step()
    wire.change(uri, 2, INSERTED)
    pauses[0][1].cancel.assert_called_once_with()
    wire.step()
    assert [pause for pause, _ in pauses] == [scores.PAUSE, scores.QUIET]


def test_the_result_is_that_of_reading_at_once(long_workspace: Path) -> None:
    wire = on(long_workspace)
    wire.open(long_workspace / "response.sgml")
    wire.settle()
    batch = keytally.score_configuration(long_workspace / "ne.config")
    assert wire.of("keytally/scored")[-1]["totals"] == batch.totals
    assert wire.of(PUBLISH)[-1]["diagnostics"] == []


@pytest.mark.parametrize("steps", [0, 1, 3, 10, 40, 1000])
@pytest.mark.parametrize("where", [0, 500, 20_000, -1])
def test_edits_while_reading_count(
    long_workspace: Path, steps: int, where: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.protocol.scores.SLICE", -1.0)
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    uri = wire.open(response)
    read_some(wire, steps)
    needle = "</ENAMEX>"
    text = wire.text(response)
    at = text.rindex(needle) if where < 0 else text.index(needle, where)
    line = text[:at].count("\n")
    column = at - (text.rfind("\n", 0, at) + 1)
    stretch = {
        "start": {"line": line, "character": column},
        "end": {"line": line, "character": column + len(needle)},
    }
    wire.change(uri, 2, {"range": stretch, "text": ""})
    wire.settle()
    assert wire.text(response) == text[:at] + text[at + len(needle) :]
    assert wire.rules(response) == ["unclosed-tag"]
    session = wire.server.session
    assert str(session.engine.source(response).buffer) == wire.text(response)


def test_the_key_can_be_opened_while_it_is_read(long_workspace: Path) -> None:
    wire = on(long_workspace)
    wire.open(long_workspace / "response.sgml")
    wire.step()
    wire.open(long_workspace / "key.sgml")
    wire.step()
    wire.close_file((long_workspace / "response.sgml").as_uri())
    wire.settle()
    assert wire.of("keytally/scored")[-1]["uri"] == (long_workspace / "key.sgml").as_uri()
    assert not wire.server.session.is_reading


def test_a_long_file_in_no_pair_is_read_too(long_workspace: Path) -> None:
    wire = on(long_workspace)
    path = long_workspace / "alone.sgml"
    wire.open(path, (long_workspace / "response.sgml").read_text().replace("</ENAMEX>", "", 1))
    assert wire.server.session.is_reading
    wire.settle()
    assert wire.rules(path) == ["unclosed-tag"]


@pytest.mark.parametrize("method", ["documentSymbol", "foldingRange", "documentLink"])
def test_what_clients_ask_once_is_answered_when_the_file_is_read(long_workspace: Path, method: str) -> None:
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    uri = wire.open(response)
    number = wire.send(f"textDocument/{method}", {"textDocument": {"uri": uri}})
    wire.loop.run_until_complete(asyncio.sleep(0))
    assert wire.server.session.is_reading
    assert wire.answers(number) == []
    wire.settle()
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    (answer,) = wire.answers(number)
    assert answer["result"] == wire.about(f"textDocument/{method}", response)
    assert answer["result"] or method == "documentLink"


def test_what_waits_for_a_file_is_answered_when_it_is_closed(long_workspace: Path) -> None:
    wire = on(long_workspace)
    uri = wire.open(long_workspace / "response.sgml")
    number = wire.send("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    wire.loop.run_until_complete(asyncio.sleep(0))
    wire.close_file(uri)
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert wire.answers(number)[0]["result"] == []


def with_one_difference(workspace: Path) -> str:
    """Make the response what the key says, but for one tag in the middle; returns how that is told."""
    key = (workspace / "key.sgml").read_text().replace("ORGANIZATION|LOCATION", "LOCATION")
    tag = '<ENAMEX TYPE="PERSON">Joss Amberley</ENAMEX>'
    place = key.index(tag, len(key) // 2)
    (workspace / "response.sgml").write_text(f"{key[:place]}Joss Amberley{key[place + len(tag) :]}")
    return 'missing: PERSON "Joss Amberley"'


@pytest.mark.parametrize("direction", ["next", "previous"])
@pytest.mark.parametrize("steps", [0, 1, 20, 40, 1000])
def test_the_next_difference_waits_until_what_lies_before_it_is_scored(
    long_workspace: Path, steps: int, direction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = with_one_difference(long_workspace)
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    uri = wire.open(response)
    monkeypatch.setattr("keytally_server.protocol.scores.SLICE", -1.0)
    read_some(wire, steps)
    start = {"line": 0, "character": 0}
    params = {"textDocument": {"uri": uri}, "position": start, "direction": direction}
    number = wire.send("keytally/next", params)
    while wire.server.session.is_reading:
        assert wire.answers(number) == []
        wire.step()
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    (answer,) = wire.answers(number)
    assert answer["result"]["message"] == message
    wire.settle()
    assert len(wire.of("keytally/scored")[-1]["documents"]) == 60


def test_an_edit_on_the_way_to_the_next_difference_counts(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_one_difference(long_workspace)
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    uri = wire.open(response)
    monkeypatch.setattr("keytally_server.protocol.scores.SLICE", -1.0)
    while wire.server.session.unread:
        wire.step()
    start = {"line": 0, "character": 0}
    number = wire.send("keytally/next", {"textDocument": {"uri": uri}, "position": start})
    wire.loop.run_until_complete(asyncio.sleep(0))
    wire.replace(response, 'TYPE="ORGANIZATION"', 'TYPE="PERSON"')
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    (answer,) = wire.answers(number)
    assert answer["result"]["range"]["start"]["line"] < 20


def test_the_way_to_the_next_difference_can_be_left(long_workspace: Path) -> None:
    wire = on(long_workspace)
    uri = wire.open(long_workspace / "response.sgml")
    start = {"line": 0, "character": 0}
    number = wire.send("keytally/next", {"textDocument": {"uri": uri}, "position": start})
    wire.notify("$/cancelRequest", {"id": number})
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert wire.answers(number)[0]["error"]["code"] == -32800


def progress_of(wire: Wire) -> list[dict[str, Any]]:
    return [each["value"] for each in wire.of("$/progress")]


def shown(long_workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A client that shows progress, with a file of which one slice has been read."""
    monkeypatch.setattr(scores, "LEAST", 1000)
    monkeypatch.setattr("keytally_server.protocol.scores.SLICE", -1.0)
    wire = on(long_workspace, capabilities={"window": {"workDoneProgress": True}})
    wire.open(long_workspace / "response.sgml")
    wire.step()
    (create,) = [each for each in wire.sent if each.get("method") == "window/workDoneProgress/create"]
    assert create["params"]["token"].startswith("keytally-reading-")
    wire.receive({"id": create["id"], "result": None})
    return wire


def test_the_client_is_told_how_much_is_read(long_workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = shown(long_workspace, monkeypatch)
    wire.settle()
    first, *reports, last = progress_of(wire)
    assert (first["kind"], first["cancellable"], last["kind"]) == ("begin", True, "end")
    assert first["percentage"] == 0, "clients ignore the percentages of work that begins without one"
    read = [each["percentage"] for each in reports if each["message"] == "reading"]
    assert read == sorted(set(read))
    assert 0 < read[0] < 20
    assert read[-1] > 80
    assert reports[-1]["message"] == "scoring"


def test_reading_that_is_cancelled_goes_on_after_the_next_change(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = shown(long_workspace, monkeypatch)
    uri = (long_workspace / "response.sgml").as_uri()
    number = wire.send("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    token = wire.of("$/progress")[0]["token"]
    wire.notify("window/workDoneProgress/cancel", {"token": token})
    wire.settle()
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert wire.answers(number)[0]["result"] == []
    assert wire.server.session.is_reading
    assert progress_of(wire)[-1]["kind"] == "end"
    wire.change(uri, 2, {"text": wire.text(long_workspace / "response.sgml")})
    wire.settle()
    assert not wire.server.session.is_reading


def test_reports_wait_for_all(long_workspace: Path) -> None:
    wire = on(long_workspace)
    uri = wire.open(long_workspace / "response.sgml")
    reports = wire.request(
        "workspace/executeCommand", {"command": "keytally.renderReports", "arguments": [uri]}
    )
    assert {each["name"] for each in reports} >= {"scores", "report_summary"}
    wire.settle()
    (scored,) = wire.of("keytally/scored")
    assert len(scored["documents"]) == 60


def test_work_is_cut_into_fewer_slices_while_files_are_opened(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slices(longer: int) -> int:
        ticks = count()
        monkeypatch.setattr("keytally_server.protocol.scores.monotonic", lambda: next(ticks) / 1000)
        monkeypatch.setattr("keytally_server.protocol.scores.OPENING", longer)
        wire = on(long_workspace)
        wire.open(long_workspace / "response.sgml")
        done = 0
        while not wire.of("keytally/scored"):
            wire.step()
            done += 1
        return done

    assert slices(3) < slices(1) / 2


def test_the_score_comes_before_the_findings_behind_the_first_screen(long_workspace: Path) -> None:
    wire = on(long_workspace)
    response = long_workspace / "response.sgml"
    text = response.read_text().replace("</ENAMEX>", "", 1)
    head, close, tail = text.rpartition("</ENAMEX>")
    assert close
    wire.open(response, head + tail)
    wire.settle()
    told = [message for message in wire.sent if message.get("method") in (PUBLISH, "keytally/scored")]
    (scored,) = [at for at, message in enumerate(told) if message["method"] != PUBLISH]
    published = [len(message["params"]["diagnostics"]) for message in told if message["method"] == PUBLISH]
    assert set(published[:scored]) == {1} and published[scored:] == [2]


@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_an_edit_while_findings_are_made_counts(
    long_workspace: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr("keytally_server.protocol.scores.SLICE", -1.0)
    monkeypatch.setattr("keytally_server.session.loading.JUDGED", 8)
    wire = on(long_workspace)
    session, response = wire.server.session, long_workspace / "response.sgml"
    wire.open(response, response.read_text().replace("</ENAMEX>", "", 1))
    while session.unread or any(live.stale for live in session.engine.pairs):
        wire.step()
    read_some(wire, steps)
    assert not session.has_findings(response)
    wire.replace(response, "</NUMEX>", "")
    assert wire.of(PUBLISH)[-1]["version"] == 1
    wire.settle()
    assert session.has_findings(response)
    fresh = on(long_workspace)
    fresh.open(response, wire.text(response))
    fresh.settle()
    assert wire.rules(response) == ["unclosed-tag", "unclosed-tag"]
    assert wire.of(PUBLISH)[-1]["diagnostics"] == fresh.of(PUBLISH)[-1]["diagnostics"]
