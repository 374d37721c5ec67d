"""Code actions: fixes and annotating, with the edits inline."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

VERSIONED = {
    "experimental": {"keytally": {"marks": True}},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


@pytest.fixture
def response(workspace: Path) -> Path:
    return workspace / "response.sgml"


@pytest.fixture
def wire(workspace: Path, response: Path) -> Iterator[Wire]:
    wire = on(workspace, capabilities=VERSIONED)
    wire.open(response)
    wire.settle()
    yield wire


def actions(wire: Wire, path: Path, needle: str, only: list[str] | None = None) -> list[dict[str, Any]]:
    context = {"diagnostics": [], **({"only": only} if only is not None else {})}
    found: list[dict[str, Any]] = wire.about(
        "textDocument/codeAction", path, range=wire.stretch(path, needle), context=context
    )
    return found


def apply(wire: Wire, path: Path, action: dict[str, Any]) -> str:
    """Carry an action's edits out, the last one first, as clients do."""
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == path.as_uri()
    edits = sorted(
        change["edits"], key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"])
    )
    for edit in reversed(edits):
        wire.change(path.as_uri(), 2, {"range": edit["range"], "text": edit["newText"]})
    return wire.text(path)


def titled(found: list[dict[str, Any]], title: str) -> dict[str, Any]:
    return next(action for action in found if action["title"] == title)


def test_the_capability_names_the_kinds(wire: Wire) -> None:
    kinds = wire.initialized["capabilities"]["codeActionProvider"]["codeActionKinds"]
    assert kinds == ["quickfix", "source.fixAll.keytally", "refactor.rewrite"]


def test_an_edit_is_bound_to_the_version(wire: Wire, response: Path) -> None:
    action = titled(actions(wire, response, "largest order"), "Tag as ENAMEX PERSON")
    assert action["edit"]["documentChanges"][0]["textDocument"] == {"uri": response.as_uri(), "version": 1}
    assert action["kind"] == "refactor.rewrite.tag.PERSON"
    assert '<ENAMEX TYPE="PERSON">largest order</ENAMEX>' in apply(wire, response, action)


def test_a_client_without_versioned_edits_gets_plain_ones(workspace: Path, response: Path) -> None:
    wire = on(workspace)
    wire.open(response)
    action = titled(actions(wire, response, "largest order"), "Tag as ENAMEX PERSON")
    assert list(action["edit"]) == ["changes"]
    assert [edit["newText"] for edit in action["edit"]["changes"][response.as_uri()]] == [
        '<ENAMEX TYPE="PERSON">',
        "</ENAMEX>",
    ]


def test_a_fix_is_preferred_and_names_its_diagnostic(wire: Wire, response: Path) -> None:
    wire.replace(response, TAG, TAG.replace('"LOCATION"', "LOCATION"))
    published = wire.of("textDocument/publishDiagnostics")[-1]["diagnostics"]
    (fix,) = wire.about(
        "textDocument/codeAction",
        response,
        range=published[0]["range"],
        context={"diagnostics": published, "only": ["quickfix"]},
    )
    assert (fix["kind"], fix["isPreferred"], fix["diagnostics"]) == ("quickfix", True, published)
    assert TAG in apply(wire, response, fix)


def test_fix_all_mends_the_whole_file(defects: Path) -> None:
    wire = on(defects, capabilities=VERSIONED)
    response = defects / "response.sgml"
    wire.open(response)
    before = wire.rules(response)
    (fix,) = actions(wire, response, "<DOC>", ["source.fixAll"])
    assert fix["kind"] == "source.fixAll.keytally"
    apply(wire, response, fix)
    assert len(wire.rules(response)) < len(before)
    assert "unquoted-attribute" not in wire.rules(response)


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["quickfix"], {"quickfix"}),
        (["source"], {"source.fixAll.keytally"}),
        (["source.fixAll.keytally"], {"source.fixAll.keytally"}),
        (["refactor.rewrite.retype.PERSON"], {"refactor.rewrite.retype.PERSON"}),
        (["refactor.rewrite.untag"], {"refactor.rewrite.untag"}),
        (["refactor.extract"], set()),
        (["quick"], set()),
    ],
)
def test_only_what_is_asked_for_is_offered(
    wire: Wire, response: Path, only: list[str], kinds: set[str]
) -> None:
    wire.replace(response, TAG, TAG.replace('"LOCATION"', "LOCATION"))
    assert {action["kind"] for action in actions(wire, response, "LOCATION>", only)} == kinds


def test_a_type_is_a_kind_of_its_own(wire: Wire, response: Path) -> None:
    (action,) = actions(wire, response, "largest order", ["refactor.rewrite.tag.MONEY"])
    assert action["title"] == "Tag as NUMEX MONEY"
    kinds = {each["kind"] for each in actions(wire, response, "largest order", ["refactor.rewrite.tag"])}
    assert len(kinds) == 7


def test_what_the_key_says_is_preferred(wire: Wire, response: Path) -> None:
    wire.replace(response, TAG, TAG.replace("LOCATION", "PERSON"))
    found = actions(wire, response, TAG.replace("LOCATION", "PERSON"))
    assert [each["title"] for each in found if each.get("isPreferred")] == ["Change to ENAMEX LOCATION"]
    assert found[0]["title"] == "Change to ENAMEX LOCATION"


def test_refactorings_are_offered_by_any_of_their_names(wire: Wire, response: Path) -> None:
    for only in (["refactor"], ["refactor.rewrite"]):
        kinds = {action["kind"] for action in actions(wire, response, "Marla Tovenik", only)}
        assert kinds >= {
            f"refactor.rewrite.{name}" for name in ("retype.LOCATION", "extend", "shrink", "untag")
        }


def test_fix_all_is_not_offered_unasked(wire: Wire, response: Path) -> None:
    wire.replace(response, TAG, TAG.replace('"LOCATION"', "LOCATION"))
    kinds = {action["kind"] for action in actions(wire, response, "LOCATION>")}
    assert "quickfix" in kinds
    assert not any(kind.startswith("source") for kind in kinds)


def test_the_missing_tag_is_put_in_from_the_key(wire: Wire, response: Path) -> None:
    (insert,) = actions(wire, response, "1987", ["refactor.rewrite.insertMissing"])
    assert '<TIMEX TYPE="DATE">1987</TIMEX>' in apply(wire, response, insert)


@pytest.mark.parametrize("needle", ["largest order", "PORT ANSELM", "1987", "$48 million"])
def test_no_action_changes_anything_outside_tags(workspace: Path, response: Path, needle: str) -> None:
    wire = on(workspace, capabilities=VERSIONED)
    uri = wire.open(response)
    original = wire.text(response)
    for action in actions(wire, response, needle):
        assert plain(apply(wire, response, action)) == plain(original), action["title"]
        wire.change(uri, 3, {"text": original})


def plain(text: str) -> str:
    for name in ("ENAMEX", "TIMEX", "NUMEX"):
        pieces = text.replace(f"</{name}>", "").split(f"<{name}")
        text = pieces[0] + "".join(piece.partition(">")[2] for piece in pieces[1:])
    return text


def test_actions_of_a_file_that_is_not_open_bear_no_version(wire: Wire, workspace: Path) -> None:
    found = wire.about(
        "textDocument/codeAction",
        workspace / "key.sgml",
        range={"start": {"line": 2, "character": 40}, "end": {"line": 2, "character": 40}},
        context={"diagnostics": []},
    )
    assert {a["edit"]["documentChanges"][0]["textDocument"].get("version") for a in found} == {None}
