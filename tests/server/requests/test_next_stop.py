"""`keytally/next` and `keytally/progress`: where to go, what is there, and how much is left."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_the_next_difference_has_a_place_and_a_message(wire: Wire, response: Path) -> None:
    wire.replace(response, TAG, "PORT ANSELM")
    found = wire.at("keytally/next", response, "<DOC>")
    assert found["uri"] == response.as_uri()
    assert found["status"] == "mis"
    assert found["message"] == 'missing: LOCATION "PORT ANSELM"'
    assert found["action"] is None
    assert found["range"]["start"] == wire.place(response, "PORT ANSELM")


def test_previous_is_the_last_one_from_the_start_on(wire: Wire, response: Path) -> None:
    params: dict[str, Any] = {"position": {"line": 0, "character": 0}, "direction": "previous"}
    last = wire.about("keytally/next", response, **params)
    first = wire.about("keytally/next", response, position=last["range"]["start"])
    assert first["range"]["start"]["line"] < last["range"]["start"]["line"]
    same = wire.about("keytally/next", response, position=last["range"]["start"], inclusive=True)
    assert same == last


def test_a_candidate_names_the_action_that_tags_it(wire: Wire, response: Path) -> None:
    wire.replace(response, "largest order", "Port Anselm PORT ANSELM order")
    found = wire.about(
        "keytally/next", response, position=wire.place(response, "Port Anselm PORT"), what="candidate"
    )
    assert wire.text_at(response, found["range"]) == "PORT ANSELM"
    assert found["message"] == '"PORT ANSELM" is tagged ENAMEX LOCATION elsewhere'
    assert found["action"] == "refactor.rewrite.tag.LOCATION"
    (action,) = wire.about(
        "textDocument/codeAction",
        response,
        range=found["range"],
        context={"diagnostics": [], "only": [found["action"]]},
    )
    assert action["title"] == "Tag as ENAMEX LOCATION"


def test_progress_is_in_words_and_in_numbers(wire: Wire, response: Path) -> None:
    before = wire.at("keytally/progress", response, TAG)
    wire.replace(response, TAG, "PORT ANSELM")
    after = wire.at("keytally/progress", response, "PORT ANSELM")
    assert after["differences"] == before["differences"] + 1
    assert after["text"] == (
        f"document {after['number']} of {after['documents']}, {after['differences']} differences left"
    )


def test_outside_documents_and_pairs_there_is_nothing(wire: Wire, workspace: Path) -> None:
    assert (
        wire.about("keytally/progress", workspace / "ne.config", position={"line": 0, "character": 0}) is None
    )
    assert (
        wire.about("keytally/next", workspace / "nothing.sgml", position={"line": 0, "character": 0}) is None
    )


@pytest.mark.parametrize("wrong", [{"what": "wonder"}, {"direction": "up"}, {"position": 3}])
def test_malformed_parameters_are_answered_with_an_error(
    wire: Wire, response: Path, wrong: dict[str, Any]
) -> None:
    params = {"textDocument": {"uri": response.as_uri()}, "position": {"line": 0, "character": 0}, **wrong}
    assert wire.ask("keytally/next", params)["error"]["code"] == -32602
