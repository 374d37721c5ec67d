"""Code lenses, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire


def test_lenses_stand_on_the_file_and_on_each_document(wire: Wire, response: Path) -> None:
    lenses = wire.about("textDocument/codeLens", response)
    titles = [lens["command"]["title"] for lens in lenses]
    assert titles[0].startswith("all documents: P&R ")
    assert titles[1].startswith("260112-0001: P&R ")
    lines = [lens["range"]["start"]["line"] for lens in lenses]
    text = wire.text(response).split("\n")
    assert [text[line] for line in lines[1:]] == ["<DOC>"] * 3
