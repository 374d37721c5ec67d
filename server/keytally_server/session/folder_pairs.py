"""The pairs found around one folder, file by file."""

from pathlib import Path
from typing import NamedTuple

from keytally.project.discovered import Discovery
from keytally.project.pair import Pair


class FilePairs(NamedTuple):
    """The pairs of one file, the live ones of them, and the settings files of these."""

    discovery: Discovery
    live: tuple[Pair, ...]
    settings_files: frozenset[Path]


class FolderPairs:
    """The pairs that can contain a file of one folder, as of the time when the folder was searched."""

    def __init__(self, discovery: Discovery) -> None:
        self._discovery = discovery
        self._pairs: dict[Path, list[Pair]] = {}
        for pair in discovery.pairs:
            for part in dict.fromkeys(pair.parts):
                if part is not None:
                    self._pairs.setdefault(part, []).append(pair)

    def of_file(self, path: Path) -> FilePairs:
        """The pairs of one file."""
        discovery = self._discovery._replace(pairs=tuple(self._pairs.get(path, ())))
        settings_files = frozenset(part for pair in discovery.pairs for part in pair.settings_files)
        return FilePairs(discovery, discovery.live, settings_files)

    def together_with(self, pair: Pair) -> tuple[Pair, ...]:
        """The live pairs of a pair's project, in the order of keys, then responses."""
        return self._discovery.together_with(pair)

    def is_known(self, path: Path) -> bool:
        """Whether a file existed and was inspected at that time, or is a part of a pair."""
        return path in self._discovery.inspections or path in self._pairs

    def is_kept_by(self, path: Path) -> bool:
        """Whether the present content of an existing, known file cannot change the pairs."""
        return path not in self._discovery.inspections or self._discovery.is_unchanged(path)
