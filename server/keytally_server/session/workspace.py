"""The folders that the person has open: which files belong together there, and in what language."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.findings.rule import Severity
from keytally.findings.selection import Selection
from keytally.project.discovery import Discovery, discover, pairs_of
from keytally.project.languages import language_of, role_of
from keytally.project.pair import Pair
from keytally.project.toml_file import NAME as PROJECT_FILE
from keytally.text.buffer import TextBuffer

FIRST_PART = 4096


class Problem(NamedTuple):
    """A file of the project that cannot be used as it is, and why, in one line."""

    path: Path
    message: str


class Workspace:
    """What is known of the files on disk around those that are open; nothing is read twice."""

    def __init__(self) -> None:
        self._roots: tuple[Path, ...] = ()
        self._known: dict[Path, Discovery] = {}
        self._selections: dict[Path, Selection] = {}
        self._bnfs: dict[Path, Path | str | None] = {}

    @property
    def roots(self) -> tuple[Path, ...]:
        """The workspace's folders."""
        return self._roots

    def set_roots(self, roots: Sequence[Path]) -> None:
        """The workspace's folders are now these."""
        self._roots = tuple(roots)
        self._known.clear()
        self._selections.clear()
        self._bnfs.clear()

    def pairs_of(self, path: Path) -> Sequence[Pair]:
        """The pairs of a file, the live one of each key and response."""
        return self._around(path).live

    def selection(self, path: Path) -> Selection:
        """The rules that the nearest keytally.toml selects for a file."""
        if path not in self._selections:
            self._selections[path] = self._around(path).selection(path)
        return self._selections[path]

    def language_of(self, path: Path, named_by_client: str, buffer: TextBuffer) -> str | None:
        """A file's language: by its pair, its name or its first line, else what the client calls it."""
        told = language_of(path, buffer.slice(0, FIRST_PART), self._around(path).pairs)
        return told or named_by_client

    def role_of(self, path: Path) -> Role:
        """A file's role by its pair, else by its name."""
        return role_of(path, self._around(path).pairs)

    def bnf_of(self, path: Path) -> Path | str | None:
        """The BNF that a file is judged by."""
        if path not in self._bnfs:
            self._bnfs[path] = self._around(path).bnf_of(path) if path.is_absolute() else None
        return self._bnfs[path]

    def depends_on(self, path: Path) -> bool:
        """Whether a file that is open says how others are scored or judged."""
        known = self._known.values()
        return path in self._bnfs.values() or any(
            path in pair.settings_files for found in known for pair in found.pairs
        )

    def refresh(self, paths: Iterable[Path]) -> bool:
        """Files have changed on disk; tells whether that can change which pairs there are."""
        if not any(self._concerns(path) for path in paths):
            return False
        before, bnfs, spoke = self._known, self._bnfs, self._speaks(paths)
        self._known, self._bnfs = {}, {}
        self._selections.clear()
        return (
            spoke
            or any(self._around(path) != found for path, found in before.items())
            or any(self.bnf_of(path) != found for path, found in bnfs.items())
            or self._speaks(paths)
        )

    def problems_around(self, path: Path) -> Sequence[Problem]:
        """What is wrong with the project files that could have put a file into a pair."""
        found = self._around(path)
        stated = [
            Problem(file, each.message)
            for file, findings in found.findings.items()
            for each in findings
            if each.rule.severity is Severity.ERROR
        ]
        return stated or [Problem(*note) for note in found.notes]

    def folders_above(self, path: Path) -> list[Path]:
        """The folder of a file and those above it, up to the workspace's own."""
        root = self._root_of(path)
        return [folder for folder in path.parents if folder == root or root in folder.parents]

    def everything(self) -> list[Pair]:
        """Every pair below the workspace's folders."""
        return [pair for root in self._roots for pair in discover(root).pairs]

    def _concerns(self, path: Path) -> bool:
        return (
            path not in self._known
            or path.name == PROJECT_FILE
            or not path.is_file()
            or self.depends_on(path)
        )

    def _speaks(self, paths: Iterable[Path]) -> bool:
        return any(path.name == PROJECT_FILE or self.depends_on(path) for path in paths)

    def _around(self, path: Path) -> Discovery:
        if path not in self._known:
            self._known[path] = pairs_of(path, self._root_of(path)) if path.is_absolute() else Discovery(path)
        return self._known[path]

    def _root_of(self, path: Path) -> Path:
        """The innermost workspace folder around a file, else the file's own folder."""
        around = [root for root in self._roots if root in path.parents]
        return max(around, key=lambda root: len(root.parts), default=path.parent)
