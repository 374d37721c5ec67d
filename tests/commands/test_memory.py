"""A run for which memory does not suffice ends with a line that says how much it has read."""

from pathlib import Path
from typing import Any

import pytest

from keytally.commands.main import main
from keytally.engine.live_pair import LivePair
from keytally.text import files as text_files


def exhaust(*arguments: Any, **words: Any) -> Any:
    raise MemoryError


@pytest.mark.parametrize("command", ["score", "errors", "report"])
def test_the_size_of_what_was_read_is_named(
    command: str,
    examples: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(text_files, "_sizes", {})
    monkeypatch.setattr(LivePair, "work", exhaust)
    files = [str(examples / "named_entity" / name) for name in ("key.sgml", "response.sgml")]
    more = ["-o", "page.html"] if command == "report" else []
    assert main([command, "--task", "named_entity", *files, *more]) == 2
    said = capsys.readouterr().err
    assert said.startswith("keytally: not enough memory for 0.0 MB of files, the largest of which is ")
    assert "sgml" in said and said.count("\n") == 1 and "internal error" not in said
