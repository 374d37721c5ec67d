"""Chain surgery over the wire: lists to choose from, and edits that are confirmed one by one."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

CONFIRMING = {
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}
    }
}
VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}


def document(chains: str) -> str:
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{chains}</TXT>\n</DOC>\n"


@pytest.fixture
def response(tmp_path: Path) -> Path:
    tagged = document(
        '<COREF ID="1">Orrin</COREF> met <COREF ID="2">Vale</COREF>. He saw Orrin and '
        '<COREF ID="3" TYPE="IDENT" REF="2">her</COREF>.\n'
    )
    for name in ("key.sgml", "response.sgml"):
        (tmp_path / name).write_text(tagged, "utf-8")
    return tmp_path / "response.sgml"


def offered(wire: Wire, path: Path, needle: str, kind: str | None = None) -> list[dict[str, Any]]:
    only = {} if kind is None else {"only": [f"refactor.rewrite.{kind}"]}
    place = wire.stretch(path, needle)["start"]
    found: list[dict[str, Any]] = wire.about(
        "textDocument/codeAction",
        path,
        range={"start": place, "end": place},
        context={"diagnostics": [], **only},
    )
    return found


def opened(response: Path, capabilities: dict[str, Any], **options: Any) -> Wire:
    wire = on(response.parent, capabilities=capabilities, **options)
    wire.open(response)
    wire.settle()
    return wire


def test_a_kind_that_is_asked_for_by_name_is_a_list_to_choose_from(response: Path) -> None:
    wire = opened(response, VERSIONED)
    merges = offered(wire, response, "Orrin</COREF>", "mergeChains")
    assert [action["title"] for action in merges] == [
        'Merge this chain with the chain of "Vale" (ID 2, 2 mentions)'
    ]
    assert {action["kind"] for action in merges} == {"refactor.rewrite.mergeChains"}


def test_what_reads_the_same_is_confirmed_one_by_one(response: Path) -> None:
    [action] = offered(opened(response, CONFIRMING), response, "Orrin</COREF>", "tagIdentical")
    annotations = action["edit"]["changeAnnotations"]
    asked = [each["label"] for each in annotations.values() if each["needsConfirmation"]]
    assert asked == ["… Orrin met Vale. He saw «Orrin» and her. …"]
    [change] = action["edit"]["documentChanges"]
    mention = '<COREF ID="4" TYPE="IDENT" REF="1">Orrin</COREF>'
    asking = [edit for edit in change["edits"] if annotations[edit["annotationId"]]["needsConfirmation"]]
    assert [edit["newText"] for edit in asking] == [mention]


def test_both_tags_of_a_mention_are_removed_by_one_confirmed_change(response: Path) -> None:
    wire = opened(response, CONFIRMING)
    settings = {"settings": {"keytally": {"chainPreview": {"enabled": True}}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    [action] = offered(wire, response, "her</COREF>", "removeMention")
    [change] = action["edit"]["documentChanges"]
    assert [edit["newText"] for edit in change["edits"]] == ["her"]


def test_a_client_that_confirms_nothing_gets_all_of_it(response: Path) -> None:
    [action] = offered(opened(response, VERSIONED), response, "Orrin</COREF>", "tagIdentical")
    [change] = action["edit"]["documentChanges"]
    assert [edit["newText"] for edit in change["edits"]] == [
        '<COREF ID="4" TYPE="IDENT" REF="1">',
        "</COREF>",
    ]


def test_with_the_preview_on_every_change_of_a_chain_is_confirmed(response: Path) -> None:
    wire = opened(response, CONFIRMING)
    [plain] = offered(wire, response, "Orrin</COREF>", "mergeChains")
    assert "changeAnnotations" not in plain["edit"]
    settings = {"settings": {"keytally": {"chainPreview": {"enabled": True}}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    [action] = offered(wire, response, "Orrin</COREF>", "mergeChains")
    [annotation] = action["edit"]["changeAnnotations"].values()
    assert annotation == {"label": action["title"], "needsConfirmation": True}


def test_a_chain_is_a_hierarchy_of_antecedents_and_dependants(response: Path) -> None:
    wire = opened(response, VERSIONED)
    place = wire.stretch(response, "her</COREF>")["start"]
    [item] = wire.about("textDocument/prepareTypeHierarchy", response, position=place)
    assert (item["name"], item["detail"]) == ("her", "ID 3")
    [antecedent] = wire.request("typeHierarchy/supertypes", {"item": item})
    assert (antecedent["name"], antecedent["detail"]) == ("Vale", "ID 2")
    [dependant] = wire.request("typeHierarchy/subtypes", {"item": antecedent})
    assert dependant == item
    nowhere = wire.stretch(response, "He saw")["start"]
    assert wire.about("textDocument/prepareTypeHierarchy", response, position=nowhere) is None


def test_mentions_are_coloured_by_chains(response: Path) -> None:
    wire = opened(response, VERSIONED)
    legend = wire.initialized["capabilities"]["semanticTokensProvider"]["legend"]
    assert legend["tokenModifiers"] == [f"chain{number}" for number in range(1, 9)]
    data = wire.about("textDocument/semanticTokens/full", response)["data"]
    mention = legend["tokenTypes"].index("mention")
    groups = [data[place : place + 5] for place in range(0, len(data), 5)]
    assert [group[4] for group in groups if group[3] == mention] == [0, 1, 1]
