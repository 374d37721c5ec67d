"""The files of a workspace, and the files that match a pattern of names."""

import os
import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from keytally.project.reach import Reach
from keytally.text.files import (
    HEAD,
    Within,
    absolute,
    beginning,
    is_folder,
    is_there,
    reason_of,
    regular_head,
)
from keytally.text.rendering import printable

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
"""Directories that are skipped: they contain no keys and may be large."""

MOST_FILES = 100_000
"""The maximum number of files that are searched in a workspace; a note reports if there are more."""


class DiscoveryNote(NamedTuple):
    """The reason why a file or a directory could not be used, in one line."""

    path: Path
    message: str


class Inspection(NamedTuple):
    """A function of the first `size` bytes of a file, and its result."""

    function: Callable[[str], object]
    size: int
    result: object


_RECENT = 1000
"""The maximum number of short files that are cached, because a key and its responses are examined several
times.
"""

_Result = TypeVar("_Result")

Tell = Callable[[int], None]
"""A function that receives the number of files read; an error that it raises ends the search."""


class Folder(NamedTuple):
    """A directory and the sorted names of its regular files, its subdirectories, and everything else.

    `passed_over` contains pipes, devices, and links that are broken or point to a target out of reach.
    """

    path: Path
    names: tuple[str, ...]
    folders: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()


class Workspace:
    """Lists the directories below `root` and collects notes on files that cannot be used.

    Links to directories are not followed, so there are no loops; a link to a file is included if the file is
    within `reach`, by default the root. `inspections` records each call of `inspect`, by file. `tell` is
    called for each file with the number of files read so far.
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
        """Yield all directories, each before its subdirectories, sorted by name."""
        waiting = [self.root]
        while waiting and self._left > 0:
            folder = self.folder(waiting.pop())
            yield folder
            waiting.extend(folder.path / name for name in reversed(folder.folders))
        if self._left <= 0:
            self.notes.append(
                DiscoveryNote(self.root, f"contains more than {MOST_FILES} files; the rest are skipped")
            )

    def folder(self, path: Path) -> Folder:
        """Return one directory of the workspace; it is listed at the first call only."""
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
            note = f"names that are not UTF-8 are skipped, such as '{printable(odd[0])}'"
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
        """Return the beginning of a file as text; empty, with a note, if it cannot be read."""
        try:
            return self._beginnings.text(path, size, self.reach.around(path.parent).holds)
        except OSError as error:
            self.notes.append(DiscoveryNote(path, f"cannot be read: {reason_of(error)}"))
            return ""


class _Beginnings:
    """The beginnings of files; a short file is cached for a while, so that it is not read again."""

    def __init__(self, tell: Tell) -> None:
        self._recent: dict[Path, str] = {}
        self._read = 0
        self._tell = tell

    def text(self, path: Path, size: int, within: Within) -> str:
        """Return the first `size` bytes of a file as text. Raises OSError if it cannot be read."""
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


def files_below(folder: Path, extension: str) -> Iterator[Path]:
    """Yield the files with an extension in the subdirectories of a directory, except in hidden
    subdirectories.
    """
    for each in Workspace(folder).folders():
        below = each.path.relative_to(folder).parts if each.path != folder else ()
        if below and not any(part.startswith(".") for part in below):
            yield from (each.path / name for name in each.names if name.endswith(extension))


def is_text(name: str) -> bool:
    """Return whether a name is valid UTF-8 on disk, so that it can be sent to a client."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


MOST_MATCHES = 10_000
MOST_NAMES = 200_000
"""The maximum number of paths that all patterns of one project file together may match, and of names that
they may examine.
"""

_WILDCARDS = frozenset("*?[")
_CASE = re.IGNORECASE if os.name == "nt" else re.RegexFlag(0)


class Matches(NamedTuple):
    """The paths that a pattern matches, in order.

    `leads_out` is set if a part of the search was out of reach, `is_cut` if the search was stopped at a
    limit.
    """

    paths: tuple[Path, ...]
    leads_out: bool = False
    is_cut: bool = False


def is_pattern(name: str) -> bool:
    """Return whether a name contains wildcards."""
    return not _WILDCARDS.isdisjoint(name)


class Search:
    """A search for all patterns of one project file, in a directory and within reach.

    It counts matched and examined paths, so that no project file can cause a long search.
    """

    def __init__(self, folder: Path, reach: Reach) -> None:
        self._folder = folder
        self._reach = reach
        self._matches = 0
        self._names = 0
        self._leads_out = False

    def matches(self, pattern: str) -> Matches:
        """Return the matches of a pattern, relative to the directory or absolute.

        Raises ValueError for a pattern that cannot be used. Links to directories are followed if they stay
        within reach, but not by `**`, which also skips directories such as `.git`.
        """
        parts = Path(pattern).parts
        if any("**" in part and part != "**" for part in parts):
            raise ValueError("'**' can only be an entire path component")
        self._leads_out = False
        found = set(self._below(self._folder, parts))
        return Matches(tuple(sorted(found, key=str)), self._leads_out, self._is_over)

    @property
    def _is_over(self) -> bool:
        return self._matches > MOST_MATCHES or self._names > MOST_NAMES

    def _below(self, folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
        """Yield the paths below a directory that match the parts of a pattern."""
        plain = next((at for at, part in enumerate(parts) if is_pattern(part)), len(parts))
        start = absolute(folder.joinpath(*parts[:plain]))
        if self._is_over or not self._is_within(start):
            return
        if plain == len(parts):
            yield from self._match(start)
        elif parts[plain] == "**":
            yield from self._any_depth(start, parts[plain + 1 :])
        else:
            yield from self._one_level(start, parts[plain], parts[plain + 1 :])

    def _one_level(self, folder: Path, part: str, rest: tuple[str, ...]) -> Iterator[Path]:
        named = re.compile(translate(part), _CASE).match
        for entry in self._entries(folder):
            if named(entry.name) and (not rest or _is_folder(entry, follows=True)):
                yield from self._below(folder / entry.name, rest)

    def _any_depth(self, folder: Path, rest: tuple[str, ...]) -> Iterator[Path]:
        """Yield matches in a directory and in all below it, iteratively, so that depth is not limited."""
        waiting = [folder]
        while waiting and not self._is_over:
            here = waiting.pop()
            yield from self._below(here, rest)
            below = [entry.name for entry in self._entries(here) if _is_folder(entry, follows=False)]
            waiting += [here / name for name in reversed(below) if name not in SKIPPED]

    def _match(self, path: Path) -> Iterator[Path]:
        if not is_there(path):
            return
        self._matches += 1
        if not self._is_over:
            yield path

    def _is_within(self, path: Path) -> bool:
        is_within = self._reach.holds(path)
        self._leads_out |= not is_within
        return is_within

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """Return the sorted entries of a directory, up to the limit; empty if it cannot be read."""
        self._names += 1
        try:
            with os.scandir(folder) as entries:
                found = list(islice(entries, max(MOST_NAMES + 1 - self._names, 0)))
        except (OSError, ValueError):
            return []
        self._names += len(found)
        return sorted((each for each in found if is_text(each.name)), key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str], *, follows: bool) -> bool:
    try:
        return entry.is_dir(follow_symlinks=follows)
    except OSError:
        return False
