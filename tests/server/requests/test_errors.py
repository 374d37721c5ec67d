"""`keytally/errors` and the repairs among the code actions, over the wire."""

from pathlib import Path
from typing import Any

import pytest

from keytally.runs.error_analysis import errors
from keytally_server.requests import code_actions
from keytally_server.requests import errors as requests_errors
from tests.server.wire import Wire, on

REPAIR = "refactor.rewrite.repair"


def repairs(wire: Wire, path: Path, stretch: Any, *only: str) -> list[dict[str, Any]]:
    context = {"diagnostics": [], "triggerKind": 1, **({"only": list(only)} if only else {})}
    found = wire.about("textDocument/codeAction", path, range=stretch, context=context)
    return [each for each in found if each["kind"] == REPAIR]


def test_the_answer_is_what_the_command_tells(wire: Wire, response: Path, key: Path) -> None:
    found = wire.about("keytally/errors", response)
    told = errors(key, response, task="named_entity", config=response.parent / "ne.config").values
    assert found["pair"] == {"key": key.as_uri(), "response": response.as_uri()}
    assert (found["measure"], found["headline"]) == (told["measure"], told["headline"])
    assert found["total"] == len(told["differences"]) == len(found["differences"]) > 3
    named = {each["class"]: (each["count"], pytest.approx(each["gain"])) for each in found["classes"]}
    assert named == {name: (each["count"], each["gain"]) for name, each in told["classes"].items()}
    own = [(each["class"], each["key"], each["response"], each["document"]) for each in found["differences"]]
    assert own == [
        (each["class"], each["key"], each["response"], each["document"]) for each in told["differences"]
    ]
    gains = [each["gain"] for each in found["differences"]]
    assert gains == pytest.approx([each["gain"] for each in told["differences"]])
    first, command = found["differences"][0], told["differences"][0]["range"]["start"]
    assert first["range"]["start"] == {"line": command["line"] - 1, "character": command["column"] - 1}
    assert first["message"].endswith(f"({first['gain']:+.2f})")


def test_no_more_than_wanted_come_and_all_are_counted(wire: Wire, response: Path) -> None:
    whole = wire.about("keytally/errors", response)
    part = wire.about("keytally/errors", response, most=2)
    assert part == {**whole, "differences": whole["differences"][:2]}
    wrong = {"textDocument": {"uri": response.as_uri()}, "most": -1}
    assert wire.ask("keytally/errors", wrong)["error"]["code"] == -32602


def test_a_repair_gains_what_its_title_says(wire: Wire, response: Path) -> None:
    before = wire.about("keytally/errors", response)
    first = before["differences"][0]
    (action,) = repairs(wire, response, first["range"], REPAIR)
    assert action["title"] == f"Fix {first['message']}"
    ((uri, edits),) = action["edit"]["changes"].items()
    assert uri == response.as_uri()
    for version, edit in enumerate(reversed(edits), 2):
        wire.change(uri, version, {"range": edit["range"], "text": edit["newText"]})
    after = wire.about("keytally/errors", response)
    assert after["headline"] - before["headline"] == pytest.approx(first["gain"])
    assert after["total"] == before["total"] - 1


def test_repairs_are_offered_when_asked_for_and_of_large_files_by_name_alone(
    wire: Wire, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = wire.about("keytally/errors", response)["differences"][0]["range"]
    assert repairs(wire, response, place) == repairs(wire, response, place, REPAIR) != []
    automatic = {"diagnostics": [], "triggerKind": 2}
    moved = wire.about("textDocument/codeAction", response, range=place, context=automatic)
    assert REPAIR not in [each["kind"] for each in moved]
    monkeypatch.setattr(code_actions, "LARGEST_OFFERED", 10)
    assert repairs(wire, response, place) == repairs(wire, response, place, "refactor.rewrite") == []
    assert repairs(wire, response, place, REPAIR) != []


def test_a_file_without_a_pair_has_no_errors(wire: Wire, workspace: Path) -> None:
    assert wire.about("keytally/errors", workspace / "texts.sgml") is None


@pytest.fixture
def sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices that end after each repair."""
    monkeypatch.setattr(requests_errors, "SLICE", -1)
    monkeypatch.setattr(requests_errors, "REST", 0)


@pytest.mark.usefixtures("sliced")
def test_an_edit_between_two_slices_is_taken_and_the_answer_is_that_of_after(
    wire: Wire, response: Path
) -> None:
    number = wire.send("keytally/errors", {"textDocument": {"uri": response.as_uri()}})
    wire.loop.run_until_complete(wire.until(lambda: wire.server.session.gains._kept))
    assert wire.answers(number) == []
    wire.replace(response, "PORT ANSELM</ENAMEX>", "PORT ANSELM")
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    (answer,) = wire.answers(number)
    assert answer["result"] == wire.about("keytally/errors", response)


@pytest.mark.usefixtures("sliced")
def test_the_search_for_gains_is_cancelled_like_any_request(wire: Wire, response: Path) -> None:
    number = wire.send("keytally/errors", {"textDocument": {"uri": response.as_uri()}})
    wire.loop.run_until_complete(wire.until(lambda: wire.server.session.gains._kept))
    wire.notify("$/cancelRequest", {"id": number})
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert wire.answers(number)[0]["error"]["code"] == -32800


def found_with_progress(workspace: Path) -> tuple[Wire, int, str]:
    """A client that shows progress, its request for errors, and the token of the progress it agreed to."""
    wire = on(workspace, capabilities={"window": {"workDoneProgress": True}})
    uri = wire.open(workspace / "response.sgml")
    wire.settle()
    number = wire.send("keytally/errors", {"textDocument": {"uri": uri}})

    def created() -> list[dict[str, Any]]:
        return [each for each in wire.sent if each.get("method") == "window/workDoneProgress/create"]

    wire.loop.run_until_complete(wire.until(created))
    (create,) = created()
    wire.receive({"id": create["id"], "result": None})
    return wire, number, str(create["params"]["token"])


@pytest.mark.usefixtures("sliced")
def test_the_search_for_gains_shows_how_far_it_is(workspace: Path) -> None:
    wire, number, token = found_with_progress(workspace)
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    first, *reports, last = [each["value"] for each in wire.of("$/progress") if each["token"] == token]
    assert (first["kind"], first["percentage"], first["cancellable"]) == ("begin", 0, True)
    percentages = [each["percentage"] for each in reports]
    assert percentages == sorted(percentages) and percentages[-1] > 50
    assert last["kind"] == "end"


@pytest.mark.usefixtures("sliced")
def test_the_search_for_gains_ends_when_its_progress_is_cancelled(workspace: Path) -> None:
    wire, number, token = found_with_progress(workspace)
    wire.notify("window/workDoneProgress/cancel", {"token": token})
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert [each["error"]["code"] for each in wire.answers(number)] == [-32800]
    assert wire.of("$/progress")[-1]["value"]["kind"] == "end"


def test_the_arguments_of_a_report_score_the_pair_as_the_editor_does(
    wire: Wire, response: Path, key: Path, workspace: Path
) -> None:
    ask = {"command": "keytally.reportArguments", "arguments": [response.as_uri()]}
    told = wire.request("workspace/executeCommand", ask)
    assert told["arguments"] == [
        *("--task", "named_entity", "--config", str(workspace / "ne.config")),
        *(str(key), str(response)),
    ]
    assert told["files"] == [each.as_uri() for each in (key, response, workspace / "ne.config")]
    nothing = {**ask, "arguments": [(workspace / "nothing.sgml").as_uri()]}
    assert wire.request("workspace/executeCommand", nothing) is None
