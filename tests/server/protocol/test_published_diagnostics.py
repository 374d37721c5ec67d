"""Diagnostics that are remembered are those that would be made anew."""

import tracemalloc
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally_server.protocol import diagnostics
from tests.server.protocol.test_documents import changes_of
from tests.server.wire import PUBLISH, Wire

FAULTY = {
    "muc-sgml": [
        "<DOC>\n<TXT>\n",
        '<COREF ID="1">a</COREF>',
        '<COREF ID="2" REF="1">',
        "</COREF>",
        "</TXT></DOC>",
    ],
    "muc-template": [
        "<PERSON-1-1> :=\n",
        '\tPER_NAME: "Ada',
        '"\n',
        "\tORG: <ORGANIZATION-1-2>\n",
        "; note\n",
    ],
}
REST = ["\n", "\r\n", "\r", "x", "漢😀", "<", ">", '"']
UNITS = 300
KEYSTROKES = 30
FEW = 10


def pieces(language: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*FAULTY[language], *REST]), max_size=12).map("".join)


def edits(language: str) -> st.SearchStrategy[list[Any]]:
    place = st.integers(0, 400)
    return st.lists(st.tuples(place, place, pieces(language), st.just(value=False)), max_size=6)


def published(wire: Wire) -> list[Any]:
    return list(wire.of(PUBLISH)[-1]["diagnostics"])


@pytest.mark.long
@pytest.mark.parametrize("language", FAULTY)
@settings(max_examples=40)
@given(data=st.data(), most=st.sampled_from([3, diagnostics.MAX_DIAGNOSTICS]))
def test_after_any_edits_they_are_those_of_the_file_opened_afresh(
    language: str, data: st.DataObject, most: int
) -> None:
    with patch.object(diagnostics, "MAX_DIAGNOSTICS", most):
        compare_after_edits(language, data)


def compare_after_edits(language: str, data: st.DataObject) -> None:
    text = data.draw(pieces(language)) * 3
    path = Path("/nowhere/free").absolute()
    wire, fresh = Wire(), Wire()
    uri = wire.open(path, text, language)
    expected, changes = changes_of(text, data.draw(edits(language)), wire.encoding)
    for version, change in enumerate(changes, 2):
        wire.change(uri, version, change)
    fresh.open(path, expected, language)
    assert published(wire) == published(fresh)


def records(count: int) -> str:
    return "".join(f'<PERSON-1-{n}> :=\n\tPER_NAME: "Ada\n' for n in range(1, count + 1))


@pytest.mark.parametrize("at", [0, UNITS // 2, UNITS - 1])
def test_a_new_line_shifts_those_behind_it(at: int) -> None:
    path, text = Path("/nowhere/free").absolute(), records(UNITS)
    wire, fresh = Wire(), Wire()
    wire.open(path, text, "muc-template")
    wire.replace(path, f"<PERSON-1-{at + 1}>", f"\n<PERSON-1-{at + 1}>")
    fresh.open(path, wire.text(path), "muc-template")
    assert len(published(wire)) == UNITS
    assert published(wire) == published(fresh)


def test_no_more_are_made_than_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file of many documents with many findings each, those of the first documents are."""
    path, document = Path("/nowhere/free").absolute(), "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{}</TXT>\n</DOC>\n"
    wire, made = Wire(), []
    make = diagnostics.relative_diagnostic

    def count(around: Any, found: Any, finding: Any) -> Any:
        made.append(finding)
        return make(around, found, finding)

    monkeypatch.setattr(diagnostics, "MAX_DIAGNOSTICS", 10)
    monkeypatch.setattr(diagnostics, "relative_diagnostic", count)
    wire.open(path, "".join(document.format(n, '<ENAMEX TYPE="X">it</ENAMEX>\n' * 7) for n in range(20)))
    assert len(made) == 2 * 7
    wire.replace(path, "it<", "its<")
    assert len(made) == 3 * 7
    assert len(published(wire)) == 10 + 1


def test_a_finding_that_names_another_place_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many duplicates, near their first objects or far away, an edit makes those that it touches."""
    path = Path("/nowhere/free").absolute()
    again = "".join(f"<PERSON-{n}-1> :=\n\tPER_NAME: Ada\n" for n in (*range(UNITS), *range(UNITS)))
    near = "".join(f"<PERSON-9{n}-1> :=\n\tPER_NAME: Ada\n" * 2 for n in range(UNITS))
    wire, fresh, made = Wire(), Wire(), []
    wire.open(path, again + near, "muc-template")
    make = diagnostics.relative_diagnostic

    def count(around: Any, found: Any, finding: Any) -> Any:
        made.append(finding)
        return make(around, found, finding)

    monkeypatch.setattr(diagnostics, "relative_diagnostic", count)
    wire.replace(path, "<PERSON-97-1> :=\n", "<PERSON-97-1> :=\n\tPER_AGE: 7\n")
    assert len(published(wire)) > 2 * UNITS
    moved, made[:] = len(made), []
    wire.replace(path, "Ada", "Adas", 3)
    wire.replace(path, "PER_AGE: 7", "PER_AGE: 77", 4)
    assert len(made) <= FEW < moved
    fresh.open(path, wire.text(path), "muc-template")
    assert published(wire) == published(fresh)


def test_nothing_is_kept_of_diagnostics_before_the_last_edits() -> None:
    """However many findings a unit has, each keystroke in it would leave a copy of all of them."""
    path = Path("/nowhere/free").absolute()
    text = "<DOC>\n<TXT>\nab " + '<ENAMEX TYPE="X">it</ENAMEX>\n' * UNITS + "</TXT>\n</DOC>\n"
    wire = Wire()
    wire.open(path, text)
    tracemalloc.start()
    try:
        for version in range(2, KEYSTROKES):
            wire.sent.clear()
            wire.replace(path, "ab", "abb", version)
        assert tracemalloc.get_traced_memory()[0] < KEYSTROKES * len(str(published(wire)))
    finally:
        tracemalloc.stop()
