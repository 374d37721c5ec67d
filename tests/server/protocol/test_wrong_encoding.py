"""Files that the editor has decoded by a wrong encoding: one finding, and nothing that writes."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

TEXT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Zoé Müller</ENAMEX> sat.\n</TXT>\n</DOC>\n'
CHINESE = TEXT.replace("Zoé Müller", "王小明")
PROJECT = (
    '[[pair]]\ntask = "named_entity"\nkey = "key.sgml"\nresponses = ["response.sgml"]\nconfig = "muc6-ne"\n'
)


def written(folder: Path, text: str, encoding: str, stated: str = "") -> Path:
    (folder / "keytally.toml").write_text(PROJECT + stated)
    (folder / "key.sgml").write_bytes(text.encode(encoding))
    (folder / "response.sgml").write_bytes(text.encode(encoding))
    return folder / "response.sgml"


def opened(response: Path, text: str) -> Wire:
    wire = on(response.parent)
    wire.open(response, text)
    wire.settle()
    return wire


def findings(wire: Wire, response: Path) -> list[dict[str, Any]]:
    uri = response.as_uri()
    published = [each for each in wire.of("textDocument/publishDiagnostics") if each["uri"] == uri]
    found: list[dict[str, Any]] = published[-1]["diagnostics"]
    return found


def actions(wire: Wire, response: Path) -> list[dict[str, Any]]:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 6, "character": 0}}
    found: list[dict[str, Any]] = wire.about(
        "textDocument/codeAction", response, range=whole, context={"diagnostics": []}
    )
    return found


CASES = [
    pytest.param(TEXT, "latin-1", "", "utf-8", "ISO 8859-1", id="latin-1 as UTF-8"),
    pytest.param(TEXT, "utf-8", "", "latin-1", "UTF-8", id="UTF-8 as latin-1"),
    pytest.param(TEXT, "utf-8", "", "cp1252", "UTF-8", id="UTF-8 as windows-1252"),
    pytest.param(CHINESE, "utf-8", "", "gb18030", "UTF-8", id="UTF-8 as GB18030"),
    pytest.param(CHINESE, "gb18030", 'encoding = "gb18030"\n', "utf-8", "gb18030", id="GB18030 as UTF-8"),
    pytest.param(CHINESE, "gb18030", 'encoding = "gb18030"\n', "latin-1", "gb18030", id="GB18030 as latin-1"),
]


@pytest.mark.parametrize(("text", "encoding", "stated", "shown_as", "name"), CASES)
def test_one_finding_names_the_encoding_and_nothing_is_offered_that_writes(
    text: str, encoding: str, stated: str, shown_as: str, name: str, tmp_path: Path
) -> None:
    response = written(tmp_path, text, encoding, stated)
    wire = opened(response, text.encode(encoding).decode(shown_as, "replace"))
    [finding] = findings(wire, response)
    assert finding["code"] == "wrong-encoding"
    assert name in finding["message"] and "reopen" in finding["message"]
    assert actions(wire, response) == []


@pytest.mark.parametrize(
    ("text", "encoding", "stated"),
    [
        (TEXT, "utf-8", ""),
        (TEXT, "latin-1", ""),
        (CHINESE, "gb18030", 'encoding = "gb18030"\n'),
        (CHINESE, "gb18030", ""),
    ],
)
def test_a_file_in_its_own_encoding_has_no_such_finding(
    text: str, encoding: str, stated: str, tmp_path: Path
) -> None:
    response = written(tmp_path, text, encoding, stated)
    wire = opened(response, text)
    assert "wrong-encoding" not in [each.get("code") for each in findings(wire, response)]


def test_the_finding_stays_over_edits_and_goes_when_the_file_is_read_again(tmp_path: Path) -> None:
    response = written(tmp_path, TEXT, "utf-8")
    wire = opened(response, TEXT.encode().decode("latin-1"))
    start = {"line": 0, "character": 0}
    wire.change(response.as_uri(), 2, {"range": {"start": start, "end": start}, "text": "\n"})
    wire.settle()
    assert [each["code"] for each in findings(wire, response)] == ["wrong-encoding"]
    wire.change(response.as_uri(), 3, {"text": TEXT})
    wire.settle()
    assert findings(wire, response) == []
