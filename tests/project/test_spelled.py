"""Files that a project file spells otherwise than their folder, on a system that finds them all the same."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from keytally.project import pair_entries
from keytally.project.discovery import discover
from keytally.project.pair_entries import listed_path


@pytest.fixture
def folding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which the system finds a file under any spelling of its name, as that of macOS does."""
    monkeypatch.setattr(pair_entries, "FOLDS_NAMES", True)
    for name in ("stat", "lstat", "open", "access", "scandir", "listdir"):
        monkeypatch.setattr(os, name, _finding(getattr(os, name), tmp_path))
    return tmp_path


def _finding(function: Callable[..., Any], root: Path) -> Callable[..., Any]:
    listed = os.listdir

    def with_any_spelling(path: Any = ".", *arguments: Any, **words: Any) -> Any:
        if isinstance(path, int) or not str(path).startswith(str(root)):
            return function(path, *arguments, **words)
        found = str(root)
        for part in Path(os.fspath(path)).relative_to(root).parts:
            names = listed(found) if Path(found).is_absolute() else []
            same = [name for name in names if folded(name) == folded(part)]
            found = str(Path(found) / (part if part in names or not same else same[0]))
        return function(found, *arguments, **words)

    return with_any_spelling


def folded(name: str) -> str:
    return normalize("NFD", name).casefold()


KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
STATED = '[[pair]]\ntask = "named_entity"\nkey = "Gold/Key.SGML"\nresponses = ["RESPONSE.sgml"]\n'


def test_a_pair_has_the_names_that_the_folders_list(folding: Path) -> None:
    """So the file that an editor opens is the one of the pair."""
    (folding / "gold").mkdir()
    for name in ("gold/key.sgml", "response.sgml"):
        (folding / name).write_text(KEY, encoding="utf-8")
    (folding / "keytally.toml").write_text(STATED, encoding="utf-8")
    found = discover(folding)
    [pair] = found.pairs
    assert (str(pair.key), str(pair.response)) == (
        str(folding / "gold" / "key.sgml"),
        str(folding / "response.sgml"),
    )
    assert not [finding for findings in found.findings.values() for finding in findings]


def test_letters_that_are_composed_otherwise_are_the_same(folding: Path) -> None:
    composed, decomposed = (normalize(form, "clé.sgml") for form in ("NFC", "NFD"))
    (folding / decomposed).write_text(KEY, encoding="utf-8")
    assert str(listed_path(folding / composed, folding)) == str(folding / decomposed)


def test_of_two_files_each_keeps_its_name(folding: Path) -> None:
    for name in ("Key", "key"):
        (folding / name).write_text(KEY, encoding="utf-8")
    if len(list(folding.iterdir())) == 2:
        assert [listed_path(folding / name, folding).name for name in ("Key", "key", "KEY")] == [
            "Key",
            "key",
            "Key",
        ]


def test_what_no_folder_lists_stays_as_it_is(folding: Path, tmp_path: Path) -> None:
    assert listed_path(folding / "none" / "Key", folding) == folding / "none" / "Key"
    assert listed_path(Path("/elsewhere/Key"), folding) == Path("/elsewhere/Key")


def test_elsewhere_nothing_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_entries, "FOLDS_NAMES", False)
    (tmp_path / "key").write_text(KEY, encoding="utf-8")
    assert listed_path(tmp_path / "KEY", tmp_path) == tmp_path / "KEY"
