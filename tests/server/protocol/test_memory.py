"""A pair for which memory does not suffice has no score, the user is told why, and the server serves on."""

from pathlib import Path
from typing import Any

import pytest

from keytally.engine.live_pair import LivePair
from keytally_server.session.session import Session
from tests.server.wire import on


def exhaust(*arguments: Any, **words: Any) -> Any:
    raise MemoryError


def test_a_pair_that_cannot_be_scored_has_no_score_until_an_edit(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    with monkeypatch.context() as planted:
        planted.setattr(LivePair, "work", exhaust)
        wire.open(response)
        wire.settle()
        (warning,) = wire.of("window/showMessage")
        assert "not enough memory" in warning["message"] and "response.sgml" in warning["message"]
        assert wire.of("keytally/scored")[-1]["headline"] is None
        assert wire.about("textDocument/foldingRange", response)
    wire.change(response.as_uri(), 2, {"text": response.read_text() + "\n"})
    wire.settle()
    assert wire.of("keytally/scored")[-1]["headline"] is not None


def test_reading_that_takes_too_much_memory_ends(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    with monkeypatch.context() as planted:
        planted.setattr(Session, "is_reading", property(lambda session: True))
        planted.setattr(Session, "read_on", exhaust)
        wire.open(response)
        wire.settle()
    assert "not enough memory" in str(wire.of("window/showMessage"))
    assert wire.about("textDocument/foldingRange", response)
