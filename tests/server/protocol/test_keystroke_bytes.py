"""What the server sends for a keystroke in a large file, in answer to all that VS Code asks after it."""

from pathlib import Path

import pytest

from keytally_server.protocol.diagnostics import MAX_DIAGNOSTICS
from tests.server.window import CASES, MOST, Case, Window, typed_at

FINDINGS = "textDocument/diagnostic"
MOST_OF_FINDING = 400
"""Bytes of one finding: its range, message, rule and the page of that."""

ENVELOPE = 100


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_keystroke_in_a_large_file_sends_little(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files count as large that have more than 200,000 characters."""
    monkeypatch.setattr("keytally_server.requests.viewport.MEDIUM", 200_000)
    window = Window(case, tmp_path, case.size)
    line, character = typed_at(window.lines())
    window.type(line, character, "1")
    sizes = window.type(line, character, "1")
    assert sum(sizes.values()) <= MOST, sizes


@pytest.mark.long
@pytest.mark.parametrize("size", [100_000, 250_000])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_keystroke_in_a_file_of_middle_size_sends_twice_as_much_at_most(
    case: Case, size: int, tmp_path: Path
) -> None:
    """More documents are listed there than in a large file."""
    window = Window(case, tmp_path, size)
    line, character = typed_at(window.lines())
    window.type(line, character, "1")
    sizes = window.type(line, character, "1")
    assert sum(sizes.values()) <= 2 * MOST, sizes


def test_a_short_file_of_thousands_of_lines_has_a_short_outline(tmp_path: Path) -> None:
    """Each line is a document, and has an entry of more than 200 bytes."""
    [case] = (case for case in CASES if case.language == "cpa")
    window = Window(case, tmp_path, 40_000)
    lines = window.lines()
    assert len(lines) > 4000
    assert window.type(*typed_at(lines), "1")["textDocument/documentSymbol"] < 100_000


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_new_line_sends_little_too(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents that are named by their number have other names then.

    The findings of a file are sent again where they have changed, and a line moves all that stand behind it.
    """
    monkeypatch.setattr("keytally_server.requests.viewport.MEDIUM", 200_000)
    window = Window(case, tmp_path, case.size)
    line, character = typed_at(window.lines())
    window.type(line, character, "1")
    sizes = window.type(line, character, "\n")
    assert sizes.pop(FINDINGS) <= window.findings() * MOST_OF_FINDING + ENVELOPE
    assert sum(sizes.values()) <= MOST, sizes


def test_however_many_findings_a_file_has_a_bounded_part_of_them_is_sent(tmp_path: Path) -> None:
    """A keystroke that changes one finding sends all that are shown: the protocol knows no less."""
    path = tmp_path / "a.response.sgml"
    path.write_text("<DOC>\n<TXT>\n" + "<ENAMEX>word\n" * (2 * MAX_DIAGNOSTICS) + "</TXT>\n</DOC>\n")
    window = Window(CASES[0]._replace(write=lambda folder, size: path), tmp_path, 0)
    sizes = window.type(200, len("<ENAMEX>w"), "\n")
    assert window.findings() == MAX_DIAGNOSTICS + 1
    assert sizes[FINDINGS] <= window.findings() * MOST_OF_FINDING + ENVELOPE
    assert sizes.pop(FINDINGS) > MOST >= sum(sizes.values())
