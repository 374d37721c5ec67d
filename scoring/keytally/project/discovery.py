"""Finds every pair of a workspace by the three rules of the design ("Which files belong together")."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.evaluations import registry
from keytally.evaluations.family import Configurations
from keytally.findings.finding import Finding
from keytally.findings.selection import Selection
from keytally.findings.table.project import OUTSIDE_WORKSPACE
from keytally.project import toml_file
from keytally.project.companions import companions_taken_by
from keytally.project.conventions import (
    NamedPair,
    companions_beside,
    configuration_of,
    named_pairs,
    shows_both,
    task_by_name,
    task_of,
    task_with,
    texts_beside,
    texts_led_to,
)
from keytally.project.discovered import Discovery
from keytally.project.folder_pairs import with_files
from keytally.project.folders import DiscoveryNote, Folder, Tell, Workspace
from keytally.project.pair import Pair
from keytally.project.project_file import folders_up
from keytally.project.reach import Reach
from keytally.project.stated import stated_in
from keytally.project.stated_pairs import Unpaired
from keytally.text.beginning import FIRST_PART
from keytally.text.decoding import decode
from keytally.text.paths import absolute
from keytally.text.regular import (
    fault_of,
    is_folder,
    is_link,
    is_named,
    reason_of,
    regular_bytes,
    short,
)

if TYPE_CHECKING:
    from keytally.project.adjudications import Adjudication

BY_NAME = "file names"
BY_FOLDER_NAME = "folder names"
LARGEST_CONFIGURATION = 1_000_000


def discover(
    root: str | PathLike[str], allowed: Iterable[Path] = (), tell: Tell = lambda files: None
) -> Discovery:
    """All pairs below a folder, in the order of keys, then responses, then rules.

    Files outside the root and the `allowed` folders are not read, whatever names them. Never raises for the
    contents of the folder: a file that cannot be used gives a finding or a note. `tell` hears at each file
    how many have been read; an error that it raises ends the search.
    """
    workspace = Workspace(Path(root), Reach([Path(root), *allowed]), tell)
    finder = _Finder(workspace)
    for folder in workspace.folders():
        finder.look(folder)
        workspace.inspections.clear()
    return finder.discovery()


def discover_around(folder: Path, root: Path, reach: Reach | None = None) -> Discovery:
    """The pairs that can contain a file of `folder`.

    Reads the nearest keytally.toml, the configuration files of the folders from `folder` up to the
    root, the names in `folder`, and the names of the folders above it. Nothing above the root is read.
    Project files may name files in their own folder and below, and in `reach`, by default the root.
    """
    finder = _Finder(Workspace(root, reach))
    for number, place in enumerate(folders_up(absolute(folder), finder.workspace.root)):
        listed = finder.workspace.folder(place)
        finder.look_at_files(listed, pairs_names=not number)
        finder.look_for_folders(listed)
        if not finder.has_project_file:
            finder.look_for_project_file(listed)
    return finder.discovery()


def discover_stated(folder: Path, root: Path, reach: Reach | None = None) -> Discovery:
    """The pairs that the nearest keytally.toml states, from `folder` up to the root; `reach` as above."""
    finder = _Finder(Workspace(root, reach))
    for place in folders_up(absolute(folder), finder.workspace.root):
        if not finder.has_project_file:
            finder.look_for_project_file(finder.workspace.folder(place))
    return finder.discovery()


class _Finder:
    """Collects pairs folder by folder, and orders the pairs of the three rules."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.has_project_file = False
        self._stated: list[Pair] = []
        self._configured: list[Pair] = []
        self._named: list[Pair] = []
        self._adjudications: list[Adjudication] = []
        self._unpaired: list[Unpaired] = []
        self._selections: dict[Path, Selection] = {}
        self._findings: dict[Path, tuple[Finding, ...]] = {}

    def look(self, folder: Folder) -> None:
        """Apply all rules to one folder."""
        self.look_for_project_file(folder)
        self.look_at_files(folder)
        self.look_for_folders(folder)

    def look_for_project_file(self, folder: Folder) -> None:
        """Rule 1: what keytally.toml states."""
        path = folder.path / toml_file.NAME
        if toml_file.NAME not in folder.names:
            self._tell_of_no_file(path)
            return
        self.has_project_file = True
        try:
            within = self.workspace.reach.around(path.parent).holds
            text = decode(regular_bytes(path, toml_file.LARGEST, within)).text
        except OSError as error:
            self.workspace.notes.append(DiscoveryNote(path, f"cannot be read: {reason_of(error)}"))
            return
        found = stated_in(path, text, self._place(path), self.workspace.reach)
        self._stated += [
            pair._replace(
                configuration=pair.configuration or self._told_of(pair.task, pair.key, pair.response)
            )
            for pair in found.pairs
        ]
        self._adjudications += map(self._told, found.adjudications)
        self._unpaired += found.unpaired
        self._selections[path] = found.selection
        self._findings[path] = found.findings

    def _told(self, adjudication: "Adjudication") -> "Adjudication":
        """An adjudication with the configuration that one of its files tells, where it names none."""
        if adjudication.settings.configuration:
            return adjudication
        told = (self._told_of(adjudication.task, file) for file in adjudication.files)
        settings = adjudication.settings._replace(configuration=next(filter(None, told), None))
        return adjudication._replace(settings=settings)

    def _tell_of_no_file(self, path: Path) -> None:
        """A note on a keytally.toml that is there and is no regular file within reach."""
        if not is_named(path):
            return
        self.has_project_file = True
        is_within = self.workspace.reach.around(path.parent).holds(path)
        fault = fault_of(path) if is_within else None
        reason = reason_of(fault) if fault is not None else "it lies outside the workspace"
        self.workspace.notes.append(DiscoveryNote(path, f"cannot be read: {reason}"))

    def look_at_files(self, folder: Folder, *, pairs_names: bool = True) -> None:
        """Rules 2 and 3, file by file: what configurations name, and files whose names belong together."""
        named = named_pairs(folder.names) if pairs_names else ()
        pairs = {key: list(of_key) for key, of_key in groupby(named, attrgetter("key"))}
        known = list(registry.configurations())
        for name in folder.names:
            path = folder.path / name
            for configurations in known:
                if self.workspace.inspect(path, configurations.is_configuration):
                    self._configure(path, configurations)
            if name in pairs:
                self._pair_by_names(folder, path, pairs[name])

    def _configure(self, path: Path, configurations: Configurations) -> None:
        named = self.workspace.inspect(path, partial(configurations.pair, path), LARGEST_CONFIGURATION)
        if named is None:
            self.workspace.notes.append(DiscoveryNote(path, "names no scoring_task that there is"))
            return
        if named.key == named.response:
            return
        for role, file in (("key_file", named.key), ("response_file", named.response)):
            problem = self._problem_of(path, file)
            if problem:
                self.workspace.notes.append(DiscoveryNote(path, f"its {role} {problem}"))
                return
        texts, companions = self._companions(named.key, named.task)
        origin = f"configuration file {self._place(path)}"
        self._configured.append(
            Pair(
                named.task,
                named.key,
                named.response,
                texts,
                companions,
                path,
                origin=origin,
                both_keys=named.both_keys,
                reach=self.workspace.reach.around(path.parent),
            )
        )

    def _problem_of(self, configuration: Path, file: Path) -> str:
        """Why a file that a configuration names cannot be used, as a clause; empty if it can."""
        name = short(str(file))
        if not self.workspace.reach.around(configuration.parent).holds(file):
            return OUTSIDE_WORKSPACE.message.format(file=name)
        fault = fault_of(file)
        if fault is None:
            return ""
        is_known = isinstance(fault, FileNotFoundError | NotADirectoryError | IsADirectoryError)
        return f"{name} is no file" if is_known else f"{name} cannot be read: {reason_of(fault)}"

    def _companions(self, key: Path, task: str) -> tuple[Path | None, dict[str, Path | str]]:
        names = self.workspace.folder(key.parent).names
        texts = self._texts(key, task, texts_beside(key.name, names), names)
        return texts, companions_taken_by(task, key, companions_beside(key.name, names))

    def _texts(self, key: Path, task: str, by_name: str | None, names: Sequence[str]) -> Path | None:
        """The texts file of a key: by its name, else the one that the key's content names."""
        known = registry.find_task(task)
        if by_name or known is None or known.texts_named_in is None:
            return _beside(key, by_name)
        found = self.workspace.inspect(key, partial(texts_led_to, known, names=names))
        return _beside(key, found) if found != key.name else None

    def _pair_by_names(self, folder: Folder, key: Path, named: Sequence[NamedPair]) -> None:
        """Pair a key with its responses, if the task is known."""
        task = task_by_name(key.name) or self.workspace.inspect(key, task_of, FIRST_PART)
        if task is None:
            return
        texts = self._texts(key, task, named[0].texts, folder.names)
        companions = companions_taken_by(task, key, named[0].companions)
        for response in (folder.path / each.response for each in named):
            own_task = self._task_with(task, response)
            if own_task is not None and (response != key or self._holds_both(own_task, key)):
                told = self._told_of(own_task, key, response)
                self._named.append(Pair(own_task, key, response, texts, companions, told, origin=BY_NAME))

    def _holds_both(self, task: str, key: Path) -> bool:
        """Whether a key may be its own response, by its task and by what is in it."""
        is_possible = registry.task_named(task).one_file
        return is_possible and bool(self.workspace.inspect(key, partial(shows_both, task)))

    def _told_of(self, task: str, key: Path, response: Path | None = None) -> str | None:
        """The built-in configuration that the key tells; None for the task's default."""
        told = registry.family_of(task).naming().configuration_of
        is_asked = told is not None and not is_folder(key)
        asked = partial(configuration_of, task, in_one=key == response)
        return self.workspace.inspect(key, asked) if is_asked else None

    def _task_with(self, task: str, response: Path) -> str | None:
        """The task of a key with a response; None if the file is no response to such a key.

        The content of the response decides between some tasks.
        """
        is_asked = registry.family_of(task).naming().task_with is not None
        return self.workspace.inspect(response, partial(task_with, task)) if is_asked else task

    def look_for_folders(self, folder: Folder) -> None:
        """Rule 3 for tasks whose keys and responses are folders."""
        tasks = [task for task in registry.tasks().values() if task.folder is not None]
        for named in named_pairs(folder.folders):
            for task in tasks:
                key, response = folder.path / named.key, folder.path / named.response
                pair = with_files(Pair(task.name, key, response, origin=BY_FOLDER_NAME), self._names_in)
                if pair.key_files and pair.response_files:
                    self._named.append(pair)

    def _names_in(self, folder: Path) -> Sequence[str]:
        """The names of a folder's files; empty for a link, which may lead out of the workspace."""
        return () if is_link(folder) or not is_folder(folder) else self.workspace.folder(folder).names

    def _place(self, path: Path) -> str:
        """A project file's place in the workspace."""
        root = self.workspace.root
        return (path.relative_to(root) if root in path.parents else path).as_posix()

    def discovery(self) -> Discovery:
        """All pairs found, in order. A response that a file states is not paired by name as well.

        Nor is one whose entry fails: what the names make of it is another pair than the stated one.
        """
        stated = {(pair.key, pair.response, pair.configuration) for pair in self._stated}
        configured = [p for p in self._configured if (p.key, p.response, p.configuration) not in stated]
        explicit = [*self._stated, *configured]
        stated_responses = {
            *(pair.response for pair in explicit),
            *(each.response for each in self._unpaired),
        }
        pairs = [*explicit, *(pair for pair in self._named if pair.response not in stated_responses)]
        notes = tuple(sorted(dict.fromkeys(self.workspace.notes)))
        inspections = self.workspace.inspections
        return Discovery(
            self.workspace.root,
            _in_order(pairs),
            self._selections,
            self._findings,
            notes,
            tuple(self._unpaired),
            tuple(self._adjudications),
            inspections,
            self.workspace.reach,
            tuple(self._stated),
        )


def _beside(key: Path, name: str | None) -> Path | None:
    return key.with_name(name) if name is not None else None


def _in_order(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Pairs by key, then response; pairs of the same two files keep their order."""
    return tuple(sorted(pairs, key=lambda pair: (str(pair.key), str(pair.response))))
