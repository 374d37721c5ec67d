"""The folders that a project file may name files of: a project file is data of whoever wrote it."""

import os
from collections.abc import Iterable
from pathlib import Path

from keytally.text.regular import is_link


class Reach:
    """Folders in which, and below which, named files are read; links count as what they lead to.

    A path that a project file names is looked at only after `holds` has allowed it.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._folders = tuple(dict.fromkeys(_real(folder) for folder in folders))
        self._parents: dict[Path, Path] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reach) and self._folders == other._folders

    def __hash__(self) -> int:
        return hash(self._folders)

    def around(self, folder: Path) -> "Reach":
        """This reach with one folder more."""
        if self.holds(folder):
            return self
        wider = Reach()
        wider._folders = (*self._folders, _real(folder))
        return wider

    def holds(self, path: Path) -> bool:
        """Whether a file or a folder lies in one of the folders, or is one of them."""
        real = _real(path) if is_link(path) else self._real_parent(path.parent) / path.name
        return any(folder == real or folder in real.parents for folder in self._folders)

    def _real_parent(self, folder: Path) -> Path:
        """The folder that a folder is, looked up once for all files in it."""
        if folder not in self._parents:
            self._parents[folder] = _real(folder)
        return self._parents[folder]


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return Path(os.path.normpath(path.absolute()))
