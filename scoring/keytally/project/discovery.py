"""Find every pair and adjudication of a workspace, with all findings of its project files."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.families import registry
from keytally.families.family import Configurations
from keytally.findings.finding import Finding
from keytally.findings.selection import ALL_RULES, Selection
from keytally.findings.table.project import OUTSIDE_WORKSPACE
from keytally.project import toml_file
from keytally.project.conventions import (
    NamedPair,
    companions_beside,
    companions_beside_file,
    companions_taken_by,
    configuration_of,
    named_pairs,
    shows_both,
    task_by_name,
    task_of,
    task_with,
    texts_beside,
    texts_led_to,
)
from keytally.project.folders import DiscoveryNote, Folder, Inspection, Tell, Workspace
from keytally.project.pair import Pair, with_files
from keytally.project.pair_entries import Unpaired, stated_pairs
from keytally.project.reach import (
    PROJECT_FILE,
    SHARED_PROJECT_FILE,
    Reach,
    chosen_project_file,
    folders_up,
    project_file_in,
    section_of,
)
from keytally.project.toml_file import read_project
from keytally.text.files import (
    FIRST_PART,
    absolute,
    decode,
    fault_of,
    is_folder,
    is_link,
    is_named,
    reason_of,
    regular_bytes,
    short_name,
)

if TYPE_CHECKING:
    from keytally.project.adjudications import Adjudication


class StatedProject(NamedTuple):
    """The contents of a keytally.toml with the files that it names; `findings` are in file order.

    `pairs` ends with the pairs of adjudications; `unpaired` contains the responses of entries that form no
    pair.
    """

    pairs: Sequence[Pair]
    adjudications: "Sequence[Adjudication]"
    unpaired: Sequence[Unpaired]
    selection: Selection
    findings: tuple[Finding, ...]


def read_stated_project(path: Path, text: str, name: str, reach: Reach) -> StatedProject:
    """Return the contents of the project file at `path`; `name` denotes the file in the origins of its pairs.

    Files in the directory of the project file and below, and files in `reach`, are within reach.
    """
    project = read_project(text, section_of(path))
    found = stated_pairs(path, text, project, reach)
    pairs = found.pairs
    adjudications: list[Adjudication] = []
    findings = [*project.findings, *found.findings]
    if project.adjudications:
        from keytally.project.adjudications import stated_adjudications  # noqa: PLC0415 - few projects state any

        made = stated_adjudications(path, text, project, reach)
        pairs = [*pairs, *made.pairs]
        adjudications = [
            adjudication._replace(origin=f"{name}, {adjudication.origin}")
            for adjudication in made.adjudications
        ]
        findings += made.findings
    pairs = [pair._replace(origin=f"{name}, {pair.origin}") for pair in pairs]
    findings.sort(key=lambda finding: (finding.start, finding.end))
    return StatedProject(pairs, adjudications, found.unpaired, project.selection, tuple(findings))


class Discovery(NamedTuple):
    """The pairs of a workspace, and the problems of its project files.

    If several pairs have the same key and response, the first is live and the others can be chosen.
    `selections` and `findings` are grouped by project file; the selection of an explicitly chosen project
    file applies to all files. `inspections` contains the results of inspecting the beginning of each file in
    the searched directories; it is empty after `discover`. `unpaired` contains the responses of entries that
    form no pair, `stated` the pairs of project files. `pairs` includes the pairs of a gold with its
    annotators' files. `reach` contains the directories that were searched or allowed.
    """

    root: Path
    pairs: tuple[Pair, ...] = ()
    selections: Mapping[Path, Selection] = {}
    findings: Mapping[Path, tuple[Finding, ...]] = {}
    notes: tuple[DiscoveryNote, ...] = ()
    unpaired: tuple[Unpaired, ...] = ()
    adjudications: "tuple[Adjudication, ...]" = ()
    inspections: Mapping[Path, Sequence[Inspection]] = {}
    reach: Reach | None = None
    stated: tuple[Pair, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the results are equal, apart from the inspections, the reach and the pairs in
        `stated`.
        """
        return isinstance(other, Discovery) and self[:-3] == other[:-3]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.root, self.pairs))

    @property
    def live(self) -> tuple[Pair, ...]:
        """Return the first pair of each combination of key and response."""
        first: dict[tuple[Path, Path, tuple[Path, ...]], Pair] = {}
        for pair in self.pairs:
            first.setdefault((pair.key, pair.response, pair.keys), pair)
        return tuple(first.values())

    def together_with(self, pair: Pair) -> tuple[Pair, ...]:
        """Return the live pairs of a pair's project: all pairs of keytally.toml files if a keytally.toml
        defines this pair, otherwise all other pairs.
        """
        stated = {(each.key, each.response) for each in self.stated}
        is_stated = (pair.key, pair.response) in stated
        return tuple(each for each in self.live if ((each.key, each.response) in stated) == is_stated)

    def of(self, path: Path) -> tuple[Pair, ...]:
        """Return the pairs that contain a file in any role."""
        return tuple(pair for pair in self.pairs if path in pair.parts)

    def adjudications_of(self, path: Path) -> "tuple[Adjudication, ...]":
        """Return the adjudications that contain a file as gold, as an annotator's file or as decisions."""
        return tuple(
            adjudication
            for adjudication in self.adjudications
            if adjudication.holds(path) or path == adjudication.decisions
        )

    def coming_pairs(self, path: Path) -> tuple[Pair, ...]:
        """Return the pairs that a gold or an annotator's file forms in its adjudications, even if the gold
        does not exist yet.
        """
        return tuple(
            adjudication.pair(name)
            for adjudication in self.adjudications
            for name, file in adjudication.annotators.items()
            if adjudication.gold is not None and path in (file, adjudication.gold)
        )

    def is_unchanged(self, path: Path) -> bool:
        """Return whether each inspection of a file still has the same result.

        The result is False for a file that was not inspected or cannot be read.
        """
        if path not in self.inspections or any(note.path == path for note in self.notes):
            return False
        workspace = Workspace(self.root, self.reach)
        is_same = all(
            workspace.inspect(path, each.function, each.size) == each.result
            for each in self.inspections[path]
        )
        return is_same and not workspace.notes

    def companions_of(self, path: Path) -> Mapping[str, Path | str]:
        """Return the companion files of a key, a response or a configuration, by kind.

        They are the companions of the file's pair. For a file without a pair, they are the files in its
        directory with matching names.
        """
        for pair in (*self.live, *self.pairs, *self.coming_pairs(path)):
            if path in (*pair.keys, *pair.responses, pair.configuration):
                return pair.companions
        return companions_beside_file(path, Workspace(self.root))

    def selection(self, path: Path) -> Selection:
        """Return the rules that the nearest project file selects for a file."""
        for folder in path.parents:
            for name in (PROJECT_FILE, SHARED_PROJECT_FILE):
                if folder / name in self.selections:
                    return self.selections[folder / name]
            if folder == self.root:
                break
        return ALL_RULES


BY_NAME = "file names"
BY_FOLDER_NAME = "directory names"
LARGEST_CONFIGURATION = 1_000_000


def discover(
    root: str | PathLike[str], allowed: Iterable[Path] = (), tell: Tell = lambda files: None
) -> Discovery:
    """Return all pairs below a directory, sorted by keys, then responses, then rules.

    Files outside the root and the `allowed` directories are never read. Never raises because of the contents
    of the directory: a file that cannot be used gives a finding or a note. `tell` is called for each file
    with the number of files read so far; an error that it raises ends the search.
    """
    workspace = Workspace(Path(root), Reach([Path(root), *allowed]), tell)
    finder = _Finder(workspace)
    for folder in workspace.folders():
        finder.look(folder)
        workspace.inspections.clear()
    return finder.discovery()


def discover_around(folder: Path, root: Path, reach: Reach | None = None) -> Discovery:
    """Return the pairs that can contain a file of a directory.

    Reads the nearest project file, the configuration files of the directories from this one up to the root,
    the names in the directory, and the names of the directories above it. Nothing above the root is read.
    Project files may name files in their own directory and below, and in `reach`, by default the root.
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
    """Return the pairs of the nearest project file, from `folder` up to the root; `reach` has the same
    meaning as in `discover_around`.
    """
    finder = _Finder(Workspace(root, reach))
    for place in folders_up(absolute(folder), finder.workspace.root):
        if not finder.has_project_file:
            finder.look_for_project_file(finder.workspace.folder(place))
    return finder.discovery()


class _Finder:
    """Collects pairs directory by directory, and sorts the pairs of the three rules."""

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
        """Apply all rules to one directory."""
        self.look_for_project_file(folder)
        self.look_at_files(folder)
        self.look_for_folders(folder)

    def look_for_project_file(self, folder: Folder) -> None:
        """Apply rule 1: use the entries of the chosen project file, or of the project file in the
        directory.
        """
        if (chosen := chosen_project_file()) is not None:
            if not self.has_project_file:
                self._read_project_file(chosen)
            return
        path = project_file_in(folder.path, self.workspace.reach.around(folder.path).holds)
        if path is None:
            return
        if path.name in folder.names:
            self._read_project_file(path)
        else:
            self._tell_of_no_file(path)

    def _read_project_file(self, path: Path) -> None:
        self.has_project_file = True
        try:
            within = self.workspace.reach.around(path.parent).holds
            text = decode(regular_bytes(path, toml_file.LARGEST, within)).text
        except OSError as error:
            self.workspace.notes.append(DiscoveryNote(path, f"cannot be read: {reason_of(error)}"))
            return
        found = read_stated_project(path, text, self._place(path), self.workspace.reach)
        adjudications = list(map(self._with_inferred_configuration, found.adjudications))
        of_golds = {adjudication.gold: adjudication.settings.configuration for adjudication in adjudications}
        self._stated += [
            pair._replace(
                configuration=pair.configuration
                or of_golds.get(pair.key)
                or self._told_of(pair.task, pair.key, pair.response)
            )
            for pair in found.pairs
        ]
        self._adjudications += adjudications
        self._unpaired += found.unpaired
        is_chosen = path == chosen_project_file()
        self._selections[self.workspace.root / PROJECT_FILE if is_chosen else path] = found.selection
        self._findings[path] = found.findings

    def _with_inferred_configuration(self, adjudication: "Adjudication") -> "Adjudication":
        """Return an adjudication with the configuration inferred from one of its files if the adjudication
        names none.
        """
        if adjudication.settings.configuration:
            return adjudication
        told = (self._told_of(adjudication.task, file) for file in adjudication.files)
        settings = adjudication.settings._replace(configuration=next(filter(None, told), None))
        return adjudication._replace(settings=settings)

    def _tell_of_no_file(self, path: Path) -> None:
        """Add a note about a keytally.toml that exists but is not a regular file within reach."""
        if not is_named(path):
            return
        self.has_project_file = True
        is_within = self.workspace.reach.around(path.parent).holds(path)
        fault = fault_of(path) if is_within else None
        reason = reason_of(fault) if fault is not None else "it is outside the workspace"
        self.workspace.notes.append(DiscoveryNote(path, f"cannot be read: {reason}"))

    def look_at_files(self, folder: Folder, *, pairs_names: bool = True) -> None:
        """Apply rules 2 and 3 to files: names in configurations, and matching file names."""
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
            self.workspace.notes.append(DiscoveryNote(path, "does not specify a known scoring_task"))
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
        """Return the reason why a file of a configuration cannot be used, as a clause; "" if it can."""
        name = short_name(str(file))
        if not self.workspace.reach.around(configuration.parent).holds(file):
            return OUTSIDE_WORKSPACE.message.format(file=name)
        fault = fault_of(file)
        if fault is None:
            return ""
        is_known = isinstance(fault, FileNotFoundError | NotADirectoryError | IsADirectoryError)
        return f"{name} is not a file" if is_known else f"{name} cannot be read: {reason_of(fault)}"

    def _companions(self, key: Path, task: str) -> tuple[Path | None, dict[str, Path | str]]:
        names = self.workspace.folder(key.parent).names
        texts = self._texts(key, task, texts_beside(key.name, names), names)
        return texts, companions_taken_by(task, key, companions_beside(key.name, names))

    def _texts(self, key: Path, task: str, by_name: str | None, names: Sequence[str]) -> Path | None:
        """Return the texts file of a key, by its name or from the key's content, or None."""
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
        """Return whether a key may be its own response, judging by its task and its content."""
        is_possible = registry.task_named(task).one_file
        return is_possible and bool(self.workspace.inspect(key, partial(shows_both, task)))

    def _told_of(self, task: str, key: Path, response: Path | None = None) -> str | None:
        """Return the built-in configuration inferred from the key; None for the task's default."""
        told = registry.family_of(task).naming().configuration_of
        is_asked = told is not None and not is_folder(key)
        asked = partial(configuration_of, task, in_one=key == response)
        return self.workspace.inspect(key, asked) if is_asked else None

    def _task_with(self, task: str, response: Path) -> str | None:
        """Return the task of a key with a response; None if the file is not a response to such a key.

        For some tasks, this depends on the content of the response.
        """
        is_asked = registry.family_of(task).naming().task_with is not None
        return self.workspace.inspect(response, partial(task_with, task)) if is_asked else task

    def look_for_folders(self, folder: Folder) -> None:
        """Apply rule 3 to tasks whose keys and responses are directories."""
        tasks = [task for task in registry.tasks().values() if task.folder is not None]
        for named in named_pairs(folder.folders):
            for task in tasks:
                key, response = folder.path / named.key, folder.path / named.response
                pair = with_files(Pair(task.name, key, response, origin=BY_FOLDER_NAME), self._names_in)
                if pair.key_files and pair.response_files:
                    self._named.append(pair)

    def _names_in(self, folder: Path) -> Sequence[str]:
        """Return the names of a directory's files; empty for a link, which may lead out of the workspace."""
        return () if is_link(folder) or not is_folder(folder) else self.workspace.folder(folder).names

    def _place(self, path: Path) -> str:
        """Return a project file's path relative to the workspace."""
        root = self.workspace.root
        return (path.relative_to(root) if root in path.parents else path).as_posix()

    def discovery(self) -> Discovery:
        """Return all pairs, sorted. A response that a file names is not also paired by name.

        Neither is a response whose entry fails, because its name could pair it differently from the entry.
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
    """Return pairs by key, then response; pairs of the same two files keep their order."""
    return tuple(sorted(pairs, key=lambda pair: (str(pair.key), str(pair.response))))
