"""Entity tags with equal strings, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire

HALL = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_an_entity_is_highlighted_referred_to_and_searched_for(wire: Wire, response: Path) -> None:
    shown = wire.at("textDocument/documentHighlight", response, HALL, 30)
    assert {wire.text_at(response, each["range"]) for each in shown} == {"PORT ANSELM"}
    position = wire.place(response, HALL, 30)
    context = {"includeDeclaration": False}
    found = wire.about("textDocument/references", response, position=position, context=context)
    assert {wire.text_at(response, each["range"]) for each in found} == {"PORT ANSELM"}
    symbols = wire.request("workspace/symbol", {"query": "location port"})
    assert "LOCATION PORT ANSELM" in [each["name"] for each in symbols]


def test_documents_of_the_pair_and_files_of_the_project_are_found_by_name(wire: Wire, response: Path) -> None:
    def found(query: str) -> list[tuple[str, str, int]]:
        symbols = wire.request("workspace/symbol", {"query": query})
        return [(each["name"], each["containerName"], each["kind"]) for each in symbols]

    document, module = 1, 2
    number = "260113-0002"
    files = ["key.sgml", "response.sgml", "texts.sgml"]
    assert sorted(each for each in found("3-0002") if each[2] == document) == [
        (number, file, document) for file in files
    ]
    folder = response.parent.name
    assert ("ne.config", folder, module) in found("ne.c")
    assert not [each for each in found("nowhere") if each[2] in (document, module)]


def test_a_type_is_renamed(wire: Wire, response: Path) -> None:
    ready = wire.at("textDocument/prepareRename", response, "LOCATION", 3)
    assert ready["placeholder"] == wire.text_at(response, ready["range"]) == "LOCATION"
    position = wire.place(response, "LOCATION", 3)
    edit = wire.about("textDocument/rename", response, position=position, newName="PERSON")
    (changes,) = edit["changes"].values()
    assert {each["newText"] for each in changes} == {"PERSON"}
    refused = wire.ask(
        "textDocument/rename",
        {"textDocument": {"uri": response.as_uri()}, "position": position, "newName": "SHIP"},
    )
    assert refused["error"]["code"] == -32803
