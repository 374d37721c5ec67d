"""Runs of the command over copies of the corpora."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from keytally.commands.main import main
from tests.corpora.planting import Expected


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


Find = Callable[..., list[Expected]]


@pytest.fixture
def find(run: Run) -> Find:
    """What `keytally check` finds: rule, line and column, and the text that it points at."""

    def found(*arguments: str | Path) -> list[Expected]:
        done = run("check", *arguments, "--format", "json")
        assert done.errors == []
        findings = json.loads(done.out)
        assert done.status == (1 if findings else 0)
        return [read_finding(finding) for finding in findings]

    return found


def read_finding(finding: dict[str, object]) -> Expected:
    place = finding["range"]
    assert isinstance(place, dict)
    start, end = place["start"], place["end"]
    lines = Path(str(finding["path"])).read_bytes().decode().split("\n")
    between = "\n".join(lines[start["line"] - 1 : end["line"]])
    cut = len(lines[end["line"] - 1]) - (end["column"] - 1)
    pointed = between[start["column"] - 1 : len(between) - cut]
    return Expected(str(finding["rule"]), start["line"], start["column"], pointed)
