"""Runs of the command over copies of the corpora."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from keytally.cli.main import main


class Done(NamedTuple):
    """What a run of the command came to."""

    status: int
    out: str
    errors: list[str]


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `keytally` with arguments."""

    def command(*arguments: str | Path) -> Done:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        out, errors = capsys.readouterr()
        return Done(status, out, errors.splitlines())

    return command


@pytest.fixture
def copied(corpora: Path, tmp_path: Path) -> Callable[..., Path]:
    """Copy a corpus's folder, or some of its files, where a test may change them."""

    def copy(corpus: str, *names: str) -> Path:
        folder = tmp_path / corpus
        folder.mkdir()
        for file in (corpora / corpus).iterdir():
            if not names or file.name in names:
                shutil.copyfile(file, folder / file.name)
        return folder

    return copy
