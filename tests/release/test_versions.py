"""The version in the files that state it, and in the list of changes."""

import argparse
import shutil
from pathlib import Path

import pytest

from keytally.version import VERSION
from release import changes, prepare, versions
from release.failed import Failed
from tests.house.tracked import CHECKOUT

LIST = """# Changes

## 0.2.0 (not released yet)

### Added

* Something.

## 0.1.0 (2026-01-31)

* The first.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in versions.FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, tmp_path / name)
    return tmp_path


def test_all_files_state_one_version() -> None:
    assert {*versions.stated().values()} == {VERSION}


def test_a_version_is_written_into_each_file_and_nothing_else_changes(checkout: Path) -> None:
    versions.write("7.8.9", checkout)
    assert {*versions.stated(checkout).values()} == {"7.8.9"}
    for name in versions.FILES:
        before = (CHECKOUT / name).read_text(encoding="utf-8").splitlines()
        after = (checkout / name).read_text(encoding="utf-8").splitlines()
        pairs = zip(before, after, strict=True)
        different = [new for old, new in pairs if old != new]
        assert len(different) == versions.PLACES.get(name, 1)
        assert all("7.8.9" in line for line in different)


@pytest.mark.parametrize("version", ["0.2.0rc1", "0.2", "v0.2.0", "0.2.0-rc.1", "01.2.3"])
def test_a_version_that_a_marketplace_would_refuse_is_refused(version: str) -> None:
    """Marketplaces take three numbers alone, and what Python calls a first candidate is none of SemVer's."""
    with pytest.raises(argparse.ArgumentTypeError, match=r"three numbers such as 0\.2\.0"):
        prepare._version(version)


def test_a_version_of_three_numbers_is_taken() -> None:
    assert prepare._version("0.10.2") == "0.10.2"


def test_a_file_that_states_two_versions_states_none(checkout: Path) -> None:
    lock = checkout / "editors/vscode/package-lock.json"
    text = lock.read_text(encoding="utf-8").replace(f'"version": "{VERSION}"', '"version": "9.9.9"', 1)
    lock.write_text(text, encoding="utf-8")
    assert versions.stated(checkout)["editors/vscode/package-lock.json"] == ""


def test_the_notes_of_a_version_are_its_section() -> None:
    assert changes.notes(LIST, "0.2.0") == (changes.NOT_RELEASED, "### Added\n\n* Something.\n")
    assert changes.notes(LIST, "0.1.0") == ("2026-01-31", "* The first.\n")


@pytest.mark.parametrize("version", ["0.3.0", "0.2", "0.1.00"])
def test_a_version_without_a_section_is_refused(version: str) -> None:
    with pytest.raises(Failed, match="no section"):
        changes.notes(LIST, version)


def test_a_section_without_entries_is_refused() -> None:
    with pytest.raises(Failed, match=r"says nothing of 0\.2\.0"):
        changes.notes(LIST.replace("* Something.", ""), "0.2.0")


def test_a_release_has_its_day_in_the_title() -> None:
    assert changes.dated(LIST, "0.2.0", "2026-03-01") == LIST.replace("not released yet", "2026-03-01")


def test_the_list_of_the_checkout_tells_of_its_version() -> None:
    changes.notes((CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
