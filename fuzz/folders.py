"""Workspaces on disk, and those of the examples as texts."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from fuzz.case import Files, bytes_of, text_of

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@contextmanager
def folder_with(files: Files) -> Iterator[Path]:
    """A folder that holds these files as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="keytally-fuzz-") as name:
        folder = Path(name).resolve() / "w"
        folder.mkdir()
        for file, text in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes_of(text))
        yield folder


@cache
def examples() -> dict[str, dict[str, str]]:
    """The files of each example workspace, by its name."""
    return {folder.name: _files_in(folder) for folder in sorted(EXAMPLES.iterdir()) if folder.is_dir()}


def _files_in(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): text_of(path.read_bytes()) for path in paths}
