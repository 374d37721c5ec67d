"""Linked editing, as a client gets it."""

from pathlib import Path

from tests.server.wire import Wire


def test_the_names_of_a_tag_are_linked(wire: Wire, response: Path) -> None:
    found = wire.at("textDocument/linkedEditingRange", response, "ENAMEX", 2)
    assert [wire.text_at(response, each) for each in found["ranges"]] == ["ENAMEX", "ENAMEX"]
    assert found["wordPattern"]
    assert wire.at("textDocument/linkedEditingRange", response, "<DOCNO>") is None
