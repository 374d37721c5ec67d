"""A team's repository, as the tests of actions and scripts have it."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT

KEYTALLY = str(Path(sys.executable).with_name("keytally"))
GIT = ["git", "-c", "user.name=A person", "-c", "user.email=person@example.org", "-c", "commit.gpgsign=false"]

Git = Callable[..., str]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example of named entities as a repository of its own, with one commit."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "no configuration"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    folder = tmp_path / "a team's repository"
    shutil.copytree(CHECKOUT / "examples" / "named_entity", folder)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "Begin"]):
        subprocess.run([*GIT, *command], cwd=folder, check=True)
    return folder


@pytest.fixture
def git(repository: Path) -> Git:
    """Runs git in the repository; what it printed."""

    def run(*arguments: str) -> str:
        command = [*GIT, *arguments]
        return subprocess.run(command, cwd=repository, check=True, capture_output=True, text=True).stdout

    return run


def worse(repository: Path) -> None:
    """Take the first ten tags out of the response."""
    response = repository / "response.sgml"
    text = response.read_text("utf-8")
    for _ in range(10):
        before, tag, after = text.partition("<ENAMEX")
        inner, end, rest = after.partition("</ENAMEX>")
        text = before + inner[inner.index(">") + 1 :] + rest if tag and end else text
    response.write_text(text, "utf-8")
