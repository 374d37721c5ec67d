"""Pairs of folders: matches the files of a key's folder with those of a response's folder."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from keytally.evaluations import registry
from keytally.project.pair import Pair

NamesIn = Callable[[Path], Sequence[str]]
"""Returns the names of a folder's regular files, sorted; none if the folder cannot be read."""


def names_on_disk(folder: Path) -> list[str]:
    """The names of a folder's files; links are followed."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.is_file())
    except OSError:
        return []


def with_files(pair: Pair, names_in: NamesIn = names_on_disk) -> Pair:
    """A pair of folders with the files of its task; any other pair unchanged.

    The key's files are in the folder that the task defines within the key, or in the key itself; the
    response's files are in the response itself.
    """
    task = registry.find_task(pair.task)
    layout = task.folder if task else None
    if layout is None or not pair.key.is_dir():
        return pair

    def files_in(folder: Path) -> tuple[Path, ...]:
        return tuple(folder / name for name in names_in(folder) if Path(name).suffix == layout.extension)

    keys = files_in(pair.key / layout.key_folder) or files_in(pair.key)
    names = {path.name for path in keys}
    responses = tuple(path for path in files_in(pair.response) if path.name in names)
    return replace(pair, key_files=keys, response_files=responses)
