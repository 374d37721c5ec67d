"""What the server sends for a keystroke in a large file, in answer to all that VS Code asks after it."""

from pathlib import Path

import pytest

from tests.server.window import CASES, LARGE, MOST, Case, Window, typed_at


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_keystroke_in_a_large_file_sends_little(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files count as large that have more than 200,000 characters."""
    monkeypatch.setattr("keytally_server.features.near.MEDIUM", 200_000)
    window = Window(case, tmp_path, case.size)
    line, character = typed_at(window.lines())
    window.type(line, character, "1")
    sizes = window.type(line, character, "1")
    assert sum(sizes.values()) <= case.most, sizes


def test_a_new_line_sends_little_too(tmp_path: Path) -> None:
    window = Window(CASES[0], tmp_path, LARGE)
    line, character = typed_at(window.lines())
    window.type(line, character, "x")
    sizes = window.type(line, character, "\n")
    assert sum(sizes.values()) <= MOST, sizes
