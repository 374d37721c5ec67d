"""Finds the project file of a folder without reading it."""

from collections.abc import Iterator
from pathlib import Path

from keytally.text.regular import is_named

PROJECT_FILE = "keytally.toml"


def folders_up(folder: Path, root: Path) -> Iterator[Path]:
    """The folders from `folder` up to the root; only itself where it lies outside."""
    yield folder
    if root in folder.parents:
        for above in folder.parents:
            yield above
            if above == root:
                return


def nearest_project_file(folder: Path, root: Path) -> Path | None:
    """The nearest keytally.toml from a folder up to the root, readable or not; None if there is none."""
    candidates = (place / PROJECT_FILE for place in folders_up(folder, root))
    return next((path for path in candidates if is_named(path)), None)
