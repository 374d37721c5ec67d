"""`keytally/marks`: the verdicts of the visible part, on both sides of a pair."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

MARKS = "keytally/marks"


def objects(wire: Wire, path: Path, **params: Any) -> Iterator[tuple[str, str]]:
    for mark in wire.about(MARKS, path, **params)["marks"]:
        if mark["level"] == "object":
            yield mark["status"], wire.text_at(path, mark["range"])


def test_marks_have_a_version_a_pair_and_ranges(wire: Wire, workspace: Path, response: Path) -> None:
    answer = wire.about(MARKS, response)
    assert list(answer) == ["version", "pair", "marks"]
    assert answer["version"] == 1
    assert answer["pair"] == {"key": (workspace / "key.sgml").as_uri(), "response": response.as_uri()}
    (mark,) = [mark for mark in answer["marks"] if mark["label"] == 'COR LOCATION "PORT ANSELM"']
    assert set(mark) == {"range", "status", "level", "label", "text", "partner"}
    assert wire.text_at(response, mark["text"]) == "PORT ANSELM"
    assert (mark["status"], mark["level"]) == ("cor", "object")
    assert wire.text_at(response, mark["range"]) == '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_a_tag_with_a_wrong_part_has_its_verdict_beside_its_status(wire: Wire, response: Path) -> None:
    marks = wire.about(MARKS, response)["marks"]
    wrong = [mark for mark in marks if mark["level"] == "object" and mark.get("verdict")]
    assert wrong
    assert {(mark["status"], mark["verdict"]) for mark in wrong} == {("cor", "inc")}
    assert {mark["level"] for mark in marks if "verdict" in mark} == {"object"}


def test_a_partner_is_the_place_in_the_other_file(wire: Wire, workspace: Path, response: Path) -> None:
    marks = wire.about(MARKS, response)["marks"]
    partner = next(mark["partner"] for mark in marks if mark["label"] == 'COR LOCATION "PORT ANSELM"')
    assert partner["uri"] == (workspace / "key.sgml").as_uri()
    assert (
        wire.text_at(workspace / "key.sgml", partner["range"])
        == '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'
    )


def test_what_is_missing_is_of_no_width_in_the_response_only(
    wire: Wire, workspace: Path, response: Path
) -> None:
    assert Counter(status for status, text in objects(wire, response) if not text)["mis"] == 3
    missing = {text for status, text in objects(wire, workspace / "key.sgml") if status == "mis"}
    assert '<TIMEX TYPE="DATE">1987</TIMEX>' in missing
    assert not [
        text for status, text in objects(wire, workspace / "key.sgml") if status == "mis" and not text
    ]


def test_what_is_missing_tells_the_text_that_it_should_hold(wire: Wire, response: Path) -> None:
    marks = wire.about(MARKS, response)["marks"]
    missing = [mark for mark in marks if mark["status"] in ("mis", "opt") and mark["level"] == "object"]
    held = {mark["label"]: wire.text_at(response, mark["extent"]) for mark in missing if "extent" in mark}
    assert held['MIS DATE "1987"'] == "1987"
    assert not [mark for mark in marks if "extent" in mark and mark not in missing]


def test_only_the_marks_of_the_range_are_sent(wire: Wire, response: Path) -> None:
    stretch = wire.stretch(response, '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>')
    marks = wire.about(MARKS, response, range=stretch)["marks"]
    assert 0 < len(marks) < 10
    assert {mark["range"]["start"]["line"] for mark in marks} == {stretch["start"]["line"]}
    assert len(wire.about(MARKS, response)["marks"]) > 100


def test_marks_after_an_edit_are_of_the_new_text(wire: Wire, response: Path) -> None:
    wire.replace(response, '<ENAMEX TYPE="LOCATION">PORT', '<ENAMEX TYPE="PERSON">PORT')
    answer = wire.about(MARKS, response)
    assert answer["version"] == 2
    shown = {wire.text_at(response, mark["range"]) for mark in answer["marks"] if mark["status"] == "inc"}
    assert "PERSON" in shown


def test_an_edit_of_the_key_marks_the_response_anew(wire: Wire, workspace: Path, response: Path) -> None:
    tag = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'
    assert ("cor", tag) in objects(wire, response)
    wire.replace(workspace / "key.sgml", tag, "PORT ANSELM")
    assert ("spu", tag) in objects(wire, response)


def test_a_file_that_is_not_open_has_marks_without_a_version(workspace: Path, response: Path) -> None:
    wire = on(workspace)
    wire.open(response)
    assert wire.about(MARKS, workspace / "key.sgml")["version"] is None


@pytest.mark.parametrize("name", ["texts.sgml", "ne.config", "nothing.sgml"])
def test_a_file_that_is_in_no_pair_has_no_marks(wire: Wire, workspace: Path, name: str) -> None:
    assert wire.about(MARKS, workspace / name) is None


@pytest.mark.parametrize(
    "params", [{}, {"textDocument": {}}, {"textDocument": {"uri": "file:///x"}, "range": 3}, None, [1]]
)
def test_malformed_parameters_are_answered_with_an_error(wire: Wire, response: Path, params: Any) -> None:
    assert wire.ask(MARKS, params)["error"]["code"] == -32602
    assert wire.about(MARKS, response)["marks"]
