"""The findings of a text, located in it."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from keytally.engine.shared_lines import parts_lines
from keytally.engine.unit_findings import ComparedWith, UnitFindings
from keytally.engine.units import CHARACTERS, FINDINGS, LINE_ENDS, Units
from keytally.findings.finding import Edit, Finding


class Located(NamedTuple):
    """A finding, its unit, and the offset and the line in the file at which the unit starts."""

    finding: Finding
    unit: Any
    offset: int
    line: int

    @property
    def start(self) -> int:
        """Where the finding starts in the file, in code points."""
        return self.offset + self.finding.start

    @property
    def end(self) -> int:
        """Where the finding ends in the file, in code points."""
        return self.offset + self.finding.end


class LocatedFindings(NamedTuple):
    """The findings of a unit in the order of their places, and where the unit starts in the file.

    `findings` is the same object as long as the unit has the same findings. Their edits in other units
    count from the starts of those.
    """

    findings: Sequence[Finding]
    unit: Any
    offset: int
    line: int


class FoundStretch(NamedTuple):
    """Units near each other that have findings; the line on which the first of the stretch starts.

    `state` is the same object as long as the units of the stretch and their findings are the same.
    `starts_line` says whether the stretch starts a line of its own.
    """

    line: int
    starts_line: bool
    state: object
    found: Iterator[LocatedFindings]


class Findings:
    """All findings of a text in the order of their places; `kept` are those of each unit."""

    def __init__(self, units: Units, kept: UnitFindings) -> None:
        self._units = units
        self._kept = kept

    def __len__(self) -> int:
        return self._units.index.total[FINDINGS]

    def __iter__(self) -> Iterator[Located]:
        """Units without findings cost nothing."""
        for found in chain.from_iterable(stretch.found for stretch in self.stretches()):
            for finding in found.findings:
                yield Located(self._placed(finding, found.unit), found.unit, found.offset, found.line)

    def stretches(self) -> Iterator[FoundStretch]:
        """The units that have findings, in file order."""
        for units in self._units.index.stretches(FINDINGS):
            found = (
                LocatedFindings(self._kept.of(unit), unit, before[CHARACTERS], before[LINE_ENDS])
                for unit, before in units.holding
            )
            starts_line = units.previous is None or parts_lines(units.previous, units.first)
            yield FoundStretch(units.before[LINE_ENDS], starts_line, units.state, found)

    def of(self, unit: Any) -> list[Finding]:
        """The findings of one unit in the order of their places."""
        return [self._placed(finding, unit) for finding in self._kept.of(unit)]

    def put(self, compared_with: ComparedWith, unit: Any, findings: Sequence[Finding]) -> bool:
        """Set what a comparison has found in a unit; tells whether that may be new."""
        changed = self._kept.put(compared_with, unit, findings)
        if changed:
            self._units.recount(unit)
        return changed

    def _placed(self, finding: Finding, unit: Any) -> Finding:
        """A finding with the edits in other units counted from the start of its own."""
        if not finding.edits or not finding.reaches_out:
            return finding
        start, offset_of = self._units.offset_of(unit), self._units.offset_of
        shifts = (0 if edit.unit is None else offset_of(edit.unit) - start for edit in finding.edits)
        moved = (
            Edit(edit.start + shift, edit.end + shift, edit.text)
            for edit, shift in zip(finding.edits, shifts, strict=True)
        )
        return finding._replace(edits=tuple(moved))
