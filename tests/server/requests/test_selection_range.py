"""Selection ranges, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire

TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_a_selection_grows_from_a_word_to_the_file(wire: Wire, response: Path) -> None:
    places = [wire.place(response, TAG, 30), wire.place(response, "<DOC>")]
    inside, at_start = wire.about("textDocument/selectionRange", response, positions=places)
    texts = []
    while inside is not None:
        texts.append(wire.text_at(response, inside["range"]))
        inside = inside.get("parent")
    assert texts[:3] == ["ANSELM", "PORT ANSELM", TAG]
    assert texts[-1] == wire.text(response)
    assert wire.text_at(response, at_start["range"]).startswith("<DOC>")
