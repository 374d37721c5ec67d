"""Resolves the pair entries of a keytally.toml to pairs of existing files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.table.project import (
    BAD_PATTERN,
    CUT_PATTERN,
    KEY_AS_RESPONSE,
    MIXED_PAIR,
    OUTSIDE_WORKSPACE,
    PATTERN_BEYOND_FOLDER,
    PATTERN_WITHOUT_FILE,
    MixedPair,
)
from keytally.project import patterns
from keytally.project.folder_pairs import FolderFiles, with_files
from keytally.project.named_files import unreadable
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.project.stated_parts import StatedParts
from keytally.project.toml_file import NAME, PairEntry, ProjectFile
from keytally.project.toml_tables import Stated
from keytally.text.lines import count_line_ends
from keytally.text.paths import absolute
from keytally.text.regular import is_folder, is_there, short


class Unpaired(NamedTuple):
    """A response of an entry that makes no pair with it; `key` and `task` are None where it states none."""

    response: Path
    key: Path | None
    task: str | None


class StatedPairs(NamedTuple):
    """The pairs of a keytally.toml, findings on what it names, and the responses that are left without."""

    pairs: list[Pair]
    findings: list[Finding]
    unpaired: list[Unpaired]


def stated_pairs(path: Path, text: str, project: ProjectFile, reach: Reach | None = None) -> StatedPairs:
    """The pairs that the keytally.toml at `path` states, and findings on files that cannot be used.

    Files in its own folder and below are within reach, and those in `reach`. A pair's `origin` is the line
    of its entry. Responses are in the order of their names. Never raises for what the file names.
    """
    within = (reach or Reach()).around(path.parent)
    search = patterns.Search(path.parent, within)
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
    """The responses of an entry that are to be in a pair: where it has pairs, patterns name no others."""
    return [each for each in responses if not pairs or not patterns.is_pattern(each.value)]


def _named_by(
    responses: Iterable[Stated], folder: Path, reach: Reach, search: patterns.Search
) -> Iterator[Path]:
    """The files that the responses of an entry name, of use or not."""
    for stated in responses:
        path = absolute(folder / stated.value)
        if not patterns.is_pattern(stated.value) or (reach.holds(path) and is_there(path)):
            yield path
            continue
        try:
            yield from search.matches(stated.value).paths
        except ValueError:
            continue


class _Resolver:
    """Finds the files of one entry."""

    def __init__(self, folder: Path, entry: PairEntry, reach: Reach, search: patterns.Search) -> None:
        self._folder = folder
        self._entry = entry
        self._reach = reach
        self._search = search
        self._task = registry.task_named(entry.task)
        self._parts = StatedParts(folder, entry.task, reach)
        self.findings = self._parts.findings

    def pairs(self, origin: str) -> list[Pair]:
        """A pair for each response; none if the key or the configuration cannot be used."""
        entry = self._entry
        key = self._parts.side(entry.key)
        settings = self._parts.settings(entry.settings)
        if key is None or settings is None:
            return []
        others = {key, settings.texts, *settings.companions.values(), settings.configuration}
        responses = self._responses(key, {*others, self._folder / NAME})
        both_keys = self._parts.compares_keys(settings)
        pairs = [
            Pair(entry.task, key, response, *settings, origin, both_keys, reach=self._reach)
            for response in responses
        ]
        return self._with_files(pairs) if self._task.folder else pairs

    def _with_files(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Pairs of folders with those of their files that can be read, each of the others a finding."""
        listed = FolderFiles(self._reach, self._task.folder.extension if self._task.folder else "")
        found = [with_files(pair, listed.names) for pair in pairs]
        key = absolute(self._folder / self._entry.key.value)
        for path, problem in listed.problems.items():
            stated = self._entry.key if key in path.parents else self._entry.responses[0]
            self.findings.append(unreadable(stated, self._name(path), problem))
        return found

    def _name(self, path: Path) -> str:
        """A path relative to the folder of keytally.toml, if it is below that."""
        return str(path.relative_to(self._folder) if self._folder in path.parents else path)

    def _responses(self, key: Path, others: set[Path | str | None]) -> list[Path]:
        found: set[Path] = set()
        for stated in self._entry.responses:
            if not patterns.is_pattern(stated.value) or self._names_a_file(stated):
                response = self._response(stated, key)
                found |= {response} if response is not None else set()
            else:
                matching = (path for path in self._matching(stated) if path not in others)
                found |= {path for path in matching if self._is_usable(path, stated, key)}
        return sorted(found, key=str)

    def _names_a_file(self, stated: Stated) -> bool:
        """Whether what looks like a pattern is the name of a file within reach."""
        path = absolute(self._folder / stated.value)
        return self._reach.holds(path) and is_there(path)

    def _response(self, stated: Stated, key: Path) -> Path | None:
        """Resolve a response named without a pattern; it must be a file or a folder, like the key."""
        response = self._parts.side(stated)
        if response is None:
            return None
        if response == key and not self._task.one_file:
            self.findings.append(KEY_AS_RESPONSE.finding(*stated.place, {}))
            return None
        if is_folder(response) != is_folder(key):
            mine, theirs = ("file", "folder") if is_folder(response) else ("folder", "file")
            arguments: MixedPair = {"key_kind": mine, "response": stated.value, "response_kind": theirs}
            self.findings.append(MIXED_PAIR.finding(*stated.place, arguments))
            return None
        return response

    def _matching(self, stated: Stated) -> Sequence[Path]:
        """The files and folders that match a pattern; adds a finding if there are none.

        A pattern with `**` starts in the folder itself.
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

    def _tell_of(self, found: patterns.Matches, stated: Stated) -> None:
        """Findings on a pattern that leads out of reach, matches too much, or nothing."""
        pattern = short(stated.value)
        if found.leads_out:
            self.findings.append(OUTSIDE_WORKSPACE.finding(*stated.place, {"file": pattern}))
        elif not found.paths:
            self.findings.append(PATTERN_WITHOUT_FILE.finding(*stated.place, {"pattern": pattern}))
        if found.is_cut:
            most = (patterns.MOST_MATCHES, patterns.MOST_NAMES)
            self.findings.append(
                CUT_PATTERN.finding(
                    *stated.place, {"pattern": pattern, "matches": f"{most[0]:,}", "names": f"{most[1]:,}"}
                )
            )

    def _is_usable(self, path: Path, stated: Stated, key: Path) -> bool:
        """Whether a match can be a response to the key; a file that can but for a fault is a finding."""
        if is_folder(path) or is_folder(key):
            return is_folder(path) and is_folder(key)
        return self._parts.text(path, Stated(self._name(path), stated.place)) is not None

    def _part(self, stated: Stated) -> Path | None:
        """Resolve a key or a response; it may be a folder if the task allows folders."""
        path = absolute(self._folder / stated.value)
        return self._parts.text(path, stated, may_be_folder=self._task.folder is not None)
