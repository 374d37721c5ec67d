"""Inlay hints, as a client gets them."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire


def test_hints_stand_for_missing_tags_in_the_range(wire: Wire, response: Path) -> None:
    line = wire.place(response, "1987")["line"]
    stretch = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
    (hint,) = wire.about("textDocument/inlayHint", response, range=stretch)
    assert hint["label"] == "MIS DATE"
    assert hint["position"] == wire.place(response, "1987")
    assert hint["paddingRight"] is True


def test_only_a_hint_before_text_of_its_line_has_room_behind_it(tmp_path: Path) -> None:
    pair = '[[pair]]\ntask = "lexsub-oot"\nkey = "a.gold"\nresponses = ["a.oot"]\n'
    (tmp_path / "keytally.toml").write_text(pair)
    (tmp_path / "a.gold").write_text("bright.a 1 :: clear 3;\nbright.a 2 :: sunny 3;\n")
    response = tmp_path / "a.oot"
    response.write_text("bright.a 1 ::: dull\nbright.a 2 ::: dim")
    wire = Wire(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    wire.open(response, language="lexsub")
    wire.settle()
    hints = hints_of(wire, response)
    assert [hint["position"]["character"] for hint in hints] == [19, 18]
    assert [hint.get("paddingRight") for hint in hints] == [None, None]


def resolving(workspace: Path, response: Path) -> Wire:
    """A client that asks for a tooltip when it is looked at."""
    hints = {"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}}
    wire = Wire(
        workspaceFolders=[{"uri": workspace.as_uri(), "name": "w"}], capabilities={"textDocument": hints}
    )
    wire.open(response)
    wire.settle()
    return wire


def hints_of(wire: Wire, path: Path) -> list[dict[str, Any]]:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
    found: list[dict[str, Any]] = wire.about("textDocument/inlayHint", path, range=whole)
    return found


def test_a_client_that_resolves_tooltips_gets_each_when_it_asks(
    workspace: Path, response: Path, wire: Wire
) -> None:
    told = hints_of(wire, response)
    lazy = resolving(workspace, response)
    asked = hints_of(lazy, response)
    assert lazy.initialized["capabilities"]["inlayHintProvider"]["resolveProvider"] is True
    assert [hint.get("tooltip") for hint in asked] == [None] * len(told)
    resolved = [lazy.request("inlayHint/resolve", hint) for hint in asked]
    assert [hint["tooltip"] for hint in resolved] == [hint["tooltip"] for hint in told]
    assert [hint["label"] for hint in resolved] == [hint["label"] for hint in told]


def test_a_hint_from_before_the_last_answers_is_resolved_to_itself(workspace: Path, response: Path) -> None:
    wire = resolving(workspace, response)
    first, *_ = hints_of(wire, response)
    for _ in range(3):
        hints_of(wire, response)
    assert wire.request("inlayHint/resolve", first)["tooltip"]
    hints_of(wire, response)
    assert wire.request("inlayHint/resolve", first) == first


@pytest.mark.parametrize("data", [None, "1", -1, {"uri": "file:///a"}])
def test_a_hint_of_others_is_resolved_to_itself(workspace: Path, response: Path, data: object) -> None:
    wire = resolving(workspace, response)
    hint = {"position": {"line": 0, "character": 0}, "label": "theirs", "data": data}
    resolved = wire.request("inlayHint/resolve", hint)
    assert resolved["label"] == "theirs"
    assert "tooltip" not in resolved


def test_tooltips_of_a_closed_file_are_forgotten(workspace: Path, response: Path) -> None:
    wire = resolving(workspace, response)
    first, *_ = hints_of(wire, response)
    wire.close_file(response.as_uri())
    assert "tooltip" not in wire.request("inlayHint/resolve", first)
