"""Paths in the form for comparison, and the names by which files name others."""

import ntpath
import os
import posixpath
from pathlib import Path, PurePath, PureWindowsPath


def absolute(path: Path) -> Path:
    """The path made absolute, without `.` and `..`; links are not followed."""
    return Path(os.path.normpath(path.absolute()))


def name_from(folder: PurePath, path: PurePath) -> str:
    """The name by which a file in a folder names another one, with `/` on every system.

    It is relative to the folder, unless no way leads there, as to another drive. Both are absolute.
    """
    system = ntpath if isinstance(path, PureWindowsPath) else posixpath
    try:
        return type(path)(system.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()
