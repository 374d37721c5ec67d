"""What is answered about a large file follows what the person sees of it."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.features import near
from tests.server.wire import Wire, on

LENSES, FOLDS = "workspace/codeLens/refresh", "workspace/foldingRange/refresh"
REFRESHES = {name: {"refreshSupport": True} for name in ("codeLens", "foldingRange")}
MARKS = {"experimental": {"keytally": {"marks": True}}}
DOCUMENT = '<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ada Brook</ENAMEX>\n</TXT>\n</DOC>\n'
LINES = DOCUMENT.count("\n")


@pytest.fixture
def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A client with a file of two hundred documents, which counts as large."""
    monkeypatch.setattr(near, "WHOLE", 1000)
    monkeypatch.setattr(near, "MEDIUM", 1000)
    for side in ("key", "response"):
        (tmp_path / f"a.{side}.sgml").write_text("".join(map(DOCUMENT.format, range(200))))
    wire = on(tmp_path, capabilities={**MARKS, "workspace": REFRESHES})
    wire.open(tmp_path / "a.response.sgml")
    wire.settle()
    wire.sent.clear()
    return wire


def seen(document: int) -> dict[str, Any]:
    """The range of a document and its neighbours."""
    first, last = LINES * (document - 1), LINES * (document + 2)
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


def asked_again(wire: Wire) -> list[str]:
    return [message["method"] for message in wire.sent if message.get("method") in (LENSES, FOLDS)]


def lens_documents(wire: Wire, response: Path) -> list[int]:
    lenses = wire.about("textDocument/codeLens", response)
    return [lens["range"]["start"]["line"] // LINES for lens in lenses[1:]]


def test_lenses_and_folds_are_those_of_what_is_seen(wire: Wire, tmp_path: Path) -> None:
    response = tmp_path / "a.response.sgml"
    assert lens_documents(wire, response)[0] == 0
    wire.about("keytally/marks", response, range=seen(100))
    assert asked_again(wire) == [LENSES, FOLDS]
    assert 100 in lens_documents(wire, response)
    folds = wire.about("textDocument/foldingRange", response)
    assert {LINES * 100, LINES * 100 + 2} <= {fold["startLine"] for fold in folds}
    wire.about("keytally/marks", response, range=seen(103))
    assert len(asked_again(wire)) == 2


def test_a_client_is_asked_once_however_far_it_scrolls(wire: Wire, tmp_path: Path) -> None:
    response = tmp_path / "a.response.sgml"
    wire.about("textDocument/codeLens", response)
    for document in (100, 150, 50):
        wire.about("keytally/marks", response, range=seen(document))
    assert asked_again(wire) == [LENSES, FOLDS]
    assert 50 in lens_documents(wire, response)


def test_after_an_edit_the_outline_is_that_of_its_place(wire: Wire, tmp_path: Path) -> None:
    response = tmp_path / "a.response.sgml"
    place = {"line": LINES * 120 + 3, "character": 0}
    wire.change(response.as_uri(), 2, {"range": {"start": place, "end": place}, "text": "x"})
    names = [symbol["name"] for symbol in wire.about("textDocument/documentSymbol", response)]
    assert "120" in names
    assert (names[0][:1], names[-1][:1]) == ("…", "…")


def test_a_request_about_all_of_a_file_tells_no_view(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.protocol.dispatch.LARGEST_VIEW", 1000)
    response = tmp_path / "a.response.sgml"
    wire.about("textDocument/codeLens", response)
    wire.about("keytally/marks", response, range={**seen(1), "end": {"line": 5000, "character": 0}})
    assert asked_again(wire) == []
    assert lens_documents(wire, response)[0] == 0


def test_no_more_folds_are_sent_than_the_client_takes(wire: Wire, tmp_path: Path) -> None:
    few = on(tmp_path, capabilities={"textDocument": {"foldingRange": {"rangeLimit": 3}}})
    few.open(tmp_path / "a.response.sgml")
    few.settle()
    assert len(few.about("textDocument/foldingRange", tmp_path / "a.response.sgml")) == 3
