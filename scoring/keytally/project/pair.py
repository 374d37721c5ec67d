"""A pair: the files that are scored together, and the settings for it."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.project.reach import Reach
from keytally.text.regular import Within


class Pair(NamedTuple):
    """A key and one response, with the settings for scoring them.

    Paths are absolute. `configuration` is a path, or the name of a built-in configuration, or None (the
    task's default). `companions` are the files that describe the key, by kind: a path, or the name of a
    built-in one. `options` come from keytally.toml or `-O` and are read as lines after the configuration's;
    `option_files` are those files among their values that affect scores or findings. `origin` names the rule
    that made the pair, for `keytally pairs`. `both_keys` is set if both sides are keys, `is_given` if a
    person named the two files one by one and no file states them.

    `key_files` and `response_files` are the files of a key and a response that are folders: files with equal
    names belong together, and files that only the response has are left out. `reach` has the folders that its
    files must lie in when they are read; None for files that a person has named. `settings_reach` is the same
    of its texts, its configuration, its companions and the files among its options, where a person has named
    the two sides and a file states the rest.
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
        """Whether all is equal but the reach of both, which says where files may lie, not which they are."""
        return isinstance(other, Pair) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.task, *self.parts))

    @property
    def keys(self) -> tuple[Path, ...]:
        """The files of the key's side."""
        return (self.key,) if self.key_files is None else self.key_files

    @property
    def responses(self) -> tuple[Path, ...]:
        """The files of the response's side."""
        return (self.response,) if self.response_files is None else self.response_files

    @property
    def settings_files(self) -> tuple[Path, ...]:
        """The files that define how the pair is read and scored."""
        stated = (self.configuration, *self.companions.values(), *self.option_files)
        return tuple(part for part in stated if isinstance(part, Path))

    @property
    def settings_within(self) -> Within | None:
        """Whether the place of a file that defines the pair may be read; None where all may."""
        reach = self.settings_reach or self.reach
        return None if reach is None else reach.holds

    @property
    def parts(self) -> tuple[Path | None, ...]:
        """The files and folders of the pair, without built-in ones."""
        others = (self.configuration, *self.companions.values())
        stated = (part if isinstance(part, Path) else None for part in others)
        return self.key, self.response, *self.keys, *self.responses, self.texts, *stated

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the key's files that the response lacks."""
        there = {path.name for path in self.responses}
        return () if self.key_files is None else tuple(p.name for p in self.keys if p.name not in there)

    def role_of(self, path: Path) -> Role:
        """What a file is in the pair; where two keys are compared both sides are keys."""
        if path in self.keys:
            return Role.KEY
        if path in self.responses:
            return Role.KEY if self.both_keys else Role.RESPONSE
        return Role.TEXTS if path == self.texts else Role.UNKNOWN

    def other(self, path: Path) -> Path | None:
        """The file that one of the key's or the response's files is compared with; None if there is none."""
        others = self.responses if path in self.keys else self.keys
        if self.key_files is None:
            return others[0]
        return next((other for other in others if other.name == path.name), None)
