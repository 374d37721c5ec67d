"""Document symbols, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire


def test_symbols_are_documents_with_their_tags(wire: Wire, response: Path) -> None:
    symbols = wire.about("textDocument/documentSymbol", response)
    assert [symbol["name"] for symbol in symbols][:1] == ["260112-0001"]
    assert {"PORT ANSELM", "Marla Tovenik"} <= {child["name"] for child in symbols[0]["children"]}
