"""Folding ranges, as a client gets them."""

from pathlib import Path

from tests.server.wire import Wire


def test_folds_run_over_lines(wire: Wire, response: Path) -> None:
    folds = wire.about("textDocument/foldingRange", response)
    assert all(fold["startLine"] < fold["endLine"] for fold in folds)
    text = wire.text(response).split("\n")
    assert text[folds[0]["startLine"]] == "<DOC>"
    assert text[folds[0]["endLine"]] == "</DOC>"
