"""The task is inferred from a response in M2 format, and a note says so."""

from pathlib import Path

import pytest

from keytally.commands.main import main

KEY = "S a b\nA 0 1|||R:VERB|||x|||REQUIRED|||-NONE-|||0\n"


@pytest.mark.parametrize("response", [KEY, "S a b\n", "S c d\nA 0 1|||R|||z|||REQUIRED|||-NONE-|||3\n\n"])
@pytest.mark.parametrize("command", ["score", "errors", "compare"])
def test_a_note_names_the_format_of_the_response(
    command: str, response: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, mine = tmp_path / "k.m2", tmp_path / "r.m2"
    key.write_text(KEY)
    mine.write_text(response)
    files = [str(key), str(mine), *([str(key)] if command == "compare" else [])]
    note = f"{mine}: the response is in M2 format"
    main([command, *files])
    assert capsys.readouterr().err.count(note) == 1
    main([command, "--task", "m2-edits", *files])
    assert "in M2 format" not in capsys.readouterr().err


def test_plain_text_needs_no_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.m2").write_text(KEY)
    (tmp_path / "r.txt").write_text("x b\n")
    assert main(["score", str(tmp_path / "k.m2"), str(tmp_path / "r.txt")]) == 0
    assert capsys.readouterr().err == ""
