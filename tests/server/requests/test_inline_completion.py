"""Inline completions, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_the_tag_of_the_key_is_shown_at_its_place(wire: Wire, response: Path) -> None:
    wire.replace(response, TAG, "PORT ANSELM")
    position = wire.place(response, "PORT ANSELM")
    context = {"triggerKind": 2}
    (item,) = wire.about("textDocument/inlineCompletion", response, position=position, context=context)
    assert item["insertText"] == TAG
    assert wire.text_at(response, item["range"]) == "PORT ANSELM"
