"""Adjudications: the annotators' files from which one gold file is created, and their pairs with it.

See the design, "Adjudication".
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from keytally.families import registry
from keytally.families.contract import Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.findings.table.project import (
    GOLD_AS_PART,
    GOLD_OF_ANNOTATOR,
    GOLD_PLACE,
    GOLD_TWICE,
    MISSING_FILE,
    SHARED_FILE,
)
from keytally.project.pair import FolderFiles, Pair, with_files
from keytally.project.pair_entries import NO_SETTINGS, PairSettings, StatedParts, named_file_problem
from keytally.project.reach import Reach, is_project_file, place_problem
from keytally.project.toml_file import FEWEST, AdjudicationEntry, ProjectFile
from keytally.project.toml_values import Stated
from keytally.text.files import Within, absolute, is_folder, is_there
from keytally.text.positions import count_line_ends

DECISIONS = ".decisions"
"""The suffix that is added to the name of the gold to form the name of its decisions file."""


class Adjudication(NamedTuple):
    """Annotators' files that are compared, and the gold file that is created from them.

    Paths are absolute. `annotators` contains the file of each annotator by name, in the order in which they
    are declared. The gold need not exist; it is None for a task that only supports agreement. `done` lists
    the documents that each annotator has finished; an annotator without an entry has finished all.
    `settings`, `origin`, `reach` and `settings_reach` are as in `Pair`. `stated_in` is the keytally.toml that
    contains the adjudication, with the number of its table there, from 0; None if it is not from a file.
    """

    task: str
    gold: Path | None
    annotators: Mapping[str, Path]
    settings: PairSettings = NO_SETTINGS
    done: Mapping[str, tuple[str, ...]] = {}
    origin: str = ""
    stated_in: tuple[Path, int] | None = None
    reach: Reach | None = None
    settings_reach: Reach | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal except the reach, which does not identify files."""
        return isinstance(other, Adjudication) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.task, self.gold))

    @property
    def within(self) -> Within | None:
        """Return a function that checks whether a path of the gold or of an annotator's file may be read;
        None if all may.
        """
        return None if self.reach is None else self.reach.holds

    @property
    def settings_within(self) -> Within | None:
        """Return a function that checks whether a path of the texts or of a settings file may be read;
        None if all may.
        """
        reach = self.settings_reach or self.reach
        return None if reach is None else reach.holds

    @property
    def decisions(self) -> Path | None:
        """Return the path of the decisions file, which is next to the gold and need not exist. The path is
        None if there is no gold.
        """
        return None if self.gold is None else self.gold.with_name(self.gold.name + DECISIONS)

    def language(self, evaluation: Evaluation) -> Language:
        """Return the language of all files; if it depends on the file's name, documents are named after
        the gold.
        """
        language = evaluation.language(Role.KEY)
        file = self.gold or next(iter(self.annotators.values()))
        return language if language.of_file is None else language.of_file(file.name, ())

    @property
    def document_of(self) -> Callable[[str], str]:
        """Return a function that normalises a document name as written by a person."""
        return registry.task_named(self.task).document_of

    def has_finished(
        self, annotator: str, document: str, commented: Collection[str] = (), is_in_file: bool = True
    ) -> bool:
        """Return whether an annotator has finished a document.

        A document is finished if keytally.toml lists it for the annotator, or if a comment in the annotator's
        own file marks it as done. If there are neither, all documents in the file are finished.
        """
        if annotator not in self.done:
            return document in commented if commented else is_in_file
        known = self.document_of(document)
        return document in commented or known in _known(self.task, self.done[annotator])

    @property
    def files(self) -> list[Path]:
        """Return the existing files of the gold and of the annotators."""
        gold = [self.gold] if self.gold is not None and is_there(self.gold) else []
        return [*gold, *self.annotators.values()]

    def holds(self, path: Path) -> bool:
        """Return whether a path is the gold or an annotator's file."""
        return path == self.gold or path in self.annotators.values()

    @property
    def pairs(self) -> list[Pair]:
        """Return the pairs of the gold as the key with each annotator's file, whether or not the files
        exist; empty without a gold.
        """
        return [] if self.gold is None else [self.pair(name) for name in self.annotators]

    def pair(self, annotator: str) -> Pair:
        """Return the pair of the gold as the key with one annotator's file; both sides are keys.

        Raises ValueError if there is no gold.
        """
        if self.gold is None:
            raise ValueError("there is no gold to compare with")
        return Pair(
            self.task,
            self.gold,
            self.annotators[annotator],
            *self.settings,
            self.origin,
            both_keys=True,
            reach=self.reach,
            settings_reach=self.settings_reach,
        )


@lru_cache(maxsize=64)
def _known(task: str, documents: tuple[str, ...]) -> frozenset[str]:
    """Return the normalised names of documents, given the names that people have written."""
    return frozenset(map(registry.task_named(task).document_of, documents))


class StatedAdjudications(NamedTuple):
    """The adjudications of a keytally.toml, their pairs, and findings on the files that it names."""

    adjudications: list[Adjudication]
    pairs: list[Pair]
    findings: list[Finding]


def stated_adjudications(
    path: Path, text: str, project: ProjectFile, reach: Reach | None = None
) -> StatedAdjudications:
    """Return the adjudications of the keytally.toml at `path`, with findings on unusable files.

    Files in the directory of the keytally.toml and below, and files in `reach`, are within reach. Never
    raises because of a named file.
    """
    within = (reach or Reach()).around(path.parent)
    found = StatedAdjudications([], [], [])
    for entry in project.adjudications:
        golds = [each.gold for each in found.adjudications if each.gold is not None]
        line = count_line_ends(text[: entry.place.start]) + 1
        resolver = _Resolver(path.parent, entry, within, golds)
        if (adjudication := resolver.adjudication(f"line {line}")) is not None:
            adjudication = adjudication._replace(stated_in=(path, entry.number))
            for each in _by_file(adjudication, within):
                found.adjudications.append(each)
                found.pairs.extend(_pairs(each, within))
        found.findings.extend(resolver.findings)
    return found


def _by_file(adjudication: Adjudication, reach: Reach) -> list[Adjudication]:
    """Split an adjudication of directories into one adjudication for each file name that at least two
    annotators have.

    The gold of each is the file of that name in the gold's directory. Other adjudications are returned
    unchanged.
    """
    layout, gold = registry.task_named(adjudication.task).folder, adjudication.gold
    annotators = adjudication.annotators
    if layout is None or gold is None or not all(map(is_folder, annotators.values())):
        return [adjudication]
    files = FolderFiles(reach, layout.extension)
    having: dict[str, dict[str, Path]] = {}
    for annotator, folder in annotators.items():
        for name in files.names(folder):
            having.setdefault(name, {})[annotator] = folder / name
    return [
        adjudication._replace(gold=gold / name, annotators=MappingProxyType(paths))
        for name, paths in sorted(having.items())
        if len(paths) >= FEWEST
    ]


def _pairs(adjudication: Adjudication, reach: Reach) -> Iterator[Pair]:
    """Yield the pairs of the gold with each annotator's file; none if the gold does not exist or if the
    task cannot compare two keys.
    """
    task = registry.task_named(adjudication.task)
    if adjudication.gold is None or not task.compares_keys or not is_there(adjudication.gold):
        return
    folder = task.folder
    names = FolderFiles(reach, folder.extension if folder else "").names
    for annotator in adjudication.annotators:
        yield with_files(adjudication.pair(annotator), names)


class _Resolver:
    """Resolves the files of one entry; `golds` are the golds of previous entries."""

    def __init__(self, folder: Path, entry: AdjudicationEntry, reach: Reach, golds: Sequence[Path]) -> None:
        self._folder = folder
        self._entry = entry
        self._reach = reach
        self._golds = golds
        self._parts = StatedParts(folder, entry.task, reach)
        self._may_be_folder = registry.task_named(entry.task).folder is not None
        self.findings = self._parts.findings

    def adjudication(self, origin: str) -> Adjudication | None:
        """Return the adjudication; None if fewer than two annotators remain, or if the gold or the
        settings cannot be used.
        """
        entry = self._entry
        annotators = self._annotators()
        settings = self._parts.settings(entry.settings)
        gold = None if entry.gold is None else self._gold(entry.gold, annotators, settings)
        if len(annotators) < FEWEST or settings is None or (gold is None) != (entry.gold is None):
            return None
        return Adjudication(entry.task, gold, annotators, settings, entry.done, origin, reach=self._reach)

    def _annotators(self) -> Mapping[str, Path]:
        """Return the usable file of each annotator; if two annotators name the same file, it belongs to
        the first.
        """
        found: dict[str, Path] = {}
        owners: dict[str, str] = {}
        for name, file in self._entry.annotators:
            path = self._parts.side(file)
            if path is None:
                continue
            owner = owners.setdefault(os.path.realpath(path), name.value)
            if owner == name.value:
                found[name.value] = path
            else:
                self.findings.append(SHARED_FILE.finding(*file.place, {"name": owner}))
        return MappingProxyType(found)

    def _gold(
        self, stated: Stated, annotators: Mapping[str, Path], settings: PairSettings | None
    ) -> Path | None:
        """Return the path of the gold, which need not exist; None, with a finding, if it cannot be used."""
        path = absolute(self._folder / stated.value)
        if (problem := self._gold_problem(path, stated, annotators, settings)) is not None:
            self.findings.append(problem)
            return None
        return path

    def _gold_problem(
        self, path: Path, stated: Stated, annotators: Mapping[str, Path], settings: PairSettings | None
    ) -> Finding | None:
        problem = named_file_problem(path, stated, self._reach, may_be_folder=self._may_be_folder)
        if problem is not None and problem.wording is not MISSING_FILE:
            return problem
        if (refusal := place_problem(path, self._reach)) is not None:
            return GOLD_PLACE.finding(*stated.place, {"problem": refusal})
        real = os.path.realpath(path)
        for name, file in annotators.items():
            if os.path.realpath(file) == real:
                return GOLD_OF_ANNOTATOR.finding(*stated.place, {"name": name})
        parts = () if settings is None else settings.files
        if is_project_file(path) or real in map(os.path.realpath, parts):
            return GOLD_AS_PART.finding(*stated.place, {})
        return GOLD_TWICE.finding(*stated.place, {}) if path in self._golds else None
