"""Converts findings in units to findings at lines and columns of files."""

import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.located import Fix, LocatedFinding, RelatedPlace, Replacement
from keytally.findings.rule import Rule
from keytally.text.lines import line_starts
from keytally.text.span import Position

# A file with findings has several positions for each; this takes half the time of calling the class.
_position = partial(tuple.__new__, Position)


class Lines:
    """The line starts of a text, which turn offsets into positions.

    Most offsets are on the line of the one that was asked for before: it is tried first.
    """

    def __init__(self, text: str) -> None:
        self._starts = [*line_starts(text), sys.maxsize]
        self._line = 0

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        starts, line = self._starts, self._line
        if not starts[line] <= offset < starts[line + 1]:
            line = self._line = bisect_right(starts, offset) - 1
        return _position((line, offset - starts[line]))


class Home(NamedTuple):
    """A file that contains units."""

    shown: str
    lines: Lines
    reading: Reading


def located(found: Located, rule: Rule, shown: str, lines: Lines, homes: Sequence[Home]) -> LocatedFinding:
    """A finding with its place in the file called `shown`, under its rule as graded by the user."""
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
        Replacement(position(offset + each.start), position(offset + each.end), each.text) for each in edits
    ]
    return Fix(title, tuple(made))


def _extent(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _places(related: Related, homes: Sequence[Home]) -> Iterator[RelatedPlace]:
    """The places of a related range; none if its unit is in none of the files."""
    for home in homes:
        try:
            offset = home.reading.units.offset_of(related.unit)
        except KeyError:
            continue
        start, end = home.lines.position(offset + related.start), home.lines.position(offset + related.end)
        yield RelatedPlace(home.shown, start, end, related.message)
        return
