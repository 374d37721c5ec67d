"""Completions, as a client gets them."""

from pathlib import Path

import pytest

from tests.server.wire import Wire, on


@pytest.mark.parametrize(
    ("before", "label"), [("<", "ENAMEX"), ("<ENAMEX ", "TYPE"), ('<ENAMEX TYPE="', "PERSON")]
)
def test_completion_knows_tags_attributes_and_values(
    wire: Wire, response: Path, before: str, label: str
) -> None:
    wire.replace(response, "largest", f"{before} largest")
    items = wire.at("textDocument/completion", response, f"{before} largest", len(before))
    item = next(item for item in items if label in item["label"])
    wire.change(
        response.as_uri(), 3, {"range": item["textEdit"]["range"], "text": item["textEdit"]["newText"]}
    )
    assert f"{before.rstrip('<')}" in wire.text(response)
    assert label in wire.text(response)


def test_completion_in_a_configuration_documents_options(wire: Wire, workspace: Path) -> None:
    config = workspace / "ne.config"
    wire.open(config, language="muc-config")
    wire.replace(config, ":premodifiers", ":premod")
    items = wire.at("textDocument/completion", config, ":premod", len(":premod"))
    (item,) = [item for item in items if "premodifiers" in item["label"]]
    assert item["documentation"]["value"]


def test_a_client_without_ranges_gets_text_in_place_of_the_word(workspace: Path, response: Path) -> None:
    wire = on(workspace, capabilities={})
    wire.open(response)
    wire.settle()
    wire.replace(response, "largest", "<EN largest")
    items = wire.at("textDocument/completion", response, "<EN largest", len("<EN"))
    (item,) = [item for item in items if "PERSON" in item["label"]]
    assert "textEdit" not in item
    assert item["insertText"] == item["filterText"] == 'ENAMEX TYPE="PERSON">'


def test_documentation_comes_when_a_client_asks_that_resolves_it(
    workspace: Path, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = workspace / "ne.config"
    lazily = {"insertReplaceSupport": True, "resolveSupport": {"properties": ["documentation"]}}
    lazy = on(workspace, capabilities={"textDocument": {"completion": {"completionItem": lazily}}})
    for each in (wire, lazy):
        each.open(config, language="muc-config")
    told = wire.at("textDocument/completion", config, ":premodifiers", 4)
    made = "keytally_server.presenters.configuration.render_documentation"
    asked = lazy.at("textDocument/completion", config, ":premodifiers", 4)
    assert lazy.initialized["capabilities"]["completionProvider"]["resolveProvider"] is True
    assert not any("documentation" in item for item in asked)
    resolved = lazy.request("completionItem/resolve", asked[3])
    assert resolved["documentation"] == told[3]["documentation"]
    with monkeypatch.context() as patch:
        patch.setattr(made, lambda option: pytest.fail("made before it is asked for"))
        assert lazy.at("textDocument/completion", config, ":premodifiers", 4)


@pytest.mark.parametrize("data", [None, "1", -1, 10**9])
def test_an_item_of_others_is_resolved_to_itself(wire: Wire, data: object) -> None:
    assert "documentation" not in wire.request("completionItem/resolve", {"label": "theirs", "data": data})
