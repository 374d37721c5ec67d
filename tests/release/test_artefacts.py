"""The artefacts of a release: what is in the plugin's archive, and which moment its files bear."""

import tarfile
from pathlib import Path

import pytest

from release import artefacts, checkout


def test_the_archive_of_the_plugin_holds_its_files_and_the_licence(tmp_path: Path) -> None:
    artefacts.plugin(tmp_path)
    with tarfile.open(tmp_path / checkout.NEOVIM) as archive:
        names = archive.getnames()
    assert names == sorted(names)
    assert {"keytally-nvim/LICENSE", "keytally-nvim/README.md"} <= {*names}
    assert any(name.startswith("keytally-nvim/lua/keytally/") for name in names)
    assert not [name for name in names if not name.startswith("keytally-nvim/")]


def test_the_archive_of_the_plugin_is_the_same_each_time(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        artefacts.plugin(folder)
    first, second = ((folder / checkout.NEOVIM).read_bytes() for folder in folders)
    assert first == second


def test_the_moment_is_the_one_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert checkout.moment() == 1_700_000_000


def test_without_one_it_is_that_of_the_last_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert checkout.moment() > 1_580_601_600
