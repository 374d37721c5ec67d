"""Findings with their place in a file, and the line that reports one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.findings.finding import Rule, Severity
from keytally.text.rendering import printable


class FilePosition(NamedTuple):
    """A place in a file; `line` and `column` count from 1, `column` in code points."""

    line: int
    column: int


class Replacement(NamedTuple):
    """Replace the characters from `start` to `end` of a file by `text`."""

    start: FilePosition
    end: FilePosition
    text: str


class Fix(NamedTuple):
    """A safe repair: its title, and replacements that do not overlap, in file order."""

    title: str
    replacements: tuple[Replacement, ...]


class RelatedPlace(NamedTuple):
    """A place that explains a finding, possibly in another file."""

    path: str
    start: FilePosition
    end: FilePosition
    message: str


class LocatedFinding(NamedTuple):
    """A breach of a rule in a file.

    `path` is as given. `rule` has the severity from the user's settings.
    """

    path: str
    rule: Rule
    message: str
    start: FilePosition
    end: FilePosition
    fix: Fix | None = None
    related: tuple[RelatedPlace, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return the severity of the finding."""
        return self.rule.severity


class CheckedFile(NamedTuple):
    """A file that was checked: its path as given, its text, and its findings in file order."""

    path: str
    text: str
    findings: Sequence[LocatedFinding]


def write_concise(files: Sequence[CheckedFile]) -> str:
    """Return all findings, file by file, a line each."""
    return "".join([finding_line(finding) + "\n" for file in files for finding in file.findings])


def finding_line(finding: LocatedFinding) -> str:
    """Return a finding in one line."""
    line, column = finding.start
    rule, path, message = finding.rule, _printable_path(finding.path), printable(one_line(finding.message))
    return f"{path}:{line}:{column}: {rule.severity.value}[{rule.name}] {message}"


@lru_cache(1)
def _printable_path(path: str) -> str:
    """Return the printable path of a file; cached because its findings are adjacent."""
    return printable(path)


def one_line(text: str) -> str:
    """Return `text` with every line end, and the whitespace around it, replaced by one space."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines)
