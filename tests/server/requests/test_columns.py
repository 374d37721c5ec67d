"""Columns over the wire: the key is followed difference by difference, a type renamed, labels completed."""

from pathlib import Path

import pytest

from tests.server.presenters.presented.test_proposals import follow, pair_of
from tests.server.wire import Wire, on

EXAMPLES = Path(__file__).parents[3] / "examples" / "columns"


@pytest.fixture
def opened(tmp_path: Path) -> tuple[Wire, Path]:
    """The example's response, open beside its key."""
    texts = [(EXAMPLES / name).read_text("utf-8") for name in ("key.bio", "response.bio")]
    return pair_of(tmp_path, "entities", *texts, suffix=".bio")


def test_following_the_key_makes_the_response_the_key(opened: tuple[Wire, Path]) -> None:
    wire, response = opened
    assert follow(wire, response) == [
        'Accept the key\'s ORG "Harbour Board of Lisbon"',
        "Delete the spurious MISC",
        'Accept the key\'s LOC "Tagus"',
        'Insert the missing MISC "Salt and Rope"',
    ]
    key = (EXAMPLES / "key.bio").read_text("utf-8")
    # Its one entity with a faulty label is the key's: a rule mends that.
    mended = wire.text(response).replace("South\tI-LOC", "South\tB-LOC")
    assert mended == key.partition("\n")[2]


def test_a_type_is_renamed_and_a_label_completed(opened: tuple[Wire, Path]) -> None:
    wire, response = opened
    place = {"textDocument": {"uri": response.as_uri()}, "position": {"line": 3, "character": 11}}
    changed = wire.request("textDocument/rename", {**place, "newName": "GROUP"})
    edits = changed["changes"][response.as_uri()]
    assert [each["range"]["start"]["line"] for each in edits] == [3, 4, 17, 18]
    items = wire.request("textDocument/completion", place)
    assert [each["label"] for each in items] == ["O", "B-LOC", "B-MISC", "B-ORG", "B-PER"]


def test_one_file_of_two_columns_is_live(tmp_path: Path) -> None:
    """The marks stand on the last column, and following them makes it the one before."""
    file = tmp_path / "out.bio"
    file.write_text("Ann NNP B-PER B-PER\nVale NNP B-LOC B-ORG\n\nPort NNP B-LOC O\nwon VBD O O\n")
    wire = on(tmp_path)
    wire.open(file, language="token-columns")
    wire.settle()
    params = {"textDocument": {"uri": file.as_uri()}}
    marks = wire.request("keytally/marks", params)["marks"]
    assert [(each["status"], each["range"]["start"]) for each in marks] == [
        ("cor", {"line": 0, "character": 14}),
        ("inc", {"line": 1, "character": 15}),
        ("mis", {"line": 3, "character": 15}),
    ]
    assert follow(wire, file) == ['Accept the key\'s LOC "Vale"', 'Insert the missing LOC "Port"']
    lines = wire.text(file).splitlines()
    assert lines == ["Ann NNP B-PER B-PER", "Vale NNP B-LOC B-LOC", "", "Port NNP B-LOC B-LOC", "won VBD O O"]
