"""Files of brat next to their texts over the wire: findings, hover, completion, repairs and places."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import PUBLISH, Wire, on

TEXT = "The Harbour Board hired Ida Wren.\nIda lives in Quill.\n"
ANN = (
    "T1\tORG 4 17\tHarbour Board\n"
    "T2\tPER 24 32\tIda Wren\n"
    "T3\tPER 34 37\tIda\n"
    "T4\tLOC 47 52\tQuill\n"
    "R1\tworks_for Arg1:T2 Arg2:T1\n"
    "*\tEquiv T2 T3\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an annotated text."""
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.ann").write_text(ANN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def wire(folder: Path) -> Wire:
    """A server with the open annotation."""
    wire = on(folder)
    wire.open(folder / "a.ann", language="spans")
    wire.settle()
    return wire


def messages(wire: Wire, path: Path) -> list[str]:
    """The messages of the findings that were published last."""
    return [
        each["message"]
        for each in [each for each in wire.of(PUBLISH) if each["uri"] == path.as_uri()][-1]["diagnostics"]
    ]


def insert(wire: Wire, path: Path, version: int, text: str) -> None:
    """Insert a text at the beginning of a file."""
    place = {"line": 0, "character": 0}
    wire.change(path.as_uri(), version, {"range": {"start": place, "end": place}, "text": text})
    wire.settle()


def test_offsets_are_compared_with_the_text_as_it_is_edited(wire: Wire, folder: Path) -> None:
    annotation, text = folder / "a.ann", folder / "a.txt"
    assert messages(wire, annotation) == []
    wire.open(text, language="plaintext")
    insert(wire, text, 2, "Oh. ")
    assert len(messages(wire, annotation)) == 4
    assert (
        messages(wire, annotation)[0]
        == 'wrong offset: the text from 4 to 17 is "The Harbour B", not "Harbour Board"'
    )
    wire.change(
        text.as_uri(),
        3,
        {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 4}}, "text": ""},
    )
    wire.settle()
    assert messages(wire, annotation) == []
    wire.replace(annotation, "47 52", "47 520", 2)
    wire.settle()
    assert messages(wire, annotation) == ["wrong offset: the text of T4 does not match its offsets"]


def test_a_text_that_changes_on_disk_is_read_again(wire: Wire, folder: Path) -> None:
    text = folder / "a.txt"
    text.write_text(f"Oh. {TEXT}", encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": text.as_uri(), "type": 2}]})
    wire.settle()
    assert len(messages(wire, folder / "a.ann")) == 4


def test_findings_of_the_file_itself_stay(wire: Wire, folder: Path) -> None:
    annotation = folder / "a.ann"
    wire.replace(annotation, "Arg2:T1", "Arg2:T9", 2)
    wire.settle()
    assert messages(wire, annotation) == ["dangling reference: no line has the identifier T9"]
    wire.replace(annotation, "T4\t", "T3\t", 3)
    wire.settle()
    assert "malformed: duplicate identifier T3" in messages(wire, annotation)


def actions(wire: Wire, path: Path, needle: str) -> dict[str, Any]:
    """The quick fixes at a place by their titles."""
    context = {"diagnostics": [], "only": ["quickfix"]}
    found = wire.about("textDocument/codeAction", path, range=wire.stretch(path, needle), context=context)
    return {each["title"]: each for each in found}


def edited(wire: Wire, path: Path, action: dict[str, Any]) -> list[str]:
    """The lines of a file after an action."""
    edits = action["edit"]["changes"][path.as_uri()]
    changes = [{"range": each["range"], "text": each["newText"]} for each in reversed(edits)]
    wire.change(path.as_uri(), 7, *changes)
    wire.settle()
    return wire.text(path).splitlines()


def test_annotations_move_with_the_text_that_they_quote(wire: Wire, folder: Path) -> None:
    """`Ida` occurs twice: it has moved as far as the text around it."""
    annotation, text = folder / "a.ann", folder / "a.txt"
    wire.open(text, language="plaintext")
    insert(wire, text, 2, "Ida has left. ")
    found = actions(wire, annotation, "34 37")
    assert list(found) == [
        'Move T3 to "Ida" at 48',
        'Move T3 to "Ida" at 38',
        'Move T3 to "Ida" at 0',
        "Move 4 annotations to the nearest text that they quote",
    ]
    assert found['Move T3 to "Ida" at 48']["isPreferred"]
    lines = edited(wire, annotation, found["Move 4 annotations to the nearest text that they quote"])
    assert [line.split("\t")[1] for line in lines[:4]] == ["ORG 18 31", "PER 38 46", "PER 48 51", "LOC 61 66"]
    assert messages(wire, annotation) == []


def test_a_hover_shows_the_text_in_its_context(wire: Wire, folder: Path) -> None:
    annotation = folder / "a.ann"
    shown = wire.at("textDocument/hover", annotation, "24 32")
    value = shown["contents"]["value"]
    assert "`PER` `Ida Wren`" in value
    assert "Line 1: `The Harbour Board hired` **`Ida Wren`** `.`" in value
    argument = wire.at("textDocument/hover", annotation, "Arg2:T1", len("Arg2:"))
    assert "`ORG` `Harbour Board`" in argument["contents"]["value"]
    assert wire.text_at(annotation, argument["range"]) == "T1"


def test_places_lead_to_the_text_and_back(wire: Wire, folder: Path) -> None:
    annotation, text = folder / "a.ann", folder / "a.txt"
    [target] = wire.at("textDocument/definition", annotation, "24 32")
    assert (target["uri"], wire.text_at(text, target["range"])) == (text.as_uri(), "Ida Wren")
    [line] = wire.at("textDocument/definition", annotation, "Arg2:T1", len("Arg2:"))
    assert (line["uri"], wire.text_at(annotation, line["range"])) == (annotation.as_uri(), "T1")
    wire.open(text, language="plaintext")
    wire.settle()
    [back] = wire.at("textDocument/definition", text, "Ida Wren", 1)
    assert (back["uri"], wire.text_at(annotation, back["range"])) == (
        annotation.as_uri(),
        "T2\tPER 24 32\tIda Wren",
    )
    assert "`ORG` `Harbour Board`" in wire.at("textDocument/hover", text, "Board")["contents"]["value"]


def test_references_of_an_identifier(wire: Wire, folder: Path) -> None:
    annotation = folder / "a.ann"
    found = wire.at("textDocument/documentHighlight", annotation, "T2")
    assert [each["range"]["start"]["line"] for each in found] == [1, 4, 5]
    assert [each["kind"] for each in found] == [3, 2, 2]
    position = wire.place(annotation, "T2")
    context = {"includeDeclaration": False}
    places = wire.about("textDocument/references", annotation, position=position, context=context)
    assert [each["range"]["start"]["line"] for each in places] == [4, 5]


def completed(wire: Wire, path: Path, line: str, version: int) -> list[str]:
    """The labels that are offered at the end of a new last line."""
    last = wire.text(path).count("\n")
    place = {"line": last, "character": 0}
    wire.change(path.as_uri(), version, {"range": {"start": place, "end": place}, "text": line})
    wire.settle()
    position = {"line": last, "character": len(line)}
    found = wire.about("textDocument/completion", path, position=position)
    items = found["items"] if isinstance(found, dict) else found or []
    wire.change(path.as_uri(), version + 1, {"range": {"start": place, "end": position}, "text": ""})
    return [each["label"] for each in items]


def test_completion_of_types_and_of_identifiers(wire: Wire, folder: Path) -> None:
    annotation = folder / "a.ann"
    assert completed(wire, annotation, "T5\t", 2) == ["PER", "LOC", "ORG"]
    assert completed(wire, annotation, "R2\t", 4) == ["works_for"]
    assert completed(wire, annotation, "R2\tworks_for Arg1:T", 6) == ["T4", "T3", "T2", "T1"]
    assert completed(wire, annotation, "*\tEquiv T1 ", 8) == ["T4", "T3", "T2", "T1"]
    assert completed(wire, annotation, "T5\tPER 0 3\tT", 10) == []


def test_a_text_that_appears_or_goes_is_followed(wire: Wire, folder: Path) -> None:
    annotation = folder / "b.ann"
    annotation.write_text("T1\tPER 0 3\tIda\n", encoding="utf-8")
    wire.open(annotation, language="spans")
    wire.settle()
    assert wire.at("textDocument/definition", annotation, "0 3") == []
    text = folder / "b.txt"
    text.write_text("No Ida", encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": text.as_uri(), "type": 1}]})
    wire.settle()
    assert messages(wire, annotation) == ['wrong offset: the text from 0 to 3 is "No ", not "Ida"']
    wire.close_file(annotation.as_uri())
    wire.settle()


def test_relations_are_scored_and_marked_as_one_types(folder: Path) -> None:
    for name, relation in (("key", "T2 Arg2:T1"), ("response", "T3 Arg2:T1")):
        (folder / f"{name}.ann").write_text(ANN.replace("T2 Arg2:T1", relation), encoding="utf-8")
        (folder / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    pair = '[[pair]]\ntask = "relations"\nkey = "key.ann"\nresponses = ["response.ann"]\n'
    (folder / "keytally.toml").write_text(pair, encoding="utf-8")
    wire, response = on(folder), folder / "response.ann"
    wire.open(response, language="spans")
    wire.settle()
    assert wire.of("keytally/scored")[-1]["headline"] == {"name": "F", "value": 50}
    marks = wire.about("keytally/marks", response)["marks"]
    assert [each["status"] for each in marks] == ["inc", "cor"]
    assert wire.text_at(response, marks[0]["range"]) == "R1\tworks_for Arg1:T3 Arg2:T1"
    wire.replace(response, "Arg1:T3", "Arg1:T2")
    wire.settle()
    assert wire.of("keytally/scored")[-1]["headline"]["value"] == 100
    wire.replace(response, "24 32", "23 32", 3)
    wire.settle()
    assert messages(wire, response)[0].startswith("wrong offset: ")


def test_types_are_those_that_the_project_declares(folder: Path) -> None:
    """The declarations of the directory, or of one above it, apply."""
    within = folder / "texts"
    within.mkdir()
    for name in ("a.txt", "a.ann"):
        (folder / name).rename(within / name)
    declared = (
        "[entities]\nAgent\n\tPER\n\tORG # people\n!Place\n----\n\tLOC\n"
        "[relations]\nworksfor Arg1:PER, Arg2:ORG\n[events]\n"
    )
    (folder / "annotation.conf").write_text(declared, encoding="utf-8")
    wire, annotation = on(folder), within / "a.ann"
    wire.open(annotation, language="spans")
    wire.settle()
    relation, equivalence = messages(wire, annotation)
    assert relation.startswith(
        'the type "works_for" is not declared in annotation.conf, which declares worksfor'
    )
    assert equivalence.startswith('the type "Equiv" is not declared')
    wire.replace(annotation, "LOC", "LOCATION")
    wire.settle()
    assert (
        'the type "LOCATION" is not declared in annotation.conf, which declares Agent, PER, ORG, Place, LOC'
        in (messages(wire, annotation)[0])
    )
    assert completed(wire, annotation, "T5\t", 5) == ["PER", "ORG", "Agent", "LOC", "LOCATION", "Place"]
