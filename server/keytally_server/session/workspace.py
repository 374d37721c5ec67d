"""The workspace folders: their pairs, the pair that each file shows, and the language of each file."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role
from keytally.findings.finding import Severity
from keytally.findings.selection import Selection
from keytally.project.adjudications import Adjudication
from keytally.project.conventions import language_of, role_of
from keytally.project.discovery import Discovery, discover, discover_around
from keytally.project.folders import DiscoveryNote, Tell
from keytally.project.pair import Pair
from keytally.project.reach import PROJECT_FILE, SHARED_PROJECT_FILE, Reach, is_project_file
from keytally.text.buffer import TextBuffer
from keytally.text.files import absolute, is_file
from keytally_server.session.file_texts import UnreadableError, fault_line, text_on_disk


class FilePairs(NamedTuple):
    """The pairs of one file, the live pairs among them, and the settings files of all of them.

    The settings files include those of pairs that a gold will form once it exists.
    """

    discovery: Discovery
    live: tuple[Pair, ...]
    settings_files: frozenset[Path]


class FolderPairs:
    """The pairs that can contain a file in a certain directory, as of the time when it was searched."""

    def __init__(self, discovery: Discovery) -> None:
        self._discovery = discovery
        self._pairs: dict[Path, list[Pair]] = {}
        for pair in discovery.pairs:
            for part in dict.fromkeys(pair.parts):
                if part is not None:
                    self._pairs.setdefault(part, []).append(pair)

    def of_file(self, path: Path) -> FilePairs:
        """Return the pairs of one file."""
        discovery = self._discovery._replace(pairs=tuple(self._pairs.get(path, ())))
        coming = [each.pairs for each in discovery.adjudications_of(path)]
        pairs = chain(discovery.pairs, *coming)
        settings_files = frozenset(part for pair in pairs for part in pair.settings_files)
        return FilePairs(discovery, discovery.live, settings_files)

    def together_with(self, pair: Pair) -> tuple[Pair, ...]:
        """Return the live pairs of a pair's project, sorted by keys, then responses."""
        return self._discovery.together_with(pair)

    def is_known(self, path: Path) -> bool:
        """Return whether a file existed and was inspected at that time, or is part of a pair."""
        return path in self._discovery.inspections or path in self._pairs

    def is_kept_by(self, path: Path) -> bool:
        """Return whether the present content of an existing, known file cannot change the pairs."""
        return path not in self._discovery.inspections or self._discovery.is_unchanged(path)


FIRST_PART = 4096

MAX_UNPAIRED = 1000
"""The maximum number of files without a pair that are remembered as existing at the time of the search."""


class Problem(NamedTuple):
    """A file of the project that cannot be used, with the reason in one line."""

    path: Path
    message: str


class Workspace:
    """The files on disk around the open files, as far as they are known.

    `open_files` are open in an editor. A directory is searched once for all of its files, and is searched
    again when a change of a file can affect the pairs.
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
        """Return the workspace's folders."""
        return self._roots

    def set_roots(self, roots: Sequence[Path]) -> None:
        """Set the workspace's folders."""
        self._roots = tuple(roots)
        self._forget()

    def allow(self, folders: Sequence[Path]) -> None:
        """Set the directories outside the workspace that contain files to which project files may refer."""
        self._allowed = tuple(folders)
        self._forget()

    def reach(self, path: Path) -> Reach:
        """Return the directories that contain the files to which a project file may refer."""
        return Reach([self._root_of(path), *self._allowed])

    def pairs_of(self, path: Path) -> Sequence[Pair]:
        """Return the pairs of a file, only the live pair of each key and response."""
        return self._pairs_around(path).live

    def pairs_together_with(self, pair: Pair, path: Path) -> Sequence[Pair]:
        """Return the live pairs of the project to which a file's pair belongs: the pairs declared in
        keytally.toml, or all others around its directory.
        """
        self._pairs_around(path)
        around = self._folders.get(absolute(path).parent)
        return () if around is None else around.together_with(pair)

    def selection(self, path: Path) -> Selection:
        """Return the rules that the nearest project file selects for a file."""
        if path not in self._selections:
            self._selections[path] = self._pairs_around(path).discovery.selection(path)
        return self._selections[path]

    def language_of(self, path: Path, named_by_client: str, buffer: TextBuffer) -> str | None:
        """Return a file's language: from its pair, its name or its first line, otherwise from the client's
        language id, or None.
        """
        name = language_of(path, buffer.slice(0, FIRST_PART), self._telling(path))
        return name or named_by_client

    def role_of(self, path: Path) -> Role:
        """Return a file's role from its pair, otherwise from its name."""
        return role_of(path, self._telling(path))

    def adjudications_of(self, path: Path) -> Sequence[Adjudication]:
        """Return the adjudications that contain a file."""
        return self._pairs_around(path).discovery.adjudications_of(absolute(path))

    def _telling(self, path: Path) -> Sequence[Pair]:
        """Return the pairs that determine how a file is read; some need a gold that does not exist yet."""
        found = self._pairs_around(path).discovery
        return found.pairs or found.coming_pairs(absolute(path))

    def companions_of(self, path: Path) -> Mapping[str, Path | str]:
        """Return the companion files of a file, by kind."""
        if path not in self._companions:
            found = self._pairs_around(path).discovery.companions_of(path) if path.is_absolute() else {}
            self._companions[path] = found
        return self._companions[path]

    def depends_on(self, path: Path) -> bool:
        """Return whether open files are scored or checked according to the settings in a file."""
        return path in self.settings_files()

    def settings_files(self) -> set[Path]:
        """Return the files that contain settings for scoring or checking open files."""
        found: set[Path] = set()
        for file in self._open_files:
            found |= self._pairs_around(file).settings_files
            found.update(each for each in self._companions.get(file, {}).values() if isinstance(each, Path))
        return found

    def refresh(self, paths: Collection[Path]) -> bool:
        """Record that files have changed on disk; return whether this can change the pairs."""
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
        """Return the problems of the project files that could otherwise have paired a file."""
        found = self._pairs_around(path).discovery
        stated = [
            Problem(file, finding.message)
            for file, findings in found.findings.items()
            for finding in findings
            if finding.rule.severity is Severity.ERROR
        ]
        return stated or [Problem(*note) for note in found.notes]

    def folders_above(self, path: Path) -> list[Path]:
        """Return the directory of a file and the directories above it, up to the workspace folder."""
        root = self._root_of(path)
        return [folder for folder in path.parents if folder == root or root in folder.parents]

    def search(self) -> Callable[[Tell], list[Pair]]:
        """Return a function that searches for every pair below the workspace's folders; it may run in a
        separate thread.
        """
        roots, allowed = self._roots, self._allowed
        return lambda tell: [pair for root in roots for pair in discover(root, allowed, tell).pairs]

    def _keep_what_open_files_need(self) -> None:
        """Drop all search results except those of open files and of the keys of their pairs."""
        pairs = (pair for file in self._open_files if file in self._found for pair in self._found[file].live)
        needed = {*self._open_files, *(pair.key for pair in pairs)}
        self._found = {path: found for path, found in self._found.items() if path in needed}
        self._companions = {path: of for path, of in self._companions.items() if path in self._open_files}
        folders = {absolute(path).parent for path in self._found}
        self._folders = {path: around for path, around in self._folders.items() if path in folders}

    def _can_change_pairs(self, path: Path) -> bool:
        """Return whether a change of a file can change the pairs, including the case that a link now leads
        out of reach.
        """
        return (
            is_project_file(path)
            or not is_file(path)
            or not self.reach(path).holds(path)
            or self.depends_on(path)
            or not all(
                around.is_kept_by(path) if around.is_known(path) else path in self._unpaired
                for around in self._folders.values()
            )
        )

    def _are_settings(self, paths: Iterable[Path]) -> bool:
        """Return whether one of the files defines pairs, or how pairs are scored or checked."""
        return any(is_project_file(path) or self.depends_on(path) for path in paths)

    def _pairs_around(self, path: Path) -> FilePairs:
        """Return the pairs of a file; its directory is searched first if necessary."""
        if path not in self._found:
            place = absolute(path)
            if path.is_absolute() and not self._is_known(place):
                self._search_folder(place, self._root_of(path))
            around = self._folders[place.parent] if path.is_absolute() else FolderPairs(Discovery(path))
            self._found[path] = around.of_file(place)
        return self._found[path]

    def _is_known(self, path: Path) -> bool:
        """Return whether a file's directory has been searched since the file was created."""
        around = self._folders.get(path.parent)
        return around is not None and (around.is_known(path) or path in self._unpaired or not is_file(path))

    def _search_folder(self, path: Path, root: Path) -> None:
        """Search a file's directory for pairs; discard earlier results for other files in it."""
        folder = path.parent
        around = self._folders[folder] = FolderPairs(self._discovered(folder, root))
        if not around.is_known(path) and is_file(path):
            self._unpaired[path] = None
        self._found = {
            other: found for other, found in self._found.items() if absolute(other).parent != folder
        }

    def _discovered(self, folder: Path, root: Path) -> Discovery:
        """Return the result of a search around a directory; empty, with a note, if the search fails."""
        try:
            return discover_around(folder, root, Reach([root, *self._allowed]))
        except Exception as error:
            return Discovery(root, notes=(DiscoveryNote(folder, fault_line(error)),))

    def _root_of(self, path: Path) -> Path:
        """Return the innermost workspace folder around a file, otherwise the file's directory."""
        around = [root for root in self._roots if root in path.parents]
        return max(around, key=lambda root: len(root.parts), default=path.parent)


class CompanionReadings:
    """The companion files of open files, with their readings; each file is read on first use.

    `texts` returns the texts of companion files, from editors or from disk.
    """

    def __init__(
        self,
        engine: Engine,
        workspace: Workspace,
        texts: Callable[[Mapping[str, Path | str]], Mapping[str, str]],
    ) -> None:
        self._engine = engine
        self._workspace = workspace
        self._texts = texts

    def of(self, path: Path, kind: str) -> tuple[Path, Reading] | None:
        """Return the companion file of a certain kind, with its reading.

        The result is None for a companion file that is built in or cannot be read.
        """
        source = self._workspace.companions_of(path).get(kind)
        if not isinstance(source, Path):
            return None
        reading = self._engine.reading(source) if source in self._engine else None
        return (source, reading) if reading is not None else self._read(source, kind)

    def _read(self, source: Path, kind: str) -> tuple[Path, Reading] | None:
        text = self._texts({kind: source}).get(kind)
        if text is None:
            return None
        engine = Engine()
        engine.open(source, text, registry.language(registry.companions()[kind].language, Role.UNKNOWN))
        reading = engine.reading(source)
        return (source, reading) if reading is not None else None


def naming_texts(
    workspace: Workspace, texts: Mapping[Path, str], renamed: Collection[Path]
) -> Iterator[tuple[Path, str]]:
    """Yield the files that may refer to a renamed file or directory, with their texts.

    These are the project files above it and the settings files of its pairs. `texts` are the texts of open
    files; others are read from disk, within the workspace. A renamed file that is not open is excluded.
    """
    for path in dict.fromkeys(each for old in renamed for each in _naming(workspace, texts, old)):
        if path in texts:
            yield path, texts[path]
        elif path not in renamed and is_file(path):
            try:
                yield path, text_on_disk(path, within=workspace.reach(path).holds)
            except UnreadableError:
                continue


def _naming(workspace: Workspace, open_files: Collection[Path], old: Path) -> Iterator[Path]:
    """Yield the project files of a file, or of the open files of a directory."""
    for folder in workspace.folders_above(old):
        yield from (folder / name for name in (PROJECT_FILE, SHARED_PROJECT_FILE))
    for file in (old, *(open_file for open_file in open_files if old in open_file.parents)):
        for pair in workspace.pairs_of(file):
            yield from pair.settings_files


T = TypeVar("T")


class PairMap(Generic[T]):
    """A mapping from pairs to values; equal pairs share a value."""

    def __init__(self, values: Iterable[tuple[Pair, T]] = ()) -> None:
        self._by_files: dict[tuple[Path, Path], list[tuple[Pair, T]]] = {}
        for pair, value in values:
            self.put(pair, value)

    def put(self, pair: Pair, value: T) -> None:
        """Add a value for a pair, unless an equal pair already has one."""
        self._by_files.setdefault((pair.key, pair.response), []).append((pair, value))

    def get(self, pair: Pair) -> T | None:
        """Return the value of a pair; None if the pair has no value."""
        known = self._by_files.get((pair.key, pair.response), ())
        return next((value for each, value in known if each is pair or each == pair), None)


class SelectedResponses:
    """The active response of each key: the response that was opened or selected last, otherwise the first
    by name.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._chosen: dict[Path, Path] = {}

    def choose(self, key: Path, response: Path) -> None:
        """Make a response the active response of its key."""
        self._chosen[key] = response

    def opened(self, path: Path) -> None:
        """Record an opened file: if it is a response, it becomes the active response."""
        for pair in self._workspace.pairs_of(path):
            if path in pair.responses:
                self.choose(pair.key, pair.response)

    def closed(self, path: Path, open_files: Sequence[Path]) -> None:
        """Record a closed file; if it was an active response, the most recently opened response that is
        still open, if there is one, becomes active instead.
        """
        for own in self._workspace.pairs_of(path):
            if path in own.responses and self._chosen.get(own.key) == own.response:
                still_open = [other for file in open_files for other in self._responses_in(own.key, file)]
                self._chosen[own.key] = still_open[-1] if still_open else own.response

    def _responses_in(self, key: Path, path: Path) -> list[Path]:
        """Return the responses to a key that are a file or contain it."""
        pairs = self._workspace.pairs_of(path)
        return [pair.response for pair in pairs if pair.key == key and path in pair.responses]

    def active(self, key: Path) -> Path | None:
        """Return a key's active response; None for a file that is not a key."""
        responses = [pair.response for pair in self._workspace.pairs_of(key) if pair.key == key]
        chosen = self._chosen.get(key)
        return chosen if chosen in responses else next(iter(responses), None)

    def active_among(self, pairs: Iterable[Pair]) -> dict[Path, Pair]:
        """Return the active pair of each key among `pairs`, without searching.

        If pairs of the same two files have different configurations, the first is active.
        """
        active: dict[Path, Pair] = {}
        for pair in pairs:
            before = active.setdefault(pair.key, pair)
            if before.response != pair.response == self._chosen.get(pair.key):
                active[pair.key] = pair
        return active

    def pairs_after(self, pair: Pair, path: Path) -> list[Pair]:
        """Return the active pairs of the other keys of a file's project in order, starting after a pair."""
        project = self._workspace.pairs_together_with(pair, path)
        active = self.active_among(project)
        own = str(pair.key)
        behind = [each for key, each in active.items() if str(key) > own]
        return [*behind, *(each for key, each in active.items() if str(key) < own)]

    def as_stated(self, pair: Pair) -> Pair | None:
        """Return the pair of the same key and response as now defined; None if it no longer exists."""
        files = (*pair.responses, *pair.keys)
        now = self._workspace.pairs_of(files[0]) if files else ()
        alike = (each for each in now if (each.key, each.response) == (pair.key, pair.response))
        return next(alike, None)

    def is_active(self, pair: Pair) -> bool:
        """Return whether the key of a pair shows the verdicts of this pair."""
        return self.active(pair.key) == pair.response

    def wanted_pairs(self, open_files: Iterable[Path]) -> list[Pair]:
        """Return the pairs of every open response, and the active pair of every open key."""
        wanted: list[Pair] = []
        known = PairMap[Pair]()
        for pair in chain.from_iterable(map(self._pairs_for, open_files)):
            if known.get(pair) is None:
                known.put(pair, pair)
                wanted.append(pair)
        return wanted

    def _pairs_for(self, path: Path) -> Iterator[Pair]:
        for pair in self._workspace.pairs_of(path):
            if path in pair.responses or (path in pair.keys and self.is_active(pair)):
                yield pair


class ShownPairs:
    """Values derived from the open files and the live pairs, computed once for many edits.

    `open_files` are in the order in which they were opened. `waits` returns whether a file of a pair is still
    loading, `is_active` whether a key shows the verdicts of a pair.
    """

    def __init__(
        self,
        engine: Engine,
        open_files: Collection[Path],
        settings_files: Collection[Path],
        waits: Callable[[Pair], bool],
        is_active: Callable[[Pair], bool],
    ) -> None:
        self.settings_files = frozenset(settings_files)
        self._engine = engine
        self._open_files = list(open_files)
        self._waits = waits
        self._active = {live for live in engine.pairs if is_active(live.pair)}
        self._shown: dict[Path, LivePair | None] = {}

    @cached_property
    def ranks(self) -> Mapping[LivePair, int]:
        """Return the live, loaded pairs in order: active pairs first, and in each group, pairs with the
        most recently opened responses first.
        """
        latest = {path: at for at, path in enumerate(self._open_files)}
        ready = [live for live in self._engine.pairs if not self._waits(live.pair)]

        def rank(live: LivePair) -> tuple[bool, int]:
            opened = max((latest.get(path, -1) for path in live.pair.responses), default=-1)
            return live not in self._active, -opened

        return {live: at for at, live in enumerate(sorted(ready, key=rank))}

    def pair_of(self, path: Path) -> LivePair | None:
        """Return the pair whose verdicts a file shows, or None; for a key, this is the pair with its
        active response.
        """
        if path not in self._shown:
            pairs = self._engine.pairs_of(path)
            own = (live for live in pairs if path in live.response or live in self._active)
            self._shown[path] = next(own, next(iter(pairs), None))
        return self._shown[path]

    def files_showing(self, live: LivePair) -> Sequence[Path]:
        """Return the open files that show the verdicts of a pair, in the order in which they were opened."""
        return self._showing.get(live, ())

    @cached_property
    def _showing(self) -> Mapping[LivePair, Sequence[Path]]:
        showing: dict[LivePair, list[Path]] = {}
        for path in self._open_files:
            if (live := self.pair_of(path)) is not None:
                showing.setdefault(live, []).append(path)
        return showing
