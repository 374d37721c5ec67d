"""Commands that keep what they build do not look for garbage in it meanwhile."""

import gc
from pathlib import Path

import pytest

from keytally.commands import agreement, merge
from keytally.commands.main import CANNOT_RUN, main

FILES = ["--task", "named_entity", "a.sgml", "b.sgml"]


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("command", [agreement, merge])
def test_garbage_is_looked_for_again_when_the_run_has_ended(
    command: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(getattr(command, "__name__", "")).rpartition(".")[2]
    looked: list[bool] = []

    def fails(*files: object, **options: object) -> None:
        looked.append(gc.isenabled())
        raise OSError("it cannot be read")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, name, fails)
    assert main([name, *FILES]) == CANNOT_RUN
    assert looked == [False]
    assert gc.isenabled()
