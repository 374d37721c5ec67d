"""keytally.toml as a language, so that an editor shows its findings."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from keytally.findings.finding import Finding
from keytally.project.reach import Reach
from keytally.project.stated import stated_in
from keytally.project.toml_file import NAME


@dataclass(frozen=True, slots=True, eq=False)
class ProjectUnit:
    """A whole keytally.toml; it is not scored."""

    text: str
    findings: Sequence[Finding]
    document: str | None = None


@dataclass(frozen=True, slots=True)
class ProjectLanguage:
    """The keytally.toml at `path` (keytally.evaluations.interface.Language); it may name files in `reach`.

    `looks` grows when the files that it names may have changed on disk: then it is another language.
    """

    path: Path
    reach: Reach
    looks: int = 0
    name: str = "toml"
    lookahead: int = 0

    def boundaries(self, text: str) -> list[int]:
        """No boundaries: the file is one unit."""
        return []

    def read(self, text: str) -> ProjectUnit:
        """Parse and check the file; the files that it names are searched on disk."""
        return ProjectUnit(text, stated_in(self.path, text, NAME, self.reach).findings)

    def compare_duplicates(
        self, units: Sequence[ProjectUnit], apart: Collection[ProjectUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: the file is one unit."""
        return [()] * len(units)


def is_project_file(path: Path) -> bool:
    """Whether a file is a keytally.toml."""
    return path.name == NAME
