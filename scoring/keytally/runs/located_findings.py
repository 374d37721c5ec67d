"""Locate findings at lines and columns of files, and format the problems of project files as lines."""

import sys
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.findings.finding import (
    Edit,
    FilePosition,
    Finding,
    Fix,
    LocatedFinding,
    Related,
    RelatedPlace,
    Replacement,
    Rule,
    Severity,
    one_line,
)
from keytally.project import toml_file
from keytally.project.discovery import Discovery
from keytally.project.reach import section_of
from keytally.project.toml_values import table_at
from keytally.runs.files import shown_path
from keytally.text.files import decode, regular_bytes
from keytally.text.positions import LINE_END

# A file with findings has several positions for each; this takes half the time of calling the class.
_position = partial(tuple.__new__, FilePosition)


class Lines:
    """Converts offsets in a text to positions, using its line starts.

    The line of the previous offset is tried first, because most offsets are on the same line. Lines are only
    determined for texts with findings.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 0

    @cached_property
    def _starts(self) -> "array[int]":
        behind = (end.end() for end in LINE_END.finditer(self._text))
        return array("q", chain((0,), behind, (sys.maxsize,)))

    def position(self, offset: int) -> FilePosition:
        """Return the position of an offset."""
        starts, line = self._starts, self._line
        if not starts[line] <= offset < starts[line + 1]:
            line = self._line = bisect_right(starts, offset) - 1
        return _position((line + 1, offset - starts[line] + 1))


class Home(NamedTuple):
    """A file that contains units."""

    shown: str
    lines: Lines
    reading: Reading


def located(found: Located, rule: Rule, shown: str, lines: Lines, homes: Sequence[Home]) -> LocatedFinding:
    """Return a finding with its position in the file `shown` and the severity set by the user."""
    finding, offset = found.finding, found.offset
    related = finding.related
    return LocatedFinding(
        shown,
        rule,
        finding.message,
        lines.position(offset + finding.start),
        lines.position(offset + finding.end),
        _fix(finding, offset, lines) if finding.edits else None,
        tuple([place for each in related for place in _places(each, homes)]) if related else (),
    )


def _fix(finding: Finding, offset: int, lines: Lines) -> Fix | None:
    title = finding.fix_title
    if title is None:
        return None
    position = lines.position
    edits = sorted(finding.edits, key=_extent) if len(finding.edits) > 1 else finding.edits
    made = [
        Replacement(position(offset + edit.start), position(offset + edit.end), edit.text) for edit in edits
    ]
    return Fix(title, tuple(made))


def _extent(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _places(related: Related, homes: Sequence[Home]) -> Iterator[RelatedPlace]:
    """Yield the position of a related range; nothing if none of the files contains its unit."""
    for home in homes:
        try:
            offset = home.reading.units.offset_of(related.unit)
        except KeyError:
            continue
        start, end = home.lines.position(offset + related.start), home.lines.position(offset + related.end)
        yield RelatedPlace(home.shown, start, end, related.message)
        return


NO_TOML = "project-syntax"
OTHER_TABLES = ("pair", "rules")
"""The tables of keytally.toml whose errors do not concern annotators."""


def problem_lines(
    found: Discovery, only: Collection[Severity] = tuple(Severity), beside: Collection[str] = ()
) -> Iterator[str]:
    """Yield one line for each problem of project files that has one of the severities in `only`.

    Problems at the tables in `beside` are omitted.
    """
    for path, findings in found.findings.items():
        text = decode(regular_bytes(path, toml_file.LARGEST)).text if findings else ""
        lines = Lines(text)
        for finding in (each for each in findings if each.rule.severity in only):
            if (
                beside
                and finding.rule.name != NO_TOML
                and table_at(text, finding.start, section_of(path)) in beside
            ):
                continue
            start = lines.position(finding.start)
            yield f"{shown_path(path)}:{start.line}:{start.column}: {one_line(finding.message)}"


def annotators_problems(found: Discovery) -> tuple[Sequence[str], Sequence[str]]:
    """Return the errors in project files that concern annotators, and all other problems, as lines."""
    problems = list(problem_lines(found, only=(Severity.ERROR,), beside=OTHER_TABLES))
    return problems, [line for line in problem_lines(found) if line not in problems]
