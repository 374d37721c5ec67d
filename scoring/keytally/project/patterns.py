"""The files that a pattern of names matches: a search that stays within reach and ends soon."""

import os
import re
from collections.abc import Iterator
from fnmatch import translate
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from keytally.project.folders import SKIPPED, is_text
from keytally.project.reach import Reach
from keytally.text.paths import absolute
from keytally.text.regular import is_there

MOST_MATCHES = 10_000
MOST_NAMES = 200_000
"""The patterns of one project file match this many paths and look at this many names, all together."""

_WILDCARDS = frozenset("*?[")
_CASE = re.IGNORECASE if os.name == "nt" else re.RegexFlag(0)


class Matches(NamedTuple):
    """The paths that a pattern matches, in order.

    `leads_out` is set if a part of the search lay out of reach, `is_cut` if it was ended before its end.
    """

    paths: tuple[Path, ...]
    leads_out: bool = False
    is_cut: bool = False


def is_pattern(name: str) -> bool:
    """Whether a name has wildcards."""
    return not _WILDCARDS.isdisjoint(name)


class Search:
    """The search for all patterns of one project file, in a folder and within reach.

    It counts what it has matched and looked at, so that no project file keeps it busy for long.
    """

    def __init__(self, folder: Path, reach: Reach) -> None:
        self._folder = folder
        self._reach = reach
        self._matches = 0
        self._names = 0
        self._leads_out = False

    def matches(self, pattern: str) -> Matches:
        """What a pattern, relative to the folder or absolute, matches.

        Raises ValueError for a pattern that cannot be used. Links to folders are followed where they stay
        within reach, but not by `**`, which also leaves out folders such as `.git`.
        """
        parts = Path(pattern).parts
        if any("**" in part and part != "**" for part in parts):
            raise ValueError("'**' can only be an entire path component")
        self._leads_out = False
        found = set(self._below(self._folder, parts))
        return Matches(tuple(sorted(found, key=str)), self._leads_out, self._is_over)

    @property
    def _is_over(self) -> bool:
        return self._matches > MOST_MATCHES or self._names > MOST_NAMES

    def _below(self, folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
        """The paths below a folder that match the parts of a pattern."""
        plain = next((at for at, part in enumerate(parts) if is_pattern(part)), len(parts))
        start = absolute(folder.joinpath(*parts[:plain]))
        if self._is_over or not self._is_within(start):
            return
        if plain == len(parts):
            yield from self._match(start)
        elif parts[plain] == "**":
            yield from self._any_depth(start, parts[plain + 1 :])
        else:
            yield from self._one_level(start, parts[plain], parts[plain + 1 :])

    def _one_level(self, folder: Path, part: str, rest: tuple[str, ...]) -> Iterator[Path]:
        named = re.compile(translate(part), _CASE).match
        for entry in self._entries(folder):
            if named(entry.name) and (not rest or _is_folder(entry, follows=True)):
                yield from self._below(folder / entry.name, rest)

    def _any_depth(self, folder: Path, rest: tuple[str, ...]) -> Iterator[Path]:
        """Matches in a folder and in all below it, one after the other: no depth is too deep."""
        waiting = [folder]
        while waiting and not self._is_over:
            here = waiting.pop()
            yield from self._below(here, rest)
            below = [entry.name for entry in self._entries(here) if _is_folder(entry, follows=False)]
            waiting += [here / name for name in reversed(below) if name not in SKIPPED]

    def _match(self, path: Path) -> Iterator[Path]:
        if not is_there(path):
            return
        self._matches += 1
        if not self._is_over:
            yield path

    def _is_within(self, path: Path) -> bool:
        is_within = self._reach.holds(path)
        self._leads_out |= not is_within
        return is_within

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """The entries of a folder by name, as many as may still be looked at; none if it cannot be read."""
        self._names += 1
        try:
            with os.scandir(folder) as entries:
                found = list(islice(entries, max(MOST_NAMES + 1 - self._names, 0)))
        except (OSError, ValueError):
            return []
        self._names += len(found)
        return sorted((each for each in found if is_text(each.name)), key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str], *, follows: bool) -> bool:
    try:
        return entry.is_dir(follow_symlinks=follows)
    except OSError:
        return False
