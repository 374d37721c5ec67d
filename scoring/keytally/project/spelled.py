"""Names as their folder lists them, on systems that find a file under any spelling of its name.

An editor opens a file by the name that its folder lists, while a project file may spell it otherwise, in
other case or composed letters. Both have to be one path. Windows compares paths without case by itself.
"""

import os
import sys
from pathlib import Path
from unicodedata import normalize

FOLDS_NAMES = sys.platform == "darwin"
"""Whether the file systems of this system usually find a file under any spelling of its name."""


def as_listed(path: Path, root: Path) -> Path:
    """The path of a file that is there, with each part below a folder as its own folder lists it.

    A part that no folder lists under any spelling stays as it is, and so does a path outside of the folder.
    """
    if not FOLDS_NAMES or root not in path.parents:
        return path
    listed = root
    for part in path.relative_to(root).parts:
        names = _names_in(listed)
        same = (name for name in names if _folded(name) == _folded(part))
        listed /= part if part in names else next(same, part)
    return listed


def _names_in(folder: Path) -> list[str]:
    """The names in a folder in order; none if it cannot be listed."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names, not paths
    except OSError:
        return []


def _folded(name: str) -> str:
    return normalize("NFC", name).casefold()
