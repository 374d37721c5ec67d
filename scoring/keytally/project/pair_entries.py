"""Resolution of the files that keytally.toml and configurations name, and of the pairs in keytally.toml."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unicodedata import normalize

from keytally.families import registry
from keytally.families.contract import Language
from keytally.families.family import Configurations
from keytally.findings.finding import Finding
from keytally.findings.spelling import did_you_mean
from keytally.findings.table.project import (
    BAD_PATTERN,
    CUT_PATTERN,
    FOLDER_FOR_FILE,
    KEY_AS_RESPONSE,
    MISSING_FILE,
    MIXED_PAIR,
    NEITHER_FILE_NOR_BUILT_IN,
    OUTSIDE_WORKSPACE,
    PATTERN_BEYOND_FOLDER,
    PATTERN_WITHOUT_FILE,
    UNREADABLE_FILE,
    MixedPair,
)
from keytally.project import folders
from keytally.project.pair import FolderFiles, Pair, with_files
from keytally.project.reach import PROJECT_FILE, SHARED_PROJECT_FILE, Reach, chosen_project_file
from keytally.project.toml_file import NO_OPTIONS, EntrySettings, Options, PairEntry, ProjectFile
from keytally.project.toml_values import Stated
from keytally.text.files import (
    HEAD,
    UTF16_MARKS,
    Within,
    absolute,
    decode,
    fault_of,
    is_file,
    is_folder,
    is_there,
    reason_of,
    regular_bytes,
    regular_head,
    short_name,
)
from keytally.text.positions import count_line_ends

ContentProblem = Callable[[Path, Within], str | None]
"""A function that returns the reason why the content of a file within reach cannot be used, in one line;
None if it can.
"""


def named_file_problem(
    path: Path, stated: Stated, reach: Reach, *, may_be_folder: bool = False
) -> Finding | None:
    """Return a finding if a named file cannot be used; None if it can.

    A file out of reach is not examined. A directory is an error unless it is allowed and can be listed.
    """
    name = short_name(stated.value)
    if not reach.holds(path):
        return OUTSIDE_WORKSPACE.finding(*stated.place, {"file": name})
    fault = _folder_fault(path) if may_be_folder and is_folder(path) else fault_of(path)
    if fault is None:
        return None
    if isinstance(fault, FileNotFoundError | NotADirectoryError):
        return MISSING_FILE.finding(*stated.place, {"file": name})
    if isinstance(fault, IsADirectoryError):
        return FOLDER_FOR_FILE.finding(*stated.place, {"file": name})
    return unreadable_file(stated, name, reason_of(fault))


def unreadable_file(stated: Stated, name: str, problem: str) -> Finding:
    """Return the finding on an existing named file that cannot be used."""
    return UNREADABLE_FILE.finding(*stated.place, {"file": short_name(name), "problem": problem})


def text_problem(path: Path, reach: Reach) -> str | None:
    """Return the reason why a file is not text; None if its beginning is text or unreadable."""
    try:
        head = regular_head(path, HEAD, reach.holds)
    except OSError:
        return None
    if head.startswith(UTF16_MARKS):
        return "it is UTF-16; save it as UTF-8"
    return "it is binary, not text" if b"\0" in head else None


def content_problem(path: Path, problem_in: ContentProblem, reach: Reach) -> str | None:
    """Return the problem that the family reports for the content of a file, or None; the result is cached
    until the file changes.
    """
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return _content_problem(path, problem_in, reach, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _content_problem(
    path: Path, problem_in: ContentProblem, reach: Reach, changed: int, size: int
) -> str | None:
    try:
        return problem_in(path, reach.holds)
    except Exception as error:
        if fault := registry.fault_of(error):
            return fault
        raise


def _folder_fault(path: Path) -> OSError | None:
    """Return the error that prevents a directory from being listed, or None."""
    try:
        os.scandir(path).close()
    except OSError as error:
        return error
    return None


# Names as their directory lists them, on systems that find a file under any spelling of its name.
#
# An editor opens a file by the name that its directory lists, while a project file may use another case or
# composed letters. Both must be one path. Windows compares paths without case by itself.


FOLDS_NAMES = sys.platform == "darwin"
"""True on systems whose file systems usually ignore case and normalisation in names."""


def listed_path(path: Path, root: Path) -> Path:
    """Return the path of an existing file, with each component below the root spelled as its directory lists
    it.

    A component that is not listed under any spelling is unchanged, and so is a path outside the root.
    """
    if not FOLDS_NAMES or root not in path.parents:
        return path
    listed = root
    for part in path.relative_to(root).parts:
        names = _names_in(listed)
        same = (name for name in names if _folded(name) == _folded(part))
        listed /= part if part in names else next(same, part)
    return listed


def _names_in(folder: Path) -> list[str]:
    """Return the sorted names in a directory; empty if it cannot be listed."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names, not paths
    except OSError:
        return []


def _folded(name: str) -> str:
    return normalize("NFC", name).casefold()


def configured_name_problems(
    naming: Configurations, path: Path, text: str, reach: Reach
) -> dict[Path, Finding]:
    """Return the findings on the names in the configuration at `path`, by file.

    A missing file, or a directory instead of a file, does not cause a finding, because a configuration may be
    created before its files.
    """
    within = reach.around(path.parent)
    found: dict[Path, Finding] = {}
    for named in naming.named_files(path, text):
        name = text[named.place.start : named.place.end].strip("\"'")
        problem = named_file_problem(named.file, Stated(name, named.place), within)
        if problem is not None and problem.wording not in (MISSING_FILE, FOLDER_FOR_FILE):
            found[named.file] = problem
    return found


class _NamingLanguageFields(NamedTuple):
    inner: Language
    naming: Configurations
    path: Path
    reach: Reach
    looks: int = 0


class NamingLanguage(_NamingLanguageFields, Language):
    """The language of the configuration at `path`, with additional findings on the files that it names.

    `looks` is increased when these files may have changed on disk, so that the language compares as
    different.
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        """Return the id of the configuration's language."""
        return self.inner.name

    @property
    def lookahead(self) -> int:
        """Return the lookahead of the configuration's language."""
        return self.inner.lookahead

    def boundaries(self, text: str) -> list[int]:
        """Return the boundaries that the configuration's language finds."""
        return self.inner.boundaries(text)

    def read(self, text: str) -> Any:
        """Return the unit that the configuration's language reads, with additional findings on file names."""
        unit = self.inner.read(text)
        more = configured_name_problems(self.naming, self.path, text, self.reach)
        return _with_findings(unit, more.values()) if more else unit

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings on duplicates that the configuration's language reports."""
        return self.inner.compare_duplicates(units, apart)


def _with_findings(unit: Any, more: Iterable[Finding]) -> Any:
    """Return a copy of a unit with additional findings; related positions in the unit refer to the copy,
    and the unit may be frozen.
    """
    told = copy(unit)
    own = (_moved(finding, unit, told) for finding in unit.findings)
    object.__setattr__(told, "findings", (*own, *more))
    return told


def _moved(finding: Finding, unit: Any, told: Any) -> Finding:
    """Return a finding in which related positions are moved from one unit to another with the same text."""
    related = (each._replace(unit=told) if each.unit is unit else each for each in finding.related)
    return finding._replace(related=tuple(related)) if finding.related else finding


def naming_files(language: Language, path: Path, reach: Reach, looks: int = 0) -> Language:
    """Return a language for the file at `path`; the language of a configuration also checks the files that
    it names.
    """
    known = (
        configuration
        for configuration in registry.configurations()
        if configuration.language == language.name
    )
    found = next(known, None)
    if found is None or not path.is_absolute():
        return language
    return NamingLanguage(language, found, path, reach, looks)


class PairSettings(NamedTuple):
    """The settings of an entry with resolved files; the fields are those of `Pair`, in their order."""

    texts: Path | None = None
    companions: Mapping[str, Path | str] = MappingProxyType({})
    configuration: Path | str | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS
    option_files: tuple[Path, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the texts, and the files that define how a pair is read and scored."""
        stated = (self.texts, self.configuration, *self.companions.values(), *self.option_files)
        return tuple(part for part in stated if isinstance(part, Path))


NO_SETTINGS = PairSettings()


class StatedParts:
    """Resolves the files of one entry, and adds a finding to `findings` for each file that cannot be used."""

    def __init__(self, folder: Path, task: str, reach: Reach) -> None:
        self._folder = folder
        self._reach = reach
        self._may_be_folder = registry.task_named(task).folder is not None
        self._configurations = registry.configurations_of(task)
        self._file_options = registry.file_options_of(task)
        self.findings: list[Finding] = []

    def side(self, stated: Stated) -> Path | None:
        """Resolve a key, a response or a similar file; the result may be a directory if the task allows
        it, and is None, with a finding, if the file cannot be used.
        """
        path = absolute(self._folder / stated.value)
        return self.text(path, stated, may_be_folder=self._may_be_folder)

    def text(self, path: Path, stated: Stated, *, may_be_folder: bool = False) -> Path | None:
        """Return the path of a readable text; None, with a finding, if the file cannot be used. A binary
        file is returned, but also causes a finding.
        """
        problem = named_file_problem(path, stated, self._reach, may_be_folder=may_be_folder)
        if problem is not None:
            self.findings.append(problem)
            return None
        if is_file(path) and (no_text := text_problem(path, self._reach)):
            self.findings.append(unreadable_file(stated, stated.value, no_text))
        return listed_path(path, self._folder)

    def settings(self, stated: EntrySettings) -> PairSettings | None:
        """Return the settings with their files; None if the configuration cannot be used."""
        texts = stated.texts and self.text(absolute(self._folder / stated.texts.value), stated.texts)
        companions = self._companions(stated.companions)
        configuration = self._configuration(stated.config)
        if stated.config is not None and configuration is None:
            return None
        files = self._option_files(stated.files)
        options = {**stated.options, **{name: (str(path),) for name, path in files.items()}}
        followed = tuple(path for name, path in files.items() if self._file_options[name].followed)
        return PairSettings(texts, companions, configuration, stated.encoding, options, followed)

    def compares_keys(self, settings: PairSettings) -> bool:
        """Return whether two keys are compared; the caller has already reported errors in the settings."""
        text = None
        if isinstance(settings.configuration, Path):
            try:
                text = decode(regular_bytes(settings.configuration, within=self._reach.holds)).text
            except OSError:
                text = None
        options = list(settings.options.items())
        return self._configurations is not None and self._configurations.compares_keys(text, options)

    def _configuration(self, stated: Stated | None) -> Path | str | None:
        names = self._configurations.names() if self._configurations and stated else ()
        return self._file_or_name(stated, "configuration", names)

    def _companions(self, stated: Mapping[str, Stated]) -> dict[str, Path | str]:
        """Return the paths of companion files, or the names of built-in ones, by kind."""
        found = {}
        for name, each in stated.items():
            kind = registry.companions()[name]
            part = self._file_or_name(each, kind.title, kind.built_in())
            if part is not None:
                found[name] = part
        return found

    def _file_or_name(self, stated: Stated | None, what: str, built_in: Sequence[str]) -> Path | str | None:
        """Return the path of a file, or the name of a built-in resource; None, with a finding, if there is
        neither.
        """
        if stated is None:
            return None
        path = absolute(self._folder / stated.value)
        problem = named_file_problem(path, stated, self._reach)
        if problem is None:
            return self.text(path, stated)
        if stated.value in built_in:
            return stated.value
        if problem.wording is MISSING_FILE:
            hint = did_you_mean(stated.value, built_in)
            problem = NEITHER_FILE_NOR_BUILT_IN.finding(
                *stated.place, {"what": what, "name": short_name(stated.value), "hint": hint}
            )
        self.findings.append(problem)
        return None

    def _option_files(self, stated: Mapping[str, Stated]) -> dict[str, Path]:
        """Return the readable files that the task's options name, by option."""
        found = {}
        for name, each in stated.items():
            option = self._file_options[name]
            path = absolute(self._folder / each.value)
            problem = named_file_problem(path, each, self._reach, may_be_folder=option.may_be_folder)
            if problem is not None:
                self.findings.append(problem)
                continue
            found[name] = path
            if option.problem_in and (wrong := content_problem(path, option.problem_in, self._reach)):
                self.findings.append(unreadable_file(each, each.value, wrong))
        return found


class Unpaired(NamedTuple):
    """An entry's response that forms no pair with the entry's key; `key` and `task` are None if the entry
    does not specify them.
    """

    response: Path
    key: Path | None
    task: str | None


class StatedPairs(NamedTuple):
    """The pairs of a keytally.toml, findings on the files that it names, and the unpaired responses."""

    pairs: list[Pair]
    findings: list[Finding]
    unpaired: list[Unpaired]


def stated_pairs(path: Path, text: str, project: ProjectFile, reach: Reach | None = None) -> StatedPairs:
    """Return the pairs of the keytally.toml at `path`, with findings on unusable files.

    Files in the directory of the keytally.toml and below, and files in `reach`, are within reach. A pair's
    `origin` is the line of its entry. Responses are sorted by name. Never raises because of a named file.
    """
    within = (reach or Reach()).around(path.parent)
    search = folders.Search(path.parent, within)
    found = StatedPairs([], [], [])
    for entry in project.pairs:
        resolver = _Resolver(path.parent, entry, within, search)
        line = count_line_ends(text[: entry.place.start]) + 1
        pairs = resolver.pairs(f"line {line}")
        found.pairs.extend(pairs)
        found.findings.extend(resolver.findings)
        key = absolute(path.parent / entry.key.value)
        paired = {pair.response for pair in pairs}
        named = _named_by(_meant(entry.responses, pairs), path.parent, within, search)
        found.unpaired.extend(Unpaired(each, key, entry.task) for each in named if each not in paired)
    for faulty in project.faulty:
        named_key = absolute(path.parent / faulty.key.value) if faulty.key is not None else None
        named = _named_by(faulty.responses, path.parent, within, search)
        found.unpaired.extend(Unpaired(each, named_key, faulty.task) for each in named)
    return found


def _meant(responses: Sequence[Stated], pairs: Sequence[Pair]) -> Sequence[Stated]:
    """Return the responses that an entry should pair; if it already forms pairs, patterns are omitted."""
    return [response for response in responses if not pairs or not folders.is_pattern(response.value)]


def _named_by(
    responses: Iterable[Stated], folder: Path, reach: Reach, search: folders.Search
) -> Iterator[Path]:
    """Yield the files that the responses of an entry name, whether or not they can be used."""
    for stated in responses:
        path = absolute(folder / stated.value)
        if not folders.is_pattern(stated.value) or (reach.holds(path) and is_there(path)):
            yield path
            continue
        try:
            yield from search.matches(stated.value).paths
        except ValueError:
            continue


class _Resolver:
    """Resolves the files of one entry."""

    def __init__(self, folder: Path, entry: PairEntry, reach: Reach, search: folders.Search) -> None:
        self._folder = folder
        self._entry = entry
        self._reach = reach
        self._search = search
        self._task = registry.task_named(entry.task)
        self._parts = StatedParts(folder, entry.task, reach)
        self.findings = self._parts.findings

    def pairs(self, origin: str) -> list[Pair]:
        """Return a pair for each response; none if the key or the configuration cannot be used."""
        entry = self._entry
        key = self._parts.side(entry.key)
        settings = self._parts.settings(entry.settings)
        if key is None or settings is None:
            return []
        others = {key, settings.texts, *settings.companions.values(), settings.configuration}
        project = (self._folder / name for name in (PROJECT_FILE, SHARED_PROJECT_FILE))
        responses = self._responses(key, {*others, *project, chosen_project_file()})
        both_keys = self._parts.compares_keys(settings)
        pairs = [
            Pair(entry.task, key, response, *settings, origin, both_keys, reach=self._reach)
            for response in responses
        ]
        return self._with_files(pairs) if self._task.folder else pairs

    def _with_files(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Return pairs of directories with their readable files, and add a finding for each other file."""
        listed = FolderFiles(self._reach, self._task.folder.extension if self._task.folder else "")
        found = [with_files(pair, listed.names) for pair in pairs]
        key = absolute(self._folder / self._entry.key.value)
        for path, problem in listed.problems.items():
            stated = self._entry.key if key in path.parents else self._entry.responses[0]
            self.findings.append(unreadable_file(stated, self._name(path), problem))
        return found

    def _name(self, path: Path) -> str:
        """Return a path relative to the directory of keytally.toml if it is in that directory or below."""
        return str(path.relative_to(self._folder) if self._folder in path.parents else path)

    def _responses(self, key: Path, others: set[Path | str | None]) -> list[Path]:
        found: set[Path] = set()
        for stated in self._entry.responses:
            if not folders.is_pattern(stated.value) or self._names_a_file(stated):
                response = self._response(stated, key)
                found |= {response} if response is not None else set()
            else:
                matching = (path for path in self._matching(stated) if path not in others)
                found |= {path for path in matching if self._is_usable(path, stated, key)}
        return sorted(found, key=str)

    def _names_a_file(self, stated: Stated) -> bool:
        """Return whether a string that looks like a pattern is the name of an existing file within reach."""
        path = absolute(self._folder / stated.value)
        return self._reach.holds(path) and is_there(path)

    def _response(self, stated: Stated, key: Path) -> Path | None:
        """Resolve a response named without a pattern; it must be a file or a directory, like the key, and
        otherwise the result is None, with a finding.
        """
        response = self._parts.side(stated)
        if response is None:
            return None
        if response == key and not self._task.one_file:
            self.findings.append(KEY_AS_RESPONSE.finding(*stated.place, {}))
            return None
        if is_folder(response) != is_folder(key):
            mine, theirs = ("file", "directory") if is_folder(response) else ("directory", "file")
            arguments: MixedPair = {"key_kind": mine, "response": stated.value, "response_kind": theirs}
            self.findings.append(MIXED_PAIR.finding(*stated.place, arguments))
            return None
        return response

    def _matching(self, stated: Stated) -> Sequence[Path]:
        """Return the files and directories that match a pattern; add a finding if there are none.

        A pattern with `**` must begin in the directory of keytally.toml.
        """
        pattern = stated.value
        parts = Path(pattern).parts
        if "**" in parts and (Path(pattern).is_absolute() or ".." in parts):
            self.findings.append(PATTERN_BEYOND_FOLDER.finding(*stated.place, {"pattern": pattern}))
            return ()
        try:
            found = self._search.matches(pattern)
        except ValueError as error:
            problem = BAD_PATTERN.finding(*stated.place, {"pattern": pattern, "problem": str(error)})
            self.findings.append(problem)
            return ()
        self._tell_of(found, stated)
        return found.paths

    def _tell_of(self, found: folders.Matches, stated: Stated) -> None:
        """Add a finding on a pattern that leads out of reach, matches too many files, or matches nothing."""
        pattern = short_name(stated.value)
        if found.leads_out:
            self.findings.append(OUTSIDE_WORKSPACE.finding(*stated.place, {"file": pattern}))
        elif not found.paths:
            self.findings.append(PATTERN_WITHOUT_FILE.finding(*stated.place, {"pattern": pattern}))
        if found.is_cut:
            most = (folders.MOST_MATCHES, folders.MOST_NAMES)
            self.findings.append(
                CUT_PATTERN.finding(
                    *stated.place, {"pattern": pattern, "matches": f"{most[0]:,}", "names": f"{most[1]:,}"}
                )
            )

    def _is_usable(self, path: Path, stated: Stated, key: Path) -> bool:
        """Return whether a match can be a response to the key; report a file that cannot be used."""
        if is_folder(path) or is_folder(key):
            return is_folder(path) and is_folder(key)
        return self._parts.text(path, Stated(self._name(path), stated.place)) is not None

    def _part(self, stated: Stated) -> Path | None:
        """Resolve a key or a response; the result may be a directory if the task allows it, and is None,
        with a finding, if the file cannot be used.
        """
        path = absolute(self._folder / stated.value)
        return self._parts.text(path, stated, may_be_folder=self._task.folder is not None)
