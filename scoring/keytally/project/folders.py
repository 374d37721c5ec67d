"""The files of a workspace: their names and the text at their start."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from keytally.project.reach import Reach
from keytally.text.beginning import HEAD, beginning
from keytally.text.regular import Within, is_folder, reason_of, regular_head

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
"""Folders that are skipped: they hold no keys and may be large."""

MOST_FILES = 100_000
"""A workspace is searched up to this number of files; a note reports the rest as left out."""


class DiscoveryNote(NamedTuple):
    """Why a file or a folder could not be used, in one line of text."""

    path: Path
    message: str


class Inspection(NamedTuple):
    """A function of the first `size` bytes of a file, and its result."""

    function: Callable[[str], object]
    size: int
    result: object


_RECENT = 1000
"""How many short files are kept as read: a key and its responses are looked at one after the other."""

_Result = TypeVar("_Result")

Tell = Callable[[int], None]
"""Hears how many files have been read; an error that it raises ends the search."""


class Folder(NamedTuple):
    """A folder and the names of its regular files, of the folders in it, and of what is neither, sorted.

    `passed_over` are pipes, devices, and links that lead nowhere or out of reach.
    """

    path: Path
    names: tuple[str, ...]
    folders: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()


class Workspace:
    """Lists the folders below `root` and collects notes on what it cannot use.

    Links to folders are not followed, so there are no loops; a link to a file counts if the file is within
    `reach`, by default the root. `inspections` holds each call of `inspect`, by file. `tell` hears at
    each file how many have been read.
    """

    def __init__(self, root: Path, reach: Reach | None = None, tell: Tell = lambda files: None) -> None:
        self.root = Path(os.path.normpath(root.absolute()))
        self.notes: list[DiscoveryNote] = []
        self.inspections: dict[Path, list[Inspection]] = {}
        self.reach = reach or Reach([self.root])
        self._left = MOST_FILES
        self._listed: dict[Path, Folder] = {}
        self._beginnings = _Beginnings(tell)

    def folders(self) -> Iterator[Folder]:
        """All folders, each before those in it, in the order of their names."""
        waiting = [self.root]
        while waiting and self._left > 0:
            folder = self.folder(waiting.pop())
            yield folder
            waiting.extend(folder.path / name for name in reversed(folder.folders))
        if self._left <= 0:
            self.notes.append(
                DiscoveryNote(self.root, f"more than {MOST_FILES} files: the rest was left out")
            )

    def folder(self, path: Path) -> Folder:
        """One folder of the workspace; it is listed at the first call only."""
        if path not in self._listed:
            self._listed[path] = self._list(path)
        return self._listed[path]

    def _list(self, path: Path) -> Folder:
        names: list[str] = []
        below: list[str] = []
        passed_over: list[str] = []
        try:
            with os.scandir(path) as entries:
                for entry in islice(entries, MOST_FILES + 1):
                    if entry.is_dir(follow_symlinks=False):
                        below.append(entry.name)
                    elif self._is_file(path, entry):
                        names.append(entry.name)
                    elif not is_folder(path / entry.name):
                        passed_over.append(entry.name)
        except OSError as error:
            self.notes.append(DiscoveryNote(path, f"cannot be read: {reason_of(error)}"))
        self._left -= len(names) + 1
        odd = sorted(name for name in (*names, *below) if not is_text(name))
        if odd:
            note = f"names that are not UTF-8 are passed over, such as {odd[0]!r}"
            self.notes.append(DiscoveryNote(path, note))
            names, below = list(filter(is_text, names)), list(filter(is_text, below))
        kept = tuple(name for name in sorted(below) if name not in SKIPPED)
        return Folder(path, tuple(sorted(names)), kept, tuple(sorted(passed_over)))

    def _is_file(self, folder: Path, entry: os.DirEntry[str]) -> bool:
        try:
            if not entry.is_file():
                return False
            return not entry.is_symlink() or self.reach.around(folder).holds(folder / entry.name)
        except OSError:
            return False

    def inspect(self, path: Path, function: Callable[[str], _Result], size: int = HEAD) -> _Result:
        """Apply a function to the beginning of a file, and record its result."""
        result = function(self.head(path, size))
        self.inspections.setdefault(path, []).append(Inspection(function, size, result))
        return result

    def head(self, path: Path, size: int = HEAD) -> str:
        """The beginning of a file as text; empty, with a note, where it cannot be read."""
        try:
            return self._beginnings.text(path, size, self.reach.around(path.parent).holds)
        except OSError as error:
            self.notes.append(DiscoveryNote(path, f"cannot be read: {reason_of(error)}"))
            return ""


class _Beginnings:
    """The beginnings of files: a file that has been read whole a short while ago is not read again."""

    def __init__(self, tell: Tell) -> None:
        self._recent: dict[Path, str] = {}
        self._read = 0
        self._tell = tell

    def text(self, path: Path, size: int, within: Within) -> str:
        """The first `size` bytes of a file as text. Raises OSError where it cannot be read."""
        if (text := self._recent.get(path)) is not None:
            return text
        self._read += 1
        self._tell(self._read)
        data = regular_head(path, size, within)
        text = beginning(data)
        if len(data) < min(size, HEAD):
            self._keep(path, text)
        return text

    def _keep(self, path: Path, text: str) -> None:
        if len(self._recent) >= _RECENT:
            del self._recent[next(iter(self._recent))]
        self._recent[path] = text


def is_text(name: str) -> bool:
    """Whether a name is UTF-8 on disk, so that a client can be told of it."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)
