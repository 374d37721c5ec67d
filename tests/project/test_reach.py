"""What a project file may name: files of its workspace and of the folders that the person allows."""

from pathlib import Path

import pytest

from keytally.project.reach import Reach


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("work/sub", "other"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "is_held"),
    [
        ("work", True),
        ("work/key", True),
        ("work/sub/none/key", True),
        ("work2/key", False),
        ("other/key", False),
        (".", False),
        ("work/" + "a" * 300, True),
    ],
)
def test_a_folder_holds_what_is_below_it(root: Path, name: str, is_held: bool) -> None:
    assert Reach([root / "work"]).holds(root / name) is is_held


def test_links_count_as_what_they_lead_to(root: Path) -> None:
    (root / "work" / "out").symlink_to(root / "other")
    (root / "work" / "secret").symlink_to(root / "other" / "key")
    (root / "work" / "near").symlink_to(root / "work" / "sub" / "key")
    (root / "door").symlink_to(root / "work")
    reach = Reach([root / "door"])
    assert [reach.holds(root / name) for name in ("work/out/key", "work/out", "work/secret")] == [False] * 3
    assert [reach.holds(root / name) for name in ("work/near", "door/key", "work/key")] == [True] * 3


def test_a_circle_of_links_is_held_where_it_lies_or_not_at_all(root: Path) -> None:
    (root / "work" / "a").symlink_to(root / "work" / "b")
    (root / "work" / "b").symlink_to(root / "work" / "a")
    assert not Reach([root / "other"]).holds(root / "work" / "a")


def test_a_reach_grows_by_a_folder(root: Path) -> None:
    reach = Reach([root / "work"])
    assert reach.around(root / "work" / "sub") is reach
    assert reach.around(root / "other").holds(root / "other" / "key")
    assert not reach.holds(root / "other" / "key")
    assert not Reach().holds(root)
