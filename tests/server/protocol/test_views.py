"""What is answered about a large file follows what the person sees of it."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol import client
from keytally_server.requests import viewport
from tests.server.wire import Wire, on

LENSES, FOLDS = "workspace/codeLens/refresh", "workspace/foldingRange/refresh"
OUTLINE = "textDocument/documentSymbol"
REFRESHES = {name: {"refreshSupport": True} for name in ("codeLens", "foldingRange")}
MARKS = {"experimental": {"keytally": {"marks": True}}}
DOCUMENT = '<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ada Brook</ENAMEX>\n</TXT>\n</DOC>\n'
LINES = DOCUMENT.count("\n")


@pytest.fixture
def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A client with a file of two hundred documents, which counts as large."""
    monkeypatch.setattr(viewport, "WHOLE", 1000)
    monkeypatch.setattr(viewport, "MEDIUM", 1000)
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


def registered(wire: Wire) -> list[tuple[str, str]]:
    """What the server has registered and unregistered of outlines."""
    found = []
    for message in wire.sent:
        for each in message.get("params", {}).get("registrations", ()):
            found += [("register", each["id"])] if each["method"] == OUTLINE else []
        for each in message.get("params", {}).get("unregisterations", ()):
            found += [("unregister", each["id"])] if each["method"] == OUTLINE else []
    return found


def test_outlines_are_asked_for_again_when_the_listed_documents_are_left(tmp_path: Path, wire: Wire) -> None:
    """A client that keeps an outline asks for it again after a new registration only."""
    capabilities = {**MARKS, "textDocument": {"documentSymbol": {"dynamicRegistration": True}}}
    asking = on(tmp_path, capabilities=capabilities)
    assert not asking.initialized["capabilities"]["documentSymbolProvider"]
    asking.notify("initialized", {})
    asking.loop.run_until_complete(asking.until(lambda: registered(asking)))
    response = tmp_path / "a.response.sgml"
    asking.open(response)
    asking.settle()
    names = [symbol["name"] for symbol in asking.about(OUTLINE, response)]
    assert names[0] == "0"
    for document in (2, 3, 100, 101, 102):
        asking.about("keytally/marks", response, range=seen(document))
    first, second = "keytally-outline-1", "keytally-outline-2"
    assert registered(asking) == [("register", first), ("register", second), ("unregister", first)]
    names = [symbol["name"] for symbol in asking.about(OUTLINE, response)]
    assert "102" in names and "0" not in names
    assert registered(wire) == [] and wire.initialized["capabilities"]["documentSymbolProvider"]


def test_a_request_about_all_of_a_file_tells_no_view(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.protocol.handlers.LARGEST_VIEW", 1000)
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


HINTS = "workspace/inlayHint/refresh"


def test_hints_of_a_whole_large_file_are_those_near_what_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally_server.protocol.handlers.LARGEST_VIEW", 1000)
    monkeypatch.setattr(client, "LARGEST_VIEW", 1000)
    monkeypatch.setattr(client, "NEAR", len(DOCUMENT) * 8)
    tagged = "".join(map(DOCUMENT.format, range(200)))
    (tmp_path / "a.key.sgml").write_text(tagged)
    response = tmp_path / "a.response.sgml"
    response.write_text(tagged.replace('<ENAMEX TYPE="PERSON">', "").replace("</ENAMEX>", ""))
    wire = on(
        tmp_path, capabilities={**MARKS, "workspace": {**REFRESHES, "inlayHint": {"refreshSupport": True}}}
    )
    wire.open(response)
    wire.settle()
    wire.sent.clear()

    def hinted() -> list[int]:
        end = {"line": 200 * LINES, "character": 0}
        whole = {"start": {"line": 0, "character": 0}, "end": end}
        hints = wire.about("textDocument/inlayHint", response, range=whole)
        return [hint["position"]["line"] // LINES for hint in hints]

    def refreshed() -> int:
        return sum(message.get("method") == HINTS for message in wire.sent)

    first = hinted()
    assert first[0] == 0 and 5 < len(first) < 30
    wire.about("keytally/marks", response, range=seen(2))
    assert refreshed() == 0
    wire.about("keytally/marks", response, range=seen(100))
    assert refreshed() == 1
    second = hinted()
    assert second[0] < 100 < second[-1] and len(second) < 30
    end = {"line": 200 * LINES - 1, "character": 0}
    wire.change(response.as_uri(), 2, {"range": {"start": end, "end": end}, "text": "x"})
    assert hinted()[-1] == 199
    few = {"start": {"line": 0, "character": 0}, "end": {"line": 2 * LINES, "character": 0}}
    assert wire.about("textDocument/inlayHint", response, range=few)
