"""Inlay hints, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire


def test_hints_stand_for_missing_tags_in_the_range(wire: Wire, response: Path) -> None:
    line = wire.place(response, "1987")["line"]
    stretch = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
    (hint,) = wire.about("textDocument/inlayHint", response, range=stretch)
    assert hint["label"] == "MIS DATE"
    assert hint["position"] == wire.place(response, "1987")
