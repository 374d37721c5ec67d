"""Coreference with a token a line over the wire: the key is followed, a chain renamed, a mention tagged."""

from pathlib import Path

import pytest

from tests.server.presenters.presented.test_proposals import follow, pair_of
from tests.server.wire import Wire

EXAMPLES = Path(__file__).parents[3] / "examples" / "conll"


@pytest.fixture
def opened(tmp_path: Path) -> tuple[Wire, Path]:
    """The example's response, open beside its key."""
    texts = [(EXAMPLES / name).read_text("utf-8") for name in ("key.conll", "response.conll")]
    return pair_of(tmp_path, "conll-coreference", *texts, suffix=".conll")


def test_following_the_key_leaves_no_difference(opened: tuple[Wire, Path]) -> None:
    wire, response = opened
    assert follow(wire, response)[:3] == [
        'Accept the key\'s mention "of North Quay" into the chain of "North Quay" (3, 2 mentions)',
        'Delete the spurious mention "North Quay"',
        'Delete the spurious mention "summer"',
    ]
    params = {"textDocument": {"uri": response.as_uri()}}
    marks = wire.request("keytally/marks", params)["marks"]
    assert {each["status"] for each in marks} == {"cor"}


def test_a_chain_is_renamed_and_its_mentions_are_found(opened: tuple[Wire, Path]) -> None:
    wire, response = opened
    place = {"textDocument": {"uri": response.as_uri()}, "position": wire.place(response, "the\t(2", 4)}
    changed = wire.request("textDocument/rename", {**place, "newName": "12"})
    edits = changed["changes"][response.as_uri()]
    assert [each["newText"] for each in edits] == ["(12", "12)|3)", "(12)"]
    context = {"context": {"includeDeclaration": True}}
    found = wire.request("textDocument/references", {**place, **context})
    assert [each["range"]["start"]["line"] for each in found] == [4, 8, 13]
