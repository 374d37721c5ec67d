"""Hovers, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_hover_tells_verdict_partner_and_tallies(wire: Wire, response: Path) -> None:
    hover = wire.at("textDocument/hover", response, TAG, 30)
    assert hover["contents"]["kind"] == "markdown"
    assert TAG in hover["contents"]["value"]
    assert "all documents" in hover["contents"]["value"]
    assert wire.text_at(response, hover["range"]) == TAG


def test_hover_on_an_option_tells_its_documentation(wire: Wire, workspace: Path) -> None:
    wire.open(workspace / "ne.config", language="muc-config")
    hover = wire.at("textDocument/hover", workspace / "ne.config", ":optional_status_slot", 3)
    assert "optional_status_slot" in hover["contents"]["value"]
