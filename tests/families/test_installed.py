"""Entry points of other distributions are found where Python finds them; where there are none, at no cost."""

import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from keytally.families.registry import entry_points_of

GROUP = "keytally.tests"
DECLARED = f"[{GROUP}]\nsecond = b:B\nfirst = a:A\n"
METADATA = "Metadata-Version: 2.1\nName: toy\nVersion: 1\n"


def test_a_distribution_on_the_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "toy-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text(DECLARED)
    monkeypatch.syspath_prepend(tmp_path)
    assert [(point.name, point.value) for point in entry_points_of(GROUP)] == [
        ("first", "a:A"),
        ("second", "b:B"),
    ]


def test_a_zipped_distribution_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(tmp_path / "toy.zip", "w") as file:
        file.writestr("toy-1.dist-info/METADATA", METADATA)
        file.writestr("toy-1.dist-info/entry_points.txt", DECLARED)
    monkeypatch.syspath_prepend(tmp_path / "toy.zip")
    assert [point.name for point in entry_points_of(GROUP)] == ["first", "second"]


def test_without_any_the_reader_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    assert entry_points_of(GROUP) == []


def test_what_cannot_be_read_declares_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "gone"), ""])
    assert entry_points_of(GROUP) == []
