"""Document synchronisation: after any edits the server's text is the editor's."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.conftest import Start
from tests.server.editor import LINE_END, position_in
from tests.server.wire import Wire

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
PIECES = [
    "a",
    "<DOC>\n",
    "</p>",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\f",
    "\v",
    "\x1c",
    "\x85",
    "\u2028",
    "é",
    "漢",
    "😀",
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
EDIT = st.tuples(st.integers(0, 99), st.integers(0, 99), TEXT, st.booleans())
FILE = Path("/nowhere/free.sgml").absolute()


def wire_of(encoding: str) -> Wire:
    return Wire(capabilities={"general": {"positionEncodings": [encoding]}})


def between(text: str, place: int) -> int:
    """An offset that the protocol has a position for: none lies within a line end."""
    place %= len(text) + 1
    return place + 1 if text[place - 1 : place + 1] == "\r\n" else place


def change(text: str, start: int, end: int, new: str, encoding: str) -> dict[str, Any]:
    places = [position_in(text, place, encoding) for place in (start, end)]
    shown = [{"line": place.line, "character": place.character} for place in places]
    return {"range": {"start": shown[0], "end": shown[1]}, "text": new}


def changes_of(text: str, edits: list[Any], encoding: str) -> tuple[str, list[dict[str, Any]]]:
    """A plain string edited, and the same as the protocol says it."""
    changes = []
    for one, other, new, whole in edits:
        start, end = sorted((between(text, one), between(text, other)))
        if whole:
            changes.append({"text": new})
            text = new
        else:
            changes.append(change(text, start, end, new, encoding))
            text = text[:start] + new + text[end:]
    return text, changes


@pytest.mark.long
@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXT, edits=st.lists(EDIT, max_size=8), together=st.booleans())
def test_random_edits_over_the_wire_equal_a_plain_string(
    encoding: str, text: str, edits: list[Any], together: bool
) -> None:
    wire = wire_of(encoding)
    uri = wire.open(FILE, text)
    expected, changes = changes_of(text, edits, encoding)
    for version, message in enumerate([changes] if together else [[each] for each in changes], 2):
        wire.change(uri, version, *message)
    assert wire.text(FILE) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_two_hundred_changes_in_one_message(encoding: str) -> None:
    wire = wire_of(encoding)
    text = "😀 漢é\f\x85\u2028\r\n" * 40
    uri = wire.open(FILE, text)
    edits = [
        (7 * number, 7 * number + number % 3, PIECES[number % len(PIECES)], False) for number in range(200)
    ]
    expected, changes = changes_of(text, edits, encoding)
    wire.change(uri, 2, *changes)
    assert len(changes) == 200
    assert wire.text(FILE) == expected
    assert wire.server.session.version(FILE) == 2


@pytest.mark.parametrize("odd", ["\f", "\v", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_line_ends_end_lines(odd: str) -> None:
    wire = wire_of("utf-16")
    uri = wire.open(FILE, f"one{odd}two\nthree")
    third = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 5}}
    wire.change(uri, 2, {"range": third, "text": "3"})
    assert wire.text(FILE) == f"one{odd}two\n3"


def test_places_past_an_end_are_the_end() -> None:
    wire = wire_of("utf-16")
    uri = wire.open(FILE, "ab\r\ncd")
    wire.change(uri, 2, {"range": _range(0, 99, 0, 99), "text": "!"})
    assert wire.text(FILE) == "ab!\r\ncd"
    wire.change(uri, 3, {"range": _range(9, 0, 9, 9), "text": "?"})
    assert wire.text(FILE) == "ab!\r\ncd?"


def test_a_range_that_ends_before_it_starts_is_empty() -> None:
    wire = wire_of("utf-16")
    uri = wire.open(FILE, "abc")
    wire.change(uri, 2, {"range": _range(0, 2, 0, 1), "text": "-"})
    assert wire.text(FILE) == "ab-c"


def test_a_column_within_an_astral_character_is_its_start() -> None:
    wire = wire_of("utf-16")
    uri = wire.open(FILE, "😀x")
    wire.change(uri, 2, {"range": _range(0, 1, 0, 1), "text": "-"})
    assert wire.text(FILE) == "-😀x"


def test_a_change_of_a_file_that_is_not_open_changes_nothing_else() -> None:
    wire = wire_of("utf-16")
    uri = wire.open(FILE, "abc")
    wire.change("file:///nowhere/other.sgml", 2, {"text": "x"})
    assert wire.text(FILE) == "abc"
    wire.change(uri, 2, {"text": "x"})
    assert wire.text(FILE) == "x"


def test_a_file_that_is_opened_twice_has_the_newer_text() -> None:
    wire = wire_of("utf-16")
    wire.open(FILE, "abc")
    wire.open(FILE, "x")
    assert wire.text(FILE) == "x"


def test_documents_that_are_no_files_are_served() -> None:
    wire = wire_of("utf-16")
    item = {
        "uri": "untitled:Untitled-1",
        "languageId": "muc-sgml",
        "version": 1,
        "text": "<DOC>\n<DOCNO> 1 <",
    }
    wire.notify("textDocument/didOpen", {"textDocument": item})
    wire.settle()
    published = wire.of("textDocument/publishDiagnostics")[-1]
    assert published["uri"] == "untitled:Untitled-1"
    wire.change("untitled:Untitled-1", 2, {"text": "<DOC>"})
    assert wire.of("textDocument/publishDiagnostics")[-1]["version"] == 2


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_an_editor_and_a_real_server_agree(start: Start, workspace: Path, encoding: str) -> None:
    editor = await start(workspace, encodings=[encoding])
    assert editor.encoding == encoding
    text = (workspace / "response.sgml").read_text().replace("\n", "\r\n")
    odd = text.replace("Orders", "😀\f漢\x85é\u2028 Orders")
    uri = editor.open(workspace / "response.sgml", odd)
    await editor.scored(uri)
    editor.replace(uri, " Orders", "😀😀 <ENAMEX TYPE=PERSON>Ørders</ENAMEX>")
    diagnostics = (await editor.published(uri)).diagnostics
    shown = {str(each.code): editor.text_at(uri, each.range) for each in diagnostics}
    assert shown["unquoted-attribute"] in ("PERSON", "TYPE=PERSON")
    await editor.scored(uri)
    marked = {editor.text_at(uri, mark["range"]) for mark in (await editor.marks(uri))["marks"]}
    assert '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>' in marked
    assert len(LINE_END.findall(odd)) == odd.count("\r\n")


def _range(*numbers: int) -> dict[str, Any]:
    places = [{"line": line, "character": char} for line, char in (numbers[:2], numbers[2:])]
    return {"start": places[0], "end": places[1]}
