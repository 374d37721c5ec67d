"""What was found around one folder, handed out file by file."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from keytally.project.discovery import Discovery
from keytally.project.pair import Pair


class Found(NamedTuple):
    """The pairs of one file, the live ones of them, and the files that say how those are scored."""

    discovery: Discovery
    live: tuple[Pair, ...]
    settings_files: frozenset[Path]


class Surroundings:
    """The pairs that can hold a file of one folder, as they were when they were looked for."""

    def __init__(self, discovery: Discovery) -> None:
        self._discovery = discovery
        self._pairs: dict[Path, list[Pair]] = {}
        for pair in discovery.pairs:
            for part in dict.fromkeys(pair.parts):
                if part is not None:
                    self._pairs.setdefault(part, []).append(pair)

    def of(self, path: Path) -> Found:
        """What was found of one file."""
        discovery = replace(self._discovery, pairs=tuple(self._pairs.get(path, ())))
        settings_files = frozenset(part for pair in discovery.pairs for part in pair.settings_files)
        return Found(discovery, discovery.live, settings_files)

    def knows(self, path: Path) -> bool:
        """Whether a file was there and has been looked at, or is a part of a pair."""
        return path in self._discovery.told or path in self._pairs

    def still_hold(self, path: Path) -> bool:
        """Whether a file that is known, and is there, leaves the pairs as they are whatever it says now."""
        return path not in self._discovery.told or self._discovery.still_told(path)
