"""The branch of the Neovim plugin: its root is the plugin, and only a changed plugin gives a commit."""

import subprocess
from pathlib import Path

import pytest

from release import nvim_branch
from release.failed import Failed
from tests.actions.conftest import GIT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "editors" / "nvim" / "lua").mkdir(parents=True)
    (tmp_path / "editors" / "nvim" / "lua" / "a.lua").write_text("return 1\n")
    (tmp_path / "LICENSE").write_text("a licence\n")
    for words in (
        ["init", "-q", "-b", "main"],
        ["config", "user.name", "A"],
        ["config", "user.email", "a@b.org"],
    ):
        git(tmp_path, *words)
    commit(tmp_path)
    return tmp_path


def git(checkout: Path, *words: str) -> str:
    done = subprocess.run([*GIT, *words], cwd=checkout, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(checkout: Path) -> None:
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "Change")


def test_the_root_of_the_branch_is_the_plugin(checkout: Path) -> None:
    line = nvim_branch.make(checkout=checkout)
    assert git(checkout, "ls-tree", "-r", "--name-only", "nvim").splitlines() == ["LICENSE", "lua/a.lua"]
    assert git(checkout, "show", "nvim:lua/a.lua") == "return 1"
    assert git(checkout, "rev-parse", "HEAD") in git(checkout, "log", "-1", "--format=%b", "nvim")
    assert line.endswith("git push REMOTE nvim")
    assert (
        git(checkout, "status", "--porcelain") == "" and git(checkout, "branch", "--show-current") == "main"
    )


def test_a_change_of_the_plugin_is_one_more_commit_and_no_change_is_none(checkout: Path) -> None:
    nvim_branch.make(checkout=checkout)
    (checkout / "other").write_text("")
    commit(checkout)
    assert "already" in nvim_branch.make(checkout=checkout)
    (checkout / "editors" / "nvim" / "lua" / "a.lua").write_text("return 2\n")
    commit(checkout)
    nvim_branch.make(checkout=checkout)
    assert git(checkout, "rev-list", "--count", "nvim") == "2"


def test_a_folder_without_the_plugin_is_told_of(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(Failed):
        nvim_branch.make(checkout=tmp_path)
