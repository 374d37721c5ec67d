"""Messages of which a part is JSON already."""

import json
from pathlib import Path

from keytally_server.protocol.messages import RawJson, raw_object
from tests.server.wire import PUBLISH, Wire

PULLING = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
FAULTY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<COREF ID="É😀" REF="😀">a</COREF>\n</TXT>\n</DOC>\n'


def test_encoded_members_go_in_as_they_are() -> None:
    text = raw_object({"items": RawJson('[{"a": 1}]'), "name": "é"})
    assert json.loads(text) == {"items": [{"a": 1}], "name": "é"}


def test_pulled_findings_are_those_that_are_pushed() -> None:
    path = Path("/nowhere/free.sgml").absolute()
    pushing, pulling = Wire(), Wire(capabilities=PULLING)
    for wire in (pushing, pulling):
        wire.open(path, FAULTY)
    (pushed,) = (each["diagnostics"] for each in pushing.of(PUBLISH))
    answer = pulling.about("textDocument/diagnostic", path)
    assert any("😀" in each["message"] for each in pushed)
    assert (answer["kind"], answer["items"]) == ("full", pushed)
    assert pulling.of(PUBLISH) == []


def test_an_error_is_answered_as_one_after_an_encoded_answer() -> None:
    wire = Wire(capabilities=PULLING)
    path = Path("/nowhere/free.sgml").absolute()
    wire.open(path, FAULTY)
    assert wire.about("textDocument/diagnostic", path)["items"]
    assert "error" in wire.ask("textDocument/diagnostic", {"textDocument": 1})
