"""Pairs of folders: which of their files belong together (SemEval-2015 task 15)."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from keytally.evaluations.cpa.formats.columns import FORMATS
from keytally.project.pair import Pair


def with_files(pair: Pair) -> Pair:
    """A pair of folders with the files of its task; any other pair as it is.

    A key's files stand in the folder `task1`, `task2` or `task3` of the key, or in the key itself; a
    response's stand in the response itself.
    """
    kind = FORMATS.get(pair.task)
    if kind is None or not pair.key.is_dir():
        return pair
    keys = tuple(files_in(pair.key / kind.folder, kind.extension)) or tuple(
        files_in(pair.key, kind.extension)
    )
    names = {path.name for path in keys}
    responses = tuple(path for path in files_in(pair.response, kind.extension) if path.name in names)
    return replace(pair, key_files=keys, response_files=responses)


def files_in(folder: Path, extension: str) -> Iterator[Path]:
    """The files of a folder that have an extension, by name; none where it cannot be read."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == extension and path.is_file())
    except OSError:
        return
    yield from found
