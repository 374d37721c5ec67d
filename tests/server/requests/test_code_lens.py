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
    monkeypatch.setattr("keytally_server.requests.code_lenses.AT_ONCE", 0)
    told = wire.about("textDocument/codeLens", response)
    lazy = on(workspace, capabilities=RESOLVING)
    lazy.open(response)
    lazy.settle()
    asked = lazy.about("textDocument/codeLens", response)
    assert lazy.initialized["capabilities"]["codeLensProvider"]["resolveProvider"] is True
    assert [lens.get("command") for lens in asked] == [None] * len(told)
    resolved = [lazy.request("codeLens/resolve", lens) for lens in asked]
    assert [lens["command"] for lens in resolved] == [lens["command"] for lens in told]


def test_a_lens_has_the_title_of_the_present_text_however_many_answers_came_since(
    workspace: Path, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.requests.code_lenses.AT_ONCE", 0)
    wire = on(workspace, capabilities=RESOLVING)
    wire.open(response)
    wire.settle()
    asked = wire.about("textDocument/codeLens", response)
    before = wire.request("codeLens/resolve", asked[1])["command"]["title"]
    for _ in range(9):
        wire.about("textDocument/codeLens", response)
    assert wire.request("codeLens/resolve", asked[1])["command"]["title"] == before
    wire.replace(response, "</ENAMEX>", "")
    wire.settle()
    now = wire.request("codeLens/resolve", asked[1])["command"]["title"]
    told = wire.about("textDocument/codeLens", response)
    assert before != now == wire.request("codeLens/resolve", told[1])["command"]["title"]


def test_a_lens_of_a_document_that_is_gone_has_no_title(
    workspace: Path, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.requests.code_lenses.AT_ONCE", 0)
    wire = on(workspace, capabilities=RESOLVING)
    uri = wire.open(response)
    asked = wire.about("textDocument/codeLens", response)
    wire.change(uri, 2, {"text": ""})
    assert "command" not in wire.request("codeLens/resolve", asked[1])


FOREIGN = [None, "1", -1, {}, {"uri": 1}, {"uri": "file:///none"}]
IN_FILE = [{}, {"kind": 1}, {"kind": "scored", "document": 1}, {"kind": "scored", "document": "?"}]


@pytest.mark.parametrize("members", IN_FILE)
def test_a_lens_that_no_file_has_is_resolved_to_itself(
    wire: Wire, response: Path, members: dict[str, object]
) -> None:
    nowhere = {"line": 0, "character": 0}
    lens = {"range": {"start": nowhere, "end": nowhere}, "data": {"uri": response.as_uri(), **members}}
    assert "command" not in wire.request("codeLens/resolve", lens)


@pytest.mark.parametrize("data", FOREIGN)
def test_a_lens_of_others_is_resolved_to_itself(wire: Wire, data: object) -> None:
    nowhere = {"line": 0, "character": 0}
    lens = {"range": {"start": nowhere, "end": nowhere}, "data": data}
    assert "command" not in wire.request("codeLens/resolve", lens)
