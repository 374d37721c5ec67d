"""The open folders: the pairs among their files, and the language of each file."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.findings.rule import Severity
from keytally.findings.selection import Selection
from keytally.project.adjudications import Adjudication
from keytally.project.discovered import Discovery
from keytally.project.discovery import discover, discover_around
from keytally.project.folders import DiscoveryNote, Tell
from keytally.project.languages import language_of, role_of
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.project.toml_file import NAME as PROJECT_FILE
from keytally.text.buffer import TextBuffer
from keytally.text.paths import absolute
from keytally.text.regular import is_file
from keytally_server.session.faults import fault_line
from keytally_server.session.folder_pairs import FilePairs, FolderPairs

FIRST_PART = 4096

MAX_UNPAIRED = 1000
"""The number of files without a pair that are remembered as existing at the time of the search."""


class Problem(NamedTuple):
    """A file of the project that cannot be used, with the reason in one line."""

    path: Path
    message: str


class Workspace:
    """The files on disk around the open ones, as far as known.

    `open_files` are those that an editor has open. A folder is searched once for all of its files, and again
    when a file changes in a way that can change the pairs.
    """

    def __init__(self, open_files: Collection[Path]) -> None:
        self._open_files = open_files
        self._roots: tuple[Path, ...] = ()
        self._allowed: tuple[Path, ...] = ()
        self._forget()

    def _forget(self) -> None:
        self._folders: dict[Path, FolderPairs] = {}
        self._found: dict[Path, FilePairs] = {}
        self._selections: dict[Path, Selection] = {}
        self._companions: dict[Path, Mapping[str, Path | str]] = {}
        self._unpaired: dict[Path, None] = {}

    @property
    def roots(self) -> tuple[Path, ...]:
        """The workspace's folders."""
        return self._roots

    def set_roots(self, roots: Sequence[Path]) -> None:
        """Set the workspace's folders."""
        self._roots = tuple(roots)
        self._forget()

    def allow(self, folders: Sequence[Path]) -> None:
        """Set the folders outside the workspace that project files may name files of."""
        self._allowed = tuple(folders)
        self._forget()

    def reach(self, path: Path) -> Reach:
        """The folders that a project file may name files of."""
        return Reach([self._root_of(path), *self._allowed])

    def pairs_of(self, path: Path) -> Sequence[Pair]:
        """The pairs of a file, the live one of each key and response."""
        return self._pairs_around(path).live

    def pairs_together_with(self, pair: Pair, path: Path) -> Sequence[Pair]:
        """The live pairs of the project that a file's pair is of: of keytally.toml, else of the folder."""
        self._pairs_around(path)
        around = self._folders.get(absolute(path).parent)
        return () if around is None else around.together_with(pair)

    def selection(self, path: Path) -> Selection:
        """The rules that the nearest keytally.toml selects for a file."""
        if path not in self._selections:
            self._selections[path] = self._pairs_around(path).discovery.selection(path)
        return self._selections[path]

    def language_of(self, path: Path, named_by_client: str, buffer: TextBuffer) -> str | None:
        """A file's language: from its pair, its name or its first line, else the client's language id."""
        name = language_of(path, buffer.slice(0, FIRST_PART), self._telling(path))
        return name or named_by_client

    def role_of(self, path: Path) -> Role:
        """A file's role from its pair, else from its name."""
        return role_of(path, self._telling(path))

    def adjudications_of(self, path: Path) -> Sequence[Adjudication]:
        """The adjudications that contain a file."""
        return self._pairs_around(path).discovery.adjudications_of(absolute(path))

    def _telling(self, path: Path) -> Sequence[Pair]:
        """The pairs that tell how a file is read; some need a gold that is not there yet."""
        found = self._pairs_around(path).discovery
        return found.pairs or found.coming_pairs(absolute(path))

    def companions_of(self, path: Path) -> Mapping[str, Path | str]:
        """The companion files of a file, by kind."""
        if path not in self._companions:
            found = self._pairs_around(path).discovery.companions_of(path) if path.is_absolute() else {}
            self._companions[path] = found
        return self._companions[path]

    def depends_on(self, path: Path) -> bool:
        """Whether open files are scored or checked by the settings in a file."""
        return path in self.settings_files()

    def settings_files(self) -> set[Path]:
        """The files with settings by which open files are scored or checked."""
        found: set[Path] = set()
        for file in self._open_files:
            found |= self._pairs_around(file).settings_files
            found.update(each for each in self._companions.get(file, {}).values() if isinstance(each, Path))
        return found

    def refresh(self, paths: Collection[Path]) -> bool:
        """Record that files have changed on disk; returns whether that can change the pairs."""
        self._keep_what_open_files_need()
        if not any(self._can_change_pairs(path) for path in paths):
            return False
        found, companions, decided = self._found, self._companions, self._are_settings(paths)
        unpaired = [path for path in dict.fromkeys([*self._unpaired, *paths]) if is_file(path)]
        self._forget()
        self._unpaired.update(dict.fromkeys(unpaired[-MAX_UNPAIRED:]))
        return (
            decided
            or any(self._pairs_around(path) != before for path, before in found.items())
            or any(self.companions_of(path) != before for path, before in companions.items())
            or self._are_settings(paths)
        )

    def problems_around(self, path: Path) -> Sequence[Problem]:
        """The problems of the project files that could have put a file into a pair."""
        found = self._pairs_around(path).discovery
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

    def search(self) -> Callable[[Tell], list[Pair]]:
        """A search for every pair below the workspace's folders; it may run in a thread of its own."""
        roots, allowed = self._roots, self._allowed
        return lambda tell: [pair for root in roots for pair in discover(root, allowed, tell).pairs]

    def _keep_what_open_files_need(self) -> None:
        """Drop the search results of files other than open ones and the keys of their pairs."""
        pairs = (pair for file in self._open_files if file in self._found for pair in self._found[file].live)
        needed = {*self._open_files, *(pair.key for pair in pairs)}
        self._found = {path: found for path, found in self._found.items() if path in needed}
        self._companions = {path: of for path, of in self._companions.items() if path in self._open_files}
        folders = {absolute(path).parent for path in self._found}
        self._folders = {path: around for path, around in self._folders.items() if path in folders}

    def _can_change_pairs(self, path: Path) -> bool:
        """Whether a change of a file can change the pairs: what a link now leads out of reach is in none."""
        return (
            path.name == PROJECT_FILE
            or not is_file(path)
            or not self.reach(path).holds(path)
            or self.depends_on(path)
            or not all(
                around.is_kept_by(path) if around.is_known(path) else path in self._unpaired
                for around in self._folders.values()
            )
        )

    def _are_settings(self, paths: Iterable[Path]) -> bool:
        """Whether one of the files defines pairs, or how they are scored or checked."""
        return any(path.name == PROJECT_FILE or self.depends_on(path) for path in paths)

    def _pairs_around(self, path: Path) -> FilePairs:
        """The pairs of a file; its folder is searched if it has not been."""
        if path not in self._found:
            place = absolute(path)
            if path.is_absolute() and not self._is_known(place):
                self._search_folder(place, self._root_of(path))
            around = self._folders[place.parent] if path.is_absolute() else FolderPairs(Discovery(path))
            self._found[path] = around.of_file(place)
        return self._found[path]

    def _is_known(self, path: Path) -> bool:
        """Whether a file's folder has been searched since the file was created."""
        around = self._folders.get(path.parent)
        return around is not None and (around.is_known(path) or path in self._unpaired or not is_file(path))

    def _search_folder(self, path: Path, root: Path) -> None:
        """Search a file's folder for pairs; earlier results for other files in it are dropped."""
        folder = path.parent
        around = self._folders[folder] = FolderPairs(self._discovered(folder, root))
        if not around.is_known(path) and is_file(path):
            self._unpaired[path] = None
        self._found = {
            other: found for other, found in self._found.items() if absolute(other).parent != folder
        }

    def _discovered(self, folder: Path, root: Path) -> Discovery:
        """What is found around a folder; nothing, with a note, where the search itself fails."""
        try:
            return discover_around(folder, root, Reach([root, *self._allowed]))
        except Exception as error:
            return Discovery(root, notes=(DiscoveryNote(folder, fault_line(error)),))

    def _root_of(self, path: Path) -> Path:
        """The innermost workspace folder around a file, else the file's own folder."""
        around = [root for root in self._roots if root in path.parents]
        return max(around, key=lambda root: len(root.parts), default=path.parent)
