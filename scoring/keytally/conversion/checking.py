"""A file of another program as a language: what is wrong with it is told by its reading for a conversion."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from keytally.evaluations.converted import Fault, FaultKind, SourceText
from keytally.evaluations.converted_templates import AnyFormat
from keytally.evaluations.interface import Role
from keytally.findings.finding import Finding
from keytally.findings.table.imports import IMPORT_LINE, IMPORT_OFFSET, IMPORT_REFERENCE
from keytally.text.lines import LINE_END

_RULES = {
    FaultKind.LINE: IMPORT_LINE,
    FaultKind.OFFSET: IMPORT_OFFSET,
    FaultKind.REFERENCE: IMPORT_REFERENCE,
}
_LONGEST = 200

_PART_OF_RECORD = ("[", "{")
"""The beginnings of pieces that are written as JSON and end by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class ImportedFile:
    """A whole file (keytally.evaluations.interface.Unit); it belongs to no document that is scored."""

    text: str
    findings: Sequence[Finding]
    document: None = None


@dataclass(frozen=True, slots=True)
class ImportLanguage:
    """The language of a file of a format; `further` are its other files, `lacking` says why one is not.

    Without one of them nothing else is judged.
    """

    form: AnyFormat
    further: tuple[SourceText, ...] = ()
    lacking: str = ""
    role: Role = Role.UNKNOWN
    lookahead: int = 0

    @property
    def name(self) -> str:
        """The name of the format."""
        return self.form.name

    def boundaries(self, text: str) -> list[int]:
        """None: a file is one unit, since its lines refer to each other."""
        return []

    def read(self, text: str) -> ImportedFile:
        """The file; never fails."""
        return ImportedFile(text, tuple(self._findings(text)))

    def compare_duplicates(
        self,
        units: Sequence[ImportedFile],
        apart: Mapping[ImportedFile, ImportedFile] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """No findings: a file is one unit."""
        return [()] * len(units)

    def _findings(self, text: str) -> list[Finding]:
        lines = _Lines(text)
        if self.lacking:
            wrong = f"the text of this file, {self.lacking}"
            return [lines.finding(1, Fault(FaultKind.REFERENCE, wrong))]
        losses = self.form.read([SourceText("", text), *self.further]).losses
        found = [lines.finding(each.place.line, each.fault) for each in losses if each.fault is not None]
        return sorted(found, key=lambda each: (each.start, each.end))


class _Lines:
    """The lines of a file, and where they stand in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        ends = [*LINE_END.finditer(text)]
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]
        self._behind = 0

    def finding(self, line: int, fault: Fault) -> Finding:
        """The finding of a fault on a line, counted from 1; on its piece, else on all of the line."""
        number = min(max(line, 1), len(self._starts)) - 1
        start, end = self._starts[number], self._ends[number]
        if fault.piece and (found := self._found(fault.piece, start, end)):
            start, end = found.span()
        wrong = fault.what if len(fault.what) <= _LONGEST else f"{fault.what[: _LONGEST - 1]}…"
        return _RULES[fault.kind].finding(start, end, {"wrong": wrong})

    def _found(self, piece: str, start: int, end: int) -> re.Match[str] | None:
        """A piece of a line; of equal parts of a record the one behind the last that was found."""
        pattern, found = _pattern(piece), None
        if piece.startswith(_PART_OF_RECORD):
            found = pattern.search(self._text, max(start, self._behind), end)
        found = found or pattern.search(self._text, start, end)
        if found:
            self._behind = found.end()
        return found


def _pattern(piece: str) -> re.Pattern[str]:
    """A pattern for a piece of a line; JSON is written with blanks behind commas and colons, or without."""
    if piece.startswith(_PART_OF_RECORD):
        return re.compile(re.sub(r"([,:])\\ ", r"\1[ ]?", re.escape(piece)))
    return re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)")
