"""Marks that a client has are not sent again."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol.client import KEPT_MARKS, MarkChanges, change_of
from tests.server.wire import Wire, on

TAKES_CHANGES = {"experimental": {"keytally": {"marks": True, "markChanges": True}}}
MARKS = "keytally/marks"


def mark(line: int, label: str) -> dict[str, Any]:
    place = {"line": line, "character": 0}
    return {"range": {"start": place, "end": place}, "label": label}


def column(text: str, first: int = 0) -> list[dict[str, Any]]:
    """A mark a line, labelled by the letters of a text; none where it has a blank."""
    return [mark(line, letter) for line, letter in enumerate(text, first) if letter != " "]


def applied(old: list[dict[str, Any]], change: dict[str, Any]) -> list[dict[str, Any]]:
    """Marks after a change, as a client finds them."""
    found = [
        mark(each["range"]["start"]["line"] + change["lines"], each["label"])
        if index >= change["moved"]
        else each
        for index, each in enumerate(old)
    ]
    for edit in reversed(change["edits"]):
        found[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["marks"]
    return found


def sent_in(change: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for edit in change["edits"] for each in edit["marks"]]


@pytest.mark.parametrize(
    ("old", "new", "lines", "sent"),
    [
        ("abcde", "abcde", 0, ""),
        ("abcde", "abxde", 0, "x"),
        ("abcde", "ab cde", 1, ""),
        ("abcde", "abxycde", 2, "xy"),
        ("abcde", "abde", -1, ""),
        ("abcde", "abdefg", -1, "fg"),
        ("abcde", "ab cd", 1, ""),
        ("abcde", "xbcde", 0, "x"),
        ("abcde", "abcd", 0, ""),
        ("abcdefghij", "abxdefgyij", 0, "xy"),
        ("", "", 0, ""),
        ("abc", "", 0, ""),
        ("abcde", "bcdef", -1, "f"),
    ],
)
def test_only_new_marks_are_sent(old: str, new: str, lines: int, sent: str) -> None:
    change = change_of(column(old), column(new), lines)
    assert change is not None
    assert applied(column(old), change) == column(new)
    assert "".join(each["label"] for each in sent_in(change)) == sent


def test_marks_that_have_nothing_in_common_are_sent_whole() -> None:
    assert change_of(column("abc"), column("xyz"), 0) is None
    assert change_of([], column("xyz"), 0) is None


def test_few_answers_about_a_file_are_kept() -> None:
    changes, path = MarkChanges(), Path("/w/a.sgml").absolute()
    first = changes.answer(path, None, column("ab"), 2)["resultId"]
    for _ in range(KEPT_MARKS - 1):
        assert "change" in changes.answer(path, first, column("ab"), 2)
    changes.answer(path, None, column("ab"), 2)
    assert "marks" in changes.answer(path, first, column("ab"), 2)
    changes.file_closed(path, "")
    assert "marks" in changes.answer(path, first, column("ab"), 2)


@pytest.fixture
def wire(workspace: Path) -> Wire:
    wire = on(workspace, capabilities=TAKES_CHANGES)
    wire.open(workspace / "response.sgml")
    wire.settle()
    return wire


def test_after_an_edit_a_client_is_sent_the_marks_of_the_edit(wire: Wire, workspace: Path) -> None:
    response = workspace / "response.sgml"
    visible = {"start": {"line": 0, "character": 0}, "end": {"line": 30, "character": 0}}
    before = wire.about(MARKS, response, range=visible)
    wire.replace(response, 'TYPE="LOCATION">PORT', 'TYPE="PERSON">\nPORT')
    wire.settle()
    visible["end"]["line"] = 31
    changed = wire.about(MARKS, response, range=visible, previousResultId=before["resultId"])
    assert changed["version"] == 2
    sent = sent_in(changed["change"])
    assert 0 < len(sent) < len(before["marks"]) / 2
    assert changed["change"]["lines"] == 1
    deleted = sum(edit["deleteCount"] for edit in changed["change"]["edits"])
    whole = wire.about(MARKS, response, range=visible)
    assert len(whole["marks"]) == len(before["marks"]) - deleted + len(sent)


def test_a_client_that_takes_no_changes_is_sent_marks_alone(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    visible = {"start": {"line": 0, "character": 0}, "end": {"line": 30, "character": 0}}
    answer = wire.about(MARKS, workspace / "response.sgml", range=visible, previousResultId="1")
    assert set(answer) == {"version", "pair", "marks"}


def test_marks_of_a_whole_file_are_sent_whole(wire: Wire, workspace: Path) -> None:
    assert "resultId" not in wire.about(MARKS, workspace / "response.sgml")
