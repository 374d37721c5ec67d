"""Adjudications: the annotators' files that make one gold file, and the pairs of each with it.

See the design, "Adjudication".
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.table.project import (
    GOLD_AS_PART,
    GOLD_OF_ANNOTATOR,
    GOLD_TWICE,
    MISSING_FILE,
    SHARED_FILE,
)
from keytally.project.folder_pairs import FolderFiles, with_files
from keytally.project.named_files import problem_of
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.project.stated_parts import NO_SETTINGS, PairSettings, StatedParts
from keytally.project.toml_adjudications import FEWEST, AdjudicationEntry
from keytally.project.toml_file import ProjectFile
from keytally.project.toml_tables import Stated
from keytally.text.lines import count_line_ends
from keytally.text.paths import absolute
from keytally.text.regular import Within, is_there

DECISIONS = ".decisions"
"""What the name of the file with the decisions has behind the name of the gold."""


class Adjudication(NamedTuple):
    """Annotators' files that are compared, and the gold file that is made from them.

    Paths are absolute. `annotators` has the file of each annotator by name, in the stated order. The gold
    need not exist; it is None for a task whose files have an agreement only. `done` has the documents
    that an annotator has finished; one without an entry has finished all. `settings`, `origin`, `reach`
    and `settings_reach` are as in `Pair`. `stated_in` is the keytally.toml that states it, and the number of
    its table there, from 0; None where no file does.
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
        """Whether all is equal but the reach of both, which says where files may lie, not which they are."""
        return isinstance(other, Adjudication) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.task, self.gold))

    @property
    def within(self) -> Within | None:
        """Whether the place of a file of the gold or of an annotator may be read; None where all may."""
        return None if self.reach is None else self.reach.holds

    @property
    def settings_within(self) -> Within | None:
        """The same of the texts and of the files that define the pairs."""
        reach = self.settings_reach or self.reach
        return None if reach is None else reach.holds

    @property
    def decisions(self) -> Path | None:
        """The file of the decisions, which stands beside the gold and need not exist; None without a gold."""
        return None if self.gold is None else self.gold.with_name(self.gold.name + DECISIONS)

    @property
    def document_of(self) -> Callable[[str], str]:
        """Gives the name by which a document is known from one that people write."""
        return registry.task_named(self.task).document_of

    def has_finished(
        self, annotator: str, document: str, commented: Collection[str] = (), is_in_file: bool = True
    ) -> bool:
        """Whether an annotator has finished a document.

        Finished are those that keytally.toml names for them and those that comments of their own file name;
        where neither names any, all that are in their file.
        """
        if annotator not in self.done:
            return document in commented if commented else is_in_file
        known = self.document_of(document)
        return document in commented or known in _known(self.task, self.done[annotator])

    @property
    def files(self) -> list[Path]:
        """The files that are there, of the gold and of the annotators."""
        gold = [self.gold] if self.gold is not None and is_there(self.gold) else []
        return [*gold, *self.annotators.values()]

    def holds(self, path: Path) -> bool:
        """Whether a file is the gold or an annotator's."""
        return path == self.gold or path in self.annotators.values()

    def pair(self, annotator: str) -> Pair:
        """The gold as key with the file of one annotator; both are keys. Raises ValueError without a gold."""
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
    """The names by which documents are known that people have written."""
    return frozenset(map(registry.task_named(task).document_of, documents))


class StatedAdjudications(NamedTuple):
    """The adjudications of a keytally.toml, the pairs that they make, and findings on what it names."""

    adjudications: list[Adjudication]
    pairs: list[Pair]
    findings: list[Finding]


def stated_adjudications(
    path: Path, text: str, project: ProjectFile, reach: Reach | None = None
) -> StatedAdjudications:
    """The adjudications that the keytally.toml at `path` states, and findings on files that cannot be used.

    Files in its own folder and below are within reach, and those in `reach`. Never raises for what the file
    names.
    """
    within = (reach or Reach()).around(path.parent)
    found = StatedAdjudications([], [], [])
    for entry in project.adjudications:
        golds = [each.gold for each in found.adjudications if each.gold is not None]
        line = count_line_ends(text[: entry.place.start]) + 1
        resolver = _Resolver(path.parent, entry, within, golds)
        if (adjudication := resolver.adjudication(f"line {line}")) is not None:
            adjudication = adjudication._replace(stated_in=(path, entry.number))
            found.adjudications.append(adjudication)
            found.pairs.extend(_pairs(adjudication, within))
        found.findings.extend(resolver.findings)
    return found


def _pairs(adjudication: Adjudication, reach: Reach) -> Iterator[Pair]:
    """The gold with each annotator's file; none where it is not there."""
    if adjudication.gold is None or not is_there(adjudication.gold):
        return
    folder = registry.task_named(adjudication.task).folder
    names = FolderFiles(reach, folder.extension if folder else "").names
    for annotator in adjudication.annotators:
        yield with_files(adjudication.pair(annotator), names)


class _Resolver:
    """Finds the files of one entry; `golds` are those of the entries before."""

    def __init__(self, folder: Path, entry: AdjudicationEntry, reach: Reach, golds: Sequence[Path]) -> None:
        self._folder = folder
        self._entry = entry
        self._reach = reach
        self._golds = golds
        self._parts = StatedParts(folder, entry.task, reach)
        self._may_be_folder = registry.task_named(entry.task).folder is not None
        self.findings = self._parts.findings

    def adjudication(self, origin: str) -> Adjudication | None:
        """The adjudication; None where fewer than two annotators are left, or a part cannot be used."""
        entry = self._entry
        annotators = self._annotators()
        settings = self._parts.settings(entry.settings)
        gold = None if entry.gold is None else self._gold(entry.gold, annotators, settings)
        if len(annotators) < FEWEST or settings is None or (gold is None) != (entry.gold is None):
            return None
        return Adjudication(entry.task, gold, annotators, settings, entry.done, origin, reach=self._reach)

    def _annotators(self) -> Mapping[str, Path]:
        """The files that can be used, by annotator; a file counts for the first that names it."""
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
        """The gold; None, with a finding, where it cannot be used. It need not be there."""
        path = absolute(self._folder / stated.value)
        if (problem := self._gold_problem(path, stated, annotators, settings)) is not None:
            self.findings.append(problem)
            return None
        return path

    def _gold_problem(
        self, path: Path, stated: Stated, annotators: Mapping[str, Path], settings: PairSettings | None
    ) -> Finding | None:
        problem = problem_of(path, stated, self._reach, may_be_folder=self._may_be_folder)
        if problem is not None and problem.wording is not MISSING_FILE:
            return problem
        real = os.path.realpath(path)
        for name, file in annotators.items():
            if os.path.realpath(file) == real:
                return GOLD_OF_ANNOTATOR.finding(*stated.place, {"name": name})
        parts = () if settings is None else (settings.texts, settings.configuration, *settings.option_files)
        if path in parts:
            return GOLD_AS_PART.finding(*stated.place, {})
        return GOLD_TWICE.finding(*stated.place, {}) if path in self._golds else None
