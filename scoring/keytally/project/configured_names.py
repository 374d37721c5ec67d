"""The files that a configuration names: findings at the names of those that cannot be read."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.evaluations import registry
from keytally.evaluations.family import NamesFiles
from keytally.evaluations.interface import Language
from keytally.findings.finding import Finding
from keytally.findings.table.project import FOLDER_FOR_FILE, MISSING_FILE
from keytally.project.named_files import problem_of
from keytally.project.reach import Reach
from keytally.project.toml_tables import Stated


def problems_of_names(naming: NamesFiles, path: Path, text: str, reach: Reach) -> dict[Path, Finding]:
    """The findings on the names in the configuration at `path`, by file.

    A file that is not there is none: a configuration may be older than its files.
    """
    within = reach.around(path.parent)
    found: dict[Path, Finding] = {}
    for named in naming.named_files(path, text):
        name = text[named.place.start : named.place.end].strip("\"'")
        problem = problem_of(named.file, Stated(name, named.place), within)
        if problem is not None and problem.wording not in (MISSING_FILE, FOLDER_FOR_FILE):
            found[named.file] = problem
    return found


class NamingLanguage(NamedTuple):
    """The language of the configuration at `path`, with findings on the files that it names.

    `looks` grows when those may have changed on disk: then it is another language.
    """

    inner: Language
    naming: NamesFiles
    path: Path
    reach: Reach
    looks: int = 0

    @property
    def name(self) -> str:
        """The id of the configuration's language."""
        return self.inner.name

    @property
    def lookahead(self) -> int:
        """That of the configuration's language."""
        return self.inner.lookahead

    def boundaries(self, text: str) -> list[int]:
        """Those of the configuration's language."""
        return self.inner.boundaries(text)

    def read(self, text: str) -> Any:
        """The unit of the configuration's language, with findings on names as well."""
        unit = self.inner.read(text)
        more = problems_of_names(self.naming, self.path, text, self.reach)
        return _with_findings(unit, more.values()) if more else unit

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Those of the configuration's language."""
        return self.inner.compare_duplicates(units, apart)


def _with_findings(unit: Any, more: Iterable[Finding]) -> Any:
    """A unit with findings besides its own, whose other places are in it; a unit may be frozen."""
    told = copy(unit)
    own = (_moved(finding, unit, told) for finding in unit.findings)
    object.__setattr__(told, "findings", (*own, *more))
    return told


def _moved(finding: Finding, unit: Any, told: Any) -> Finding:
    """A finding whose places in one unit are in another one with the same text."""
    related = (each._replace(unit=told) if each.unit is unit else each for each in finding.related)
    return finding._replace(related=tuple(related)) if finding.related else finding


def naming_files(language: Language, path: Path, reach: Reach, looks: int = 0) -> Language:
    """A language for the file at `path`: that of a configuration tells of the files that it names, too."""
    known = (each for each in registry.configurations() if each.language == language.name)
    found = next(known, None)
    if not isinstance(found, NamesFiles) or not path.is_absolute():
        return language
    return NamingLanguage(language, found, path, reach, looks)
