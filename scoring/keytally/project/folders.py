"""The files of a workspace: which there are, and how they begin."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from keytally.text.beginning import HEAD, beginning

SKIPPED = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".tox",
        ".venv",
        "venv",
        "node_modules",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
    ]
)
"""Folders that hold no one's keys and may be huge."""

MOST_FILES = 100_000
"""Of a workspace with more files the rest is left out, and a note says so."""


class Note(NamedTuple):
    """Something that kept a file or a folder from being used; one line of text."""

    path: Path
    message: str


class Told(NamedTuple):
    """What the first `size` bytes of a file answered to a question that was put to them."""

    question: Callable[[str], object]
    size: int
    answer: object


_Answer = TypeVar("_Answer")


class Folder(NamedTuple):
    """A folder and the names of its regular files, and of the folders in it, sorted."""

    path: Path
    names: tuple[str, ...]
    folders: tuple[str, ...] = ()


class Workspace:
    """Walks the folders below `root` and gathers notes on what it has to leave out.

    Links to folders are not followed, so there are no loops; links to files count while they lead
    to a file within the workspace. `told` is all that files were asked and how they answered.
    """

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.normpath(root.absolute()))
        self.notes: list[Note] = []
        self.told: dict[Path, list[Told]] = {}
        self._real_root = Path(os.path.realpath(root))
        self._left = MOST_FILES
        self._listed: dict[Path, Folder] = {}

    def folders(self) -> Iterator[Folder]:
        """All folders, each before those in it, in the order of their names."""
        waiting = [self.root]
        while waiting and self._left > 0:
            folder, below = self._list(waiting.pop())
            yield folder
            waiting.extend(reversed(below))
        if self._left <= 0:
            self.notes.append(Note(self.root, f"more than {MOST_FILES} files: the rest was left out"))

    def folder(self, path: Path) -> Folder:
        """One folder of the workspace, listed once however many files in it are asked about."""
        if path not in self._listed:
            self._listed[path] = self._list(path)[0]
        return self._listed[path]

    def _list(self, path: Path) -> tuple[Folder, list[Path]]:
        names: list[str] = []
        below: list[str] = []
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        below.append(entry.name)
                    elif self._is_file(entry):
                        names.append(entry.name)
        except OSError as error:
            self.notes.append(Note(path, f"cannot be read: {error.strerror}"))
        self._left -= len(names) + 1
        kept = tuple(name for name in sorted(below) if name not in SKIPPED)
        return Folder(path, tuple(sorted(names)), kept), [path / name for name in kept]

    def _is_file(self, entry: os.DirEntry[str]) -> bool:
        try:
            if not entry.is_file():
                return False
            return not entry.is_symlink() or self._real_root in Path(os.path.realpath(entry.path)).parents
        except OSError:
            return False

    def ask(self, path: Path, question: Callable[[str], _Answer], size: int = HEAD) -> _Answer:
        """What the beginning of a file answers to a question."""
        answer = question(self.head(path, size))
        self.told.setdefault(path, []).append(Told(question, size, answer))
        return answer

    def head(self, path: Path, size: int = HEAD) -> str:
        """The beginning of a file as text; empty, with a note, where it cannot be read."""
        try:
            with path.open("rb") as file:
                return beginning(file.read(size))
        except OSError as error:
            self.notes.append(Note(path, f"cannot be read: {error.strerror}"))
            return ""
