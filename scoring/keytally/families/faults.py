"""Findings on errors in files of annotation tools."""

import re
from collections.abc import Iterable

from keytally.families.interchange import Fault, FaultKind, Loss
from keytally.findings.finding import Finding
from keytally.findings.table.adjudication import (
    IMPORT_LINE,
    IMPORT_OFFSET,
    IMPORT_REFERENCE,
    IMPORT_REJECTED,
)
from keytally.text.positions import LINE_END

_RULES = {
    FaultKind.LINE: IMPORT_LINE,
    FaultKind.OFFSET: IMPORT_OFFSET,
    FaultKind.REFERENCE: IMPORT_REFERENCE,
    FaultKind.REJECTED: IMPORT_REJECTED,
}
_LONGEST = 200

_PART_OF_RECORD = ("[", "{")
"""The first characters of pieces that are complete JSON values."""


def findings_of(text: str, losses: Iterable[Loss]) -> list[Finding]:
    """Return the findings on the errors among the losses of a text, in order of their places."""
    lines = _Lines(text)
    found = [lines.finding(loss.place.line, loss.fault) for loss in losses if loss.fault is not None]
    return sorted(found, key=lambda finding: (finding.start, finding.end))


class _Lines:
    """The lines of a file, and their offsets."""

    def __init__(self, text: str) -> None:
        self._text = text
        ends = [*LINE_END.finditer(text)]
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]
        self._behind = 0

    def finding(self, line: int, fault: Fault) -> Finding:
        """Return the finding on a fault in a line, counted from 1; it covers the faulty piece or the whole
        line.
        """
        number = min(max(line, 1), len(self._starts)) - 1
        start, end = self._starts[number], self._ends[number]
        if fault.piece and (found := self._found(fault.piece, start, end)):
            start, end = found.span()
        wrong = fault.what if len(fault.what) <= _LONGEST else f"{fault.what[: _LONGEST - 1]}…"
        return _RULES[fault.kind].finding(start, end, {"wrong": wrong})

    def _found(self, piece: str, start: int, end: int) -> re.Match[str] | None:
        """Find a piece of a line; if it is a JSON list or object that occurs several times, find the
        occurrence after the previous match.
        """
        pattern, found = _pattern(piece), None
        if piece.startswith(_PART_OF_RECORD):
            found = pattern.search(self._text, max(start, self._behind), end)
        found = found or pattern.search(self._text, start, end)
        if found:
            self._behind = found.end()
        return found


def _pattern(piece: str) -> re.Pattern[str]:
    """Return a pattern for a piece of a line; JSON may contain spaces after commas and colons."""
    if piece.startswith(_PART_OF_RECORD):
        return re.compile(re.sub(r"([,:])\\ ", r"\1[ ]?", re.escape(piece)))
    return re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)")
