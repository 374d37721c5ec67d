"""Code lenses, as a client gets them."""

from pathlib import Path

import pytest

from tests.server.wire import Wire, on

RESOLVING = {"textDocument": {"codeLens": {"resolveSupport": {"properties": ["command"]}}}}


def test_lenses_stand_on_the_file_and_on_each_document(wire: Wire, response: Path) -> None:
    lenses = wire.about("textDocument/codeLens", response)
    titles = [lens["command"]["title"] for lens in lenses]
    assert titles[0].startswith("all documents: P&R ")
    assert titles[1].startswith("260112-0001: P&R ")
    lines = [lens["range"]["start"]["line"] for lens in lenses]
    text = wire.text(response).split("\n")
    assert [text[line] for line in lines[1:]] == ["<DOC>"] * 3


def test_a_client_that_resolves_lenses_gets_a_title_when_it_asks(
    wire: Wire, workspace: Path, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.protocol.requests.code_lens.AT_ONCE", 0)
    told = wire.about("textDocument/codeLens", response)
    lazy = on(workspace, capabilities=RESOLVING)
    lazy.open(response)
    lazy.settle()
    asked = lazy.about("textDocument/codeLens", response)
    assert lazy.initialized["capabilities"]["codeLensProvider"]["resolveProvider"] is True
    assert [lens.get("command") for lens in asked] == [None] * len(told)
    resolved = [lazy.request("codeLens/resolve", lens) for lens in asked]
    assert [lens["command"] for lens in resolved] == [lens["command"] for lens in told]


@pytest.mark.parametrize("data", [None, "1", -1, 10**9])
def test_a_lens_of_others_is_resolved_to_itself(wire: Wire, data: object) -> None:
    nowhere = {"line": 0, "character": 0}
    lens = {"range": {"start": nowhere, "end": nowhere}, "data": data}
    assert "command" not in wire.request("codeLens/resolve", lens)
