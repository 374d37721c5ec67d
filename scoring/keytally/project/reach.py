"""Directories whose files a project file may name, and paths that commands may write to."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from keytally.text.files import Within, absolute, decode, is_file, is_folder, is_link, is_named, regular_bytes

PROJECT_FILE = "keytally.toml"
SHARED_PROJECT_FILE = "pyproject.toml"
"""The project file of Python packages; keytally reads its `[tool.keytally]` table."""

SECTION = ("tool", "keytally")
"""The table of `SHARED_PROJECT_FILE` that keytally reads."""

_HEADER = re.compile(r"""^[ \t]*\[{1,2}[ \t]*(["']?)tool\1[ \t]*\.[ \t]*(["']?)keytally\2[ \t]*[.\]]""", re.M)

_chosen: list[Path] = []
"""The project file that the user has chosen for this process, instead of the project files next to the
data.
"""


def choose_project_file(path: Path | None) -> None:
    """Use this project file for all files of this process; None restores the nearest project file of each
    file.
    """
    _chosen[:] = [] if path is None else [absolute(path)]


def chosen_project_file() -> Path | None:
    """Return the project file that the user has chosen for this process, or None."""
    return _chosen[0] if _chosen else None


def is_project_file(path: Path) -> bool:
    """Return whether a file is a project file, either by name or because the user has chosen it.

    A pyproject.toml is a project file even without a table for keytally, so that it is never used as an
    output.
    """
    return path.name.casefold() in (PROJECT_FILE, SHARED_PROJECT_FILE) or path in _chosen


def section_of(path: Path) -> tuple[str, ...]:
    """Return the names of the table of a project file that keytally reads; () for the whole file."""
    return SECTION if path.name == SHARED_PROJECT_FILE else ()


def has_section(text: str) -> bool:
    """Return whether a pyproject.toml contains a table for keytally, even if it is not valid TOML."""
    if "keytally" not in text:
        return False
    if _HEADER.search(text):
        return True
    from keytally.project.toml_values import TomlProblem, load_toml  # noqa: PLC0415 - few write it otherwise

    values = load_toml(text)
    tool = None if isinstance(values, TomlProblem) else values.get("tool")
    return isinstance(tool, dict) and "keytally" in tool


def project_file_in(folder: Path, within: Within | None = None) -> Path | None:
    """Return the project file of a directory, whether or not it is readable: keytally.toml, or otherwise a
    pyproject.toml; None if there is neither.

    A pyproject.toml is read if its path is `within` (by default, in the directory), because it is a project
    file only if it has a table for keytally.
    """
    if is_named(folder / PROJECT_FILE):
        return folder / PROJECT_FILE
    shared = folder / SHARED_PROJECT_FILE
    if not is_file(shared):
        return None
    try:
        text = decode(regular_bytes(shared, within=within or Reach([folder]).holds)).text
    except OSError:
        return None
    return shared if has_section(text) else None


def folders_up(folder: Path, root: Path) -> Iterator[Path]:
    """Yield the directories from `folder` up to the root; only `folder` itself if it is outside the root."""
    yield folder
    if root in folder.parents:
        for above in folder.parents:
            yield above
            if above == root:
                return


def nearest_project_file(folder: Path, root: Path) -> Path | None:
    """Return the chosen project file, or the nearest from a directory up to the root, or None."""
    if _chosen:
        return _chosen[0]
    candidates = (project_file_in(place) for place in folders_up(folder, root))
    return next((path for path in candidates if path is not None), None)


class Reach:
    """The directories in and below which named files may be read; symbolic links are resolved.

    A path that a project file names is examined only after `holds` has allowed it.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._folders = tuple(dict.fromkeys(_real(folder) for folder in folders))
        self._parents: dict[Path, Path] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reach) and self._folders == other._folders

    def __hash__(self) -> int:
        return hash(self._folders)

    def around(self, folder: Path) -> "Reach":
        """Return this reach with an additional directory."""
        if self.holds(folder):
            return self
        wider = Reach()
        wider._folders = (*self._folders, _real(folder))
        return wider

    def holds(self, path: Path) -> bool:
        """Return whether a path is one of the directories or is below one of them."""
        real = self._real_path(path)
        return any(folder == real or folder in real.parents for folder in self._folders)

    def below(self, path: Path) -> list[Path]:
        """Return the path relative to each of the directories that contain it; empty for a path out of
        reach.
        """
        real = self._real_path(path)
        return [real.relative_to(folder) for folder in self._folders if real.is_relative_to(folder)]

    def _real_path(self, path: Path) -> Path:
        return _real(path) if is_link(path) else self._real_parent(path.parent) / path.name

    def _real_parent(self, folder: Path) -> Path:
        """Return the real path of a directory, cached for all files in it."""
        if folder not in self._parents:
            self._parents[folder] = _real(folder)
        return self._parents[folder]


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return Path(os.path.normpath(path.absolute()))


_IGNORED = dict.fromkeys([*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF])
"""Characters that some file systems ignore in names, so that a name with them can mean `.git`."""


def is_hidden(name: str) -> bool:
    """Return whether a name is hidden, or is the short name that Windows gives to `.git`."""
    plain = name.translate(_IGNORED)
    return plain.startswith(".") or plain.casefold().startswith("git~")


def place_problem(path: Path, reach: Reach | None = None) -> str | None:
    """Return why a command may not write to a path, as a clause; None if it may.

    `reach` contains the directories in which a file may name outputs, excluding hidden directories and a Git
    repository's own data. `reach` is None for a path that a person typed: hidden directories in that path are
    allowed, but not hidden directories that are reached only through a link.
    """
    if reach is None:
        typed = absolute(path).parts
        hidden = next(
            (part for part in _real_place(path).parts if is_hidden(part) and part not in typed),
            None,
        )
        return hidden and f"a symbolic link leads to the hidden directory {hidden}; specify its real path"
    below = reach.below(path)
    if not below:
        return "it is outside the directories that this file may refer to; specify it on the command line"
    if all(any(map(is_hidden, each.parts)) for each in below):
        name = next(filter(is_hidden, below[0].parts))
        return f"{name} is hidden; to write there, specify it on the command line"
    if git := _git_folder(_real_place(path), below):
        return f"{git.name} is a Git directory; specify another output file"
    return None


def _real_place(path: Path) -> Path:
    return Path(os.path.realpath(absolute(path)))


def _git_folder(real: Path, below: list[Path]) -> Path | None:
    """Return the directory with Git's own data that contains a path, or None; the directory is recognised
    by its contents, because its name may differ.
    """
    depth = max(len(each.parts) for each in below)
    return next((folder for folder in [*real.parents][: depth - 1] if _is_git_folder(folder)), None)


def _is_git_folder(folder: Path) -> bool:
    return is_named(folder / "HEAD") and is_folder(folder / "objects") and is_folder(folder / "refs")
