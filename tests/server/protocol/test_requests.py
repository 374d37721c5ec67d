"""Hover, definition, lenses, hints, symbols, folding, tokens and completion, as a client gets them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol import semantic_tokens
from tests.server.wire import Wire, on

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


@pytest.fixture
def response(workspace: Path) -> Path:
    return workspace / "response.sgml"


@pytest.fixture
def key(workspace: Path) -> Path:
    return workspace / "key.sgml"


@pytest.fixture
def wire(workspace: Path, response: Path, key: Path) -> Iterator[Wire]:
    wire = on(workspace)
    wire.open(response)
    wire.open(key)
    wire.settle()
    yield wire


def test_hover_tells_verdict_partner_and_tallies(wire: Wire, response: Path) -> None:
    hover = wire.at("textDocument/hover", response, TAG, 30)
    assert hover["contents"]["kind"] == "markdown"
    assert TAG in hover["contents"]["value"]
    assert "all documents" in hover["contents"]["value"]
    assert wire.text_at(response, hover["range"]) == TAG


def test_hover_on_an_option_tells_its_documentation(wire: Wire, workspace: Path) -> None:
    wire.open(workspace / "ne.config", language="muc-config")
    hover = wire.at("textDocument/hover", workspace / "ne.config", ":optional_status_slot", 3)
    assert "optional_status_slot" in hover["contents"]["value"]


def test_definition_is_the_partner(wire: Wire, response: Path, key: Path) -> None:
    for here, there in ((response, key), (key, response)):
        (target,) = wire.at("textDocument/definition", here, TAG, 30)
        assert target["uri"] == there.as_uri()
        assert wire.text_at(there, target["range"]) == TAG


def test_a_selection_grows_from_a_word_to_the_file(wire: Wire, response: Path) -> None:
    places = [wire.place(response, TAG, 30), wire.place(response, "<DOC>")]
    inside, at_start = wire.about("textDocument/selectionRange", response, positions=places)
    texts = []
    while inside is not None:
        texts.append(wire.text_at(response, inside["range"]))
        inside = inside.get("parent")
    assert texts[:3] == ["ANSELM", "PORT ANSELM", TAG]
    assert texts[-1] == wire.text(response)
    assert wire.text_at(response, at_start["range"]).startswith("<DOC>")


def test_lenses_stand_on_the_file_and_on_each_document(wire: Wire, response: Path) -> None:
    lenses = wire.about("textDocument/codeLens", response)
    titles = [lens["command"]["title"] for lens in lenses]
    assert titles[0].startswith("all documents: F ")
    assert titles[1].startswith("2601120001: F ")
    lines = [lens["range"]["start"]["line"] for lens in lenses]
    text = wire.text(response).split("\n")
    assert [text[line] for line in lines[1:]] == ["<DOC>"] * 3


def test_hints_stand_for_missing_tags_in_the_range(wire: Wire, response: Path) -> None:
    line = wire.place(response, "1987")["line"]
    stretch = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
    (hint,) = wire.about("textDocument/inlayHint", response, range=stretch)
    assert hint["label"] == 'MIS DATE "1987"'
    assert hint["position"] == wire.place(response, "1987")


def test_symbols_are_documents_with_their_tags(wire: Wire, response: Path) -> None:
    symbols = wire.about("textDocument/documentSymbol", response)
    assert [symbol["name"] for symbol in symbols][:1] == ["2601120001"]
    assert {"PORT ANSELM", "Marla Tovenik"} <= {child["name"] for child in symbols[0]["children"]}


def test_folds_run_over_lines(wire: Wire, response: Path) -> None:
    folds = wire.about("textDocument/foldingRange", response)
    assert all(fold["startLine"] < fold["endLine"] for fold in folds)
    text = wire.text(response).split("\n")
    assert text[folds[0]["startLine"]] == "<DOC>"
    assert text[folds[0]["endLine"]] == "</DOC>"


def tokens(answer: dict[str, Any]) -> list[tuple[int, int, int, int]]:
    """Line, column, length and type of each token, from the distances that the protocol sends."""
    found, line, column = [], 0, 0
    data = answer["data"]
    for ahead, right, length, kind, _ in zip(*(data[at::5] for at in range(5)), strict=True):
        line, column = line + ahead, right if ahead else column + right
        found.append((line, column, length, kind))
    return found


def test_tokens_are_tags_attributes_and_values(wire: Wire, response: Path) -> None:
    legend = wire.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    lines = wire.text(response).split("\n")
    found = tokens(wire.about("textDocument/semanticTokens/full", response))
    shown = {(legend[kind], lines[line][at : at + length]) for line, at, length, kind in found}
    names = {text.strip('"') for _, text in shown}
    assert {"ENAMEX", "TYPE", "LOCATION"} <= names


def test_the_tokens_of_a_range_are_those_of_the_whole(wire: Wire, response: Path) -> None:
    line = wire.place(response, TAG)["line"]
    stretch = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 500}}
    part = tokens(wire.about("textDocument/semanticTokens/range", response, range=stretch))
    whole = tokens(wire.about("textDocument/semanticTokens/full", response))
    assert [token for token in whole if token[0] == line] == [token for token in part if token[0] == line]
    assert part


def test_a_very_long_file_has_tokens_by_range_only(
    wire: Wire, response: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What docs/reference/protocol.md says of files of more than 500,000 characters."""
    assert semantic_tokens.LARGEST_WHOLE == 500_000
    monkeypatch.setattr(semantic_tokens, "LARGEST_WHOLE", len(wire.text(response)))
    assert wire.about("textDocument/semanticTokens/full", response)["data"]
    monkeypatch.setattr(semantic_tokens, "LARGEST_WHOLE", len(wire.text(response)) - 1)
    assert wire.about("textDocument/semanticTokens/full", response) is None
    stretch = {"start": {"line": 0, "character": 0}, "end": {"line": 20, "character": 0}}
    assert wire.about("textDocument/semanticTokens/range", response, range=stretch)["data"]


def test_no_token_runs_over_a_line_end(wire: Wire, response: Path) -> None:
    wire.replace(response, 'TYPE="LOCATION">PORT', 'TYPE="LOCA\r\nTION"\n>PORT')
    lines = wire.text(response).replace("\r\n", "\n").split("\n")
    for line, column, length, _ in tokens(wire.about("textDocument/semanticTokens/full", response)):
        assert column + length <= len(lines[line])


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


POSITION = {"position": {"line": 0, "character": 0}}
RANGE = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}
OPTIONS = {"options": {"tabSize": 4, "insertSpaces": False}}
REQUESTS: dict[str, dict[str, Any]] = {
    "textDocument/hover": POSITION,
    "textDocument/definition": POSITION,
    "textDocument/completion": POSITION,
    "textDocument/documentHighlight": POSITION,
    "textDocument/formatting": OPTIONS,
    "textDocument/onTypeFormatting": {**POSITION, "ch": ">", **OPTIONS},
    "textDocument/prepareRename": POSITION,
    "textDocument/rangeFormatting": {**RANGE, **OPTIONS},
    "textDocument/references": {**POSITION, "context": {"includeDeclaration": True}},
    "textDocument/codeLens": {},
    "textDocument/inlayHint": RANGE,
    "textDocument/documentLink": {},
    "textDocument/documentSymbol": {},
    "textDocument/foldingRange": {},
    "textDocument/semanticTokens/full": {},
    "textDocument/semanticTokens/range": RANGE,
    "textDocument/codeAction": {**RANGE, "context": {"diagnostics": []}},
    "keytally/marks": {},
}


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize(
    "name",
    ["response.sgml", "key.sgml", "texts.sgml", "ne.config", "keytally.toml", "nothing.sgml", "."],
)
def test_any_file_can_be_asked_about(workspace: Path, method: str, name: str) -> None:
    """Open or not, paired or not, there or not: a request is answered, and never with an error."""
    wire = on(workspace)
    assert "error" not in wire.ask(
        method, {"textDocument": {"uri": (workspace / name).as_uri()}, **REQUESTS[method]}
    )
    wire.open(workspace / "response.sgml")
    assert "error" not in wire.ask(
        method, {"textDocument": {"uri": (workspace / name).as_uri()}, **REQUESTS[method]}
    )


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize("text", ["", "\n", "<", "\x00\x01\x02", "<DOC", "<DOC>", "😀\r", ":", "[[pair]]"])
def test_any_text_can_be_asked_about(workspace: Path, method: str, text: str) -> None:
    wire = on(workspace)
    for name in ("response.sgml", "ne.config", "keytally.toml"):
        uri = wire.open(workspace / name, text)
        assert "error" not in wire.ask(method, {"textDocument": {"uri": uri}, **REQUESTS[method]})
