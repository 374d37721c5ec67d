"""Findings with their place in a file: what the command prints and `keytally.check` returns."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.findings.rule import Rule, Severity
from keytally.text.span import Position


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
        """The severity of the finding."""
        return self.rule.severity


class CheckedFile(NamedTuple):
    """A file that was checked: its path as given, its text, and its findings in file order."""

    path: str
    text: str
    findings: Sequence[LocatedFinding]
