"""How often a search for pairs asks the system: one listing a folder, one reading a file."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from keytally.project import folders
from keytally.project.discovery import discover
from keytally.text import files as text_files

KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>\n'
CONFIG = ":scoring_task named_entity\n:key_file a0.key.sgml\n:response_file a0.response.sgml\n"


class EnoughError(Exception):
    """Ends a search."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """Counts the listings and openings of each path."""
    counts: Counter[tuple[str, str]] = Counter()

    def counting(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object) -> object:
            counts[name, str(arguments[:1])] += 1
            return call(*arguments)

        return counted

    monkeypatch.setattr(folders.os, "scandir", counting("list", os.scandir))
    monkeypatch.setattr(text_files.os, "open", counting("open", os.open))
    monkeypatch.setattr(os, "getcwd", counting("folder", os.getcwd))
    return counts


def unrelated(folder: Path) -> None:
    for number in range(50):
        (folder / f"f{number}.txt").write_text("nothing\n")


def paired(folder: Path) -> None:
    for number in range(25):
        for kind in ("key", "response"):
            (folder / f"a{number}.{kind}.sgml").write_text(KEY)


def configured(folder: Path) -> None:
    paired(folder)
    for number in range(5):
        (folder / f"c{number}.config").write_text(CONFIG)


def of_folders(folder: Path) -> None:
    for number in range(5):
        for kind in ("key", "response"):
            (folder / f"a{number}.{kind}.d").mkdir()
            (folder / f"a{number}.{kind}.d" / "go.parse").write_text("1\tgo\tsubj\n")


@pytest.mark.parametrize("fill", [unrelated, paired, of_folders])
@pytest.mark.parametrize("places", [[""], [f"sub{number}" for number in range(10)]], ids=["one", "many"])
def test_each_folder_is_listed_once_and_each_file_opened_once(
    tmp_path: Path, asked: Counter[tuple[str, str]], fill: Callable[[Path], None], places: list[str]
) -> None:
    for place in places:
        (tmp_path / place).mkdir(exist_ok=True)
        fill(tmp_path / place)
    asked.clear()
    found = discover(tmp_path)
    assert bool(found.pairs) == (fill is not unrelated)
    assert max(asked.values()) == 1, asked.most_common(3)


def test_a_folder_with_configurations_is_listed_once(tmp_path: Path, asked: Counter[tuple[str, str]]) -> None:
    configured(tmp_path)
    asked.clear()
    assert len(discover(tmp_path).pairs) == 5 + 24
    assert [count for (what, _), count in asked.items() if what == "list"] == [1]


def test_a_search_tells_how_many_files_it_has_read_and_ends_when_told_so(tmp_path: Path) -> None:
    paired(tmp_path)
    told: list[int] = []
    discover(tmp_path, (), told.append)
    assert told == list(range(1, 51))

    def stop(files: int) -> None:
        if files == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        discover(tmp_path, (), stop)


def test_one_folder_is_listed_up_to_a_number_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(tmp_path)
    monkeypatch.setattr(folders, "MOST_FILES", 10)
    found = discover(tmp_path)
    assert len(found.pairs) <= 5
    assert [note.message for note in found.notes] == ["contains more than 10 files; the rest are skipped"]
