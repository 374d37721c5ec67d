"""Semantic tokens, as a client gets them."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.requests import ranges as semantic_tokens
from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


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


def test_after_an_edit_only_what_it_changed_is_sent(wire: Wire, response: Path) -> None:
    before = wire.about("textDocument/semanticTokens/full", response)
    wire.replace(response, TAG, f"\n{TAG} ")
    changed = wire.about(
        "textDocument/semanticTokens/full/delta", response, previousResultId=before["resultId"]
    )
    (edit,) = changed["edits"]
    assert edit["deleteCount"] < len(before["data"]) / 5
    data = before["data"]
    start, end = edit["start"], edit["start"] + edit["deleteCount"]
    after = wire.about("textDocument/semanticTokens/full", response)
    assert [*data[:start], *edit["data"], *data[end:]] == after["data"]


def test_unchanged_tokens_need_no_edit_and_an_unknown_answer_gets_all(wire: Wire, response: Path) -> None:
    method = "textDocument/semanticTokens/full/delta"
    before = wire.about("textDocument/semanticTokens/full", response)
    assert wire.about(method, response, previousResultId="?")["data"] == before["data"]
    last = wire.about("textDocument/semanticTokens/full", response)["resultId"]
    assert wire.about(method, response, previousResultId=last)["edits"] == []


def test_no_token_runs_over_a_line_end(wire: Wire, response: Path) -> None:
    wire.replace(response, 'TYPE="LOCATION">PORT', 'TYPE="LOCA\r\nTION"\n>PORT')
    lines = wire.text(response).replace("\r\n", "\n").split("\n")
    for line, column, length, _ in tokens(wire.about("textDocument/semanticTokens/full", response)):
        assert column + length <= len(lines[line])
