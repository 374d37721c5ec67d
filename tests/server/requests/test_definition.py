"""Definitions, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_definition_is_the_partner(wire: Wire, response: Path, key: Path) -> None:
    for here, there in ((response, key), (key, response)):
        (target,) = wire.at("textDocument/definition", here, TAG, 30)
        assert target["uri"] == there.as_uri()
        assert wire.text_at(there, target["range"]) == TAG
