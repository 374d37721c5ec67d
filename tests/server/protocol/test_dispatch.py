"""A request gets what the table says that it needs, whichever function answers it."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol import scores
from keytally_server.requests import code_lenses, hover
from tests.server.wire import Wire, failing, on

HOVER, LENSES, HINTS = "textDocument/hover", "textDocument/codeLens", "textDocument/inlayHint"
START = {"line": 0, "character": 0}
PARAMS: dict[str, dict[str, Any]] = {
    HOVER: {"position": START},
    LENSES: {},
    HINTS: {"range": {"start": START, "end": {"line": 99, "character": 0}}},
}


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a request wait until its pair is scored, however busy the machine is."""
    monkeypatch.setattr(scores, "SLICE", 60.0)


@pytest.fixture
def response(workspace: Path) -> Path:
    return workspace / "response.sgml"


@pytest.mark.parametrize(("method", "answer"), [(HOVER, None), (LENSES, []), (HINTS, [])])
def test_a_file_that_is_not_read_has_an_empty_answer(method: str, answer: object) -> None:
    assert Wire().about(method, Path("/nowhere/free.txt").absolute(), **PARAMS[method]) == answer


@pytest.mark.parametrize(("method", "setting"), [(LENSES, "codeLens"), (HINTS, "inlayHints")])
def test_a_feature_that_is_switched_off_has_an_empty_answer(
    workspace: Path, response: Path, method: str, setting: str
) -> None:
    for is_enabled in (True, False):
        wire = on(workspace, initializationOptions={setting: {"enabled": is_enabled}})
        wire.open(response)
        assert bool(wire.about(method, response, **PARAMS[method])) is is_enabled


def test_what_needs_scores_is_answered_after_scoring(workspace: Path, response: Path) -> None:
    wire = on(workspace)
    wire.open(response)
    (live,) = wire.server.session.live_pairs
    assert wire.about("textDocument/foldingRange", response)
    assert live.stale
    assert wire.about(LENSES, response)
    assert not live.stale


def test_a_handler_that_fails_is_an_error_of_its_request_alone(
    workspace: Path, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    wire.open(response)
    with failing(monkeypatch, code_lenses, "answer_code_lenses"), failing(monkeypatch, hover, "answer_hover"):
        for method in (LENSES, HOVER):
            params = {"textDocument": {"uri": response.as_uri()}, **PARAMS[method]}
            assert wire.ask(method, params)["error"]["code"] == -32603
            assert wire.of("window/logMessage")[-1]["message"].endswith("planted")
        assert wire.about(HINTS, response, **PARAMS[HINTS])
    assert wire.about(LENSES, response)
