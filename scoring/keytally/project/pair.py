"""Pairs: files or directories that are scored together, with their settings."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.families import registry
from keytally.families.contract import Role
from keytally.project.reach import Reach
from keytally.text.files import Within, fault_of, is_folder, reason_of


class Pair(NamedTuple):
    """A key and one response, with the settings for scoring them.

    Paths are absolute. `configuration` is a path, the name of a built-in configuration, or None for the
    task's default. `companions` contains the files that describe the key, by kind: each is a path or the name
    of a built-in file. `options` come from keytally.toml or `-O` and are read as if they followed the lines
    of the configuration. `option_files` contains the files in the values of these options that affect scores
    or findings. `origin` names the rule that created the pair, for `keytally pairs`. `both_keys` is true if
    both sides are keys. `is_given` is true if a person named the two files individually and no file defines
    the pair.

    `key_files` and `response_files` are the files of a key and a response that are directories. Files with
    equal names are paired; files that exist only in the response are ignored. `reach` contains the
    directories in which its files may be; it is None for files that a person has named. `settings_reach`
    contains the directories in which its texts, configuration, companions and option files may be, if a
    person has named the two sides and a file defines the rest.
    """

    task: str
    key: Path
    response: Path
    texts: Path | None = None
    companions: Mapping[str, Path | str] = {}
    configuration: Path | str | None = None
    encoding: str | None = None
    options: Mapping[str, tuple[str, ...]] = {}
    option_files: tuple[Path, ...] = ()
    origin: str = ""
    both_keys: bool = False
    is_given: bool = False
    key_files: tuple[Path, ...] | None = None
    response_files: tuple[Path, ...] | None = None
    reach: Reach | None = None
    settings_reach: Reach | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal except the reach, which does not identify files."""
        return isinstance(other, Pair) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.task, *self.parts))

    @property
    def keys(self) -> tuple[Path, ...]:
        """Return the files of the key's side."""
        return (self.key,) if self.key_files is None else self.key_files

    @property
    def responses(self) -> tuple[Path, ...]:
        """Return the files of the response's side."""
        return (self.response,) if self.response_files is None else self.response_files

    @property
    def settings_files(self) -> tuple[Path, ...]:
        """Return the files that define how the pair is read and scored."""
        stated = (self.configuration, *self.companions.values(), *self.option_files)
        return tuple(part for part in stated if isinstance(part, Path))

    @property
    def settings_within(self) -> Within | None:
        """Return a function that checks whether the path of a file that defines the pair may be read; None
        if all may.
        """
        reach = self.settings_reach or self.reach
        return None if reach is None else reach.holds

    @property
    def files(self) -> tuple[Path, ...]:
        """Return every file that is read to score the pair."""
        texts = () if self.texts is None else (self.texts,)
        return tuple(dict.fromkeys((*self.keys, *self.responses, *texts, *self.settings_files)))

    @property
    def parts(self) -> tuple[Path | None, ...]:
        """Return the files and directories of the pair, without built-in ones."""
        others = (self.configuration, *self.companions.values())
        stated = (part if isinstance(part, Path) else None for part in others)
        return self.key, self.response, *self.keys, *self.responses, self.texts, *stated

    @property
    def absent(self) -> tuple[str, ...]:
        """Return the names of the key's files that the response lacks; empty unless both are directories."""
        there = {path.name for path in self.responses}
        is_mixed = self.key in self.keys or self.response in self.responses
        return () if is_mixed else tuple(p.name for p in self.keys if p.name not in there)

    def role_of(self, path: Path) -> Role:
        """Return the role of a file in the pair; if two keys are compared, both sides are keys."""
        if path in self.keys:
            return Role.KEY
        if path in self.responses:
            return Role.KEY if self.both_keys else Role.RESPONSE
        return Role.TEXTS if path == self.texts else Role.UNKNOWN

    def other(self, path: Path) -> Path | None:
        """Return the file with which a file of the key or of the response is compared, or None."""
        others = self.responses if path in self.keys else self.keys
        if self.key_files is None:
            return others[0]
        return next((other for other in others if other.name == path.name), None)


NamesIn = Callable[[Path], Sequence[str]]
"""A function that returns the sorted names of a directory's regular files; the sequence is empty if the
directory cannot be read.
"""


class FolderFiles:
    """The names of the readable files in directories, and the problems of the other files.

    Only files with the given extension are listed. `problems` contains one line for each file, by path, that
    is out of reach, not a regular file, too large, or unreadable.
    """

    def __init__(self, reach: Reach, extension: str) -> None:
        self.problems: dict[Path, str] = {}
        self._reach = reach
        self._extension = extension
        self._names: dict[Path, list[str]] = {}

    def names(self, folder: Path) -> list[str]:
        """Return the sorted names of a directory's readable files; empty for a directory out of reach."""
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
        problem: str | None = "it is outside the workspace"
        if self._reach.holds(path):
            fault = fault_of(path)
            problem = reason_of(fault) if fault is not None else None
        if problem is not None and not is_folder(path):
            self.problems[path] = problem
        return problem is None


def with_files(pair: Pair, names_in: NamesIn) -> Pair:
    """Return a pair of directories with the files of its task; any other pair is returned unchanged.

    The key's files are in the subdirectory of the key that the task defines, or directly in the key; the
    response's files are directly in the response. If the task allows it, one side may be a file.
    """
    task = registry.find_task(pair.task)
    layout = task.folder if task else None
    if layout is None or not (is_folder(pair.key) or (layout.takes_files and is_folder(pair.response))):
        return pair

    def files_in(folder: Path) -> tuple[Path, ...]:
        return tuple(folder / name for name in names_in(folder) if Path(name).suffix == layout.extension)

    keys = files_in(pair.key / layout.key_folder) or files_in(pair.key)
    if layout.takes_files:
        sides = ((keys, pair.key), (files_in(pair.response), pair.response))
        keys, responses = (files if is_folder(side) else (side,) for files, side in sides)
        return pair._replace(key_files=keys, response_files=responses)
    names = {path.name for path in keys}
    responses = tuple(path for path in files_in(pair.response) if path.name in names)
    return pair._replace(key_files=keys, response_files=responses)
