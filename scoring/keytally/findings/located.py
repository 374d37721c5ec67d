"""Findings with their place in a file, and the line that reports one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.findings.finding import Rule, Severity
from keytally.text.positions import Position
from keytally.text.rendering import printable


class Replacement(NamedTuple):
    """Replace the characters from `start` to `end` of a file by `text`."""

    start: Position
    end: Position
    text: str


class Fix(NamedTuple):
    """A safe repair: its title, and replacements that do not overlap, in file order."""

    title: str
    replacements: tuple[Replacement, ...]


class RelatedPlace(NamedTuple):
    """A place that explains a finding, possibly in another file."""

    path: str
    start: Position
    end: Position
    message: str


class LocatedFinding(NamedTuple):
    """A breach of a rule in a file.

    `path` is as given. Positions count lines and columns from 0, columns in code points; the outputs print
    them from 1. `rule` has the severity from the user's settings.
    """

    path: str
    rule: Rule
    message: str
    start: Position
    end: Position
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
    """Return a finding in one line; line and column count from 1, the column in code points."""
    line, column = finding.start.line + 1, finding.start.column + 1
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
