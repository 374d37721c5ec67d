"""Patterns of names: what they match, that they stay within reach, and that they end."""

from pathlib import Path

import pytest

from keytally.project import folders
from keytally.project.folders import Search
from keytally.project.reach import Reach

FILES = ["a/r1", "a/r2", "a/b/r3", "a/b/c/r4", ".git/r5", "node_modules/r6", "r7", ".r8"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / "work" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "work" / name).touch()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "r9").touch()
    return tmp_path / "work"


def matched(root: Path, pattern: str) -> tuple[list[str], bool]:
    found = Search(root, Reach([root])).matches(pattern)
    assert not found.is_cut
    return [path.relative_to(root).as_posix() for path in found.paths if path.is_file()], found.leads_out


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("r*", ["r7"]),
        ("*r?", [".r8", "r7"]),
        ("a/r[12]", ["a/r1", "a/r2"]),
        ("*/r?", [".git/r5", "a/r1", "a/r2", "node_modules/r6"]),
        ("*/b/r3", ["a/b/r3"]),
        ("a/../r*", ["r7"]),
        ("**/r*", ["a/b/c/r4", "a/b/r3", "a/r1", "a/r2", "r7"]),
        ("a/**/r?", ["a/b/c/r4", "a/b/r3", "a/r1", "a/r2"]),
        ("**/b/**/r?", ["a/b/c/r4", "a/b/r3"]),
        ("x*", []),
    ],
)
def test_what_a_pattern_matches(root: Path, pattern: str, paths: list[str]) -> None:
    assert matched(root, pattern) == (paths, False)


def test_a_pattern_may_be_absolute_within_reach(root: Path) -> None:
    assert matched(root, f"{root}/a/r*") == (["a/r1", "a/r2"], False)


@pytest.mark.parametrize("pattern", ["../outside/r*", "../*/r*", "/*", "/usr/*/*/*/*", "a/../../*/r9"])
def test_a_pattern_that_leads_out_matches_nothing_there(root: Path, pattern: str) -> None:
    assert matched(root, pattern) == ([], True)


def test_a_link_to_a_folder_is_followed_within_reach_only(root: Path) -> None:
    (root / "in").symlink_to(root / "a")
    (root / "out").symlink_to(root.parent / "outside")
    assert matched(root, "in/r*") == (["in/r1", "in/r2"], False)
    assert matched(root, "o*/r*") == ([], True)
    assert "in/r1" not in matched(root, "**/r1")[0], "** enters no links: they may lead in a circle"


def test_a_link_to_a_file_outside_leads_out(root: Path) -> None:
    (root / "r0").symlink_to(root.parent / "outside" / "r9")
    assert matched(root, "r*") == (["r7"], True)


def test_a_pattern_that_cannot_be_used(root: Path) -> None:
    with pytest.raises(ValueError, match="only be an entire path component"):
        matched(root, "a/b**/r")


def test_all_patterns_of_a_file_have_one_bound_of_matches(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_MATCHES", 3)
    search = Search(root, Reach([root]))
    first, second = search.matches("a/r*"), search.matches("**/r*")
    assert (len(first.paths), first.is_cut) == (2, False)
    assert (len(second.paths), second.is_cut) == (1, True)


def test_all_patterns_of_a_file_have_one_bound_of_names(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_NAMES", 12)
    search = Search(root, Reach([root]))
    assert not search.matches("a/r*").is_cut
    assert search.matches("*/*/*").is_cut
    assert search.matches("r7").is_cut, "nothing more is looked at"
