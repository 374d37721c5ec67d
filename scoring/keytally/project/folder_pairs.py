"""Pairs of folders: matches the files of a key's folder with those of a response's folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from keytally.evaluations import registry
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.text.regular import fault_of, is_folder, reason_of

NamesIn = Callable[[Path], Sequence[str]]
"""Returns the names of a folder's regular files, sorted; none if the folder cannot be read."""


class FolderFiles:
    """The names of the files of folders that can be read, and why others cannot.

    Only files with one extension count. `problems` is by path: a line for each file that is out of reach, no
    regular file, too large, or that may not be read.
    """

    def __init__(self, reach: Reach, extension: str) -> None:
        self.problems: dict[Path, str] = {}
        self._reach = reach
        self._extension = extension
        self._names: dict[Path, list[str]] = {}

    def names(self, folder: Path) -> list[str]:
        """The names of a folder's files that can be read, sorted; none for a folder out of reach."""
        if folder not in self._names:
            listed = self._listed(folder) if self._reach.holds(folder) else []
            self._names[folder] = [path.name for path in listed if self._can_be_read(path)]
        return self._names[folder]

    def _listed(self, folder: Path) -> list[Path]:
        try:
            return sorted(path for path in folder.iterdir() if path.suffix == self._extension)
        except OSError:
            return []

    def _can_be_read(self, path: Path) -> bool:
        problem: str | None = "it lies outside the workspace"
        if self._reach.holds(path):
            fault = fault_of(path)
            problem = reason_of(fault) if fault is not None else None
        if problem is not None and not is_folder(path):
            self.problems[path] = problem
        return problem is None


def with_files(pair: Pair, names_in: NamesIn) -> Pair:
    """A pair of folders with the files of its task; any other pair unchanged.

    The key's files are in the folder that the task defines within the key, or in the key itself; the
    response's files are in the response itself.
    """
    task = registry.find_task(pair.task)
    layout = task.folder if task else None
    if layout is None or not is_folder(pair.key):
        return pair

    def files_in(folder: Path) -> tuple[Path, ...]:
        return tuple(folder / name for name in names_in(folder) if Path(name).suffix == layout.extension)

    keys = files_in(pair.key / layout.key_folder) or files_in(pair.key)
    names = {path.name for path in keys}
    responses = tuple(path for path in files_in(pair.response) if path.name in names)
    return pair._replace(key_files=keys, response_files=responses)
