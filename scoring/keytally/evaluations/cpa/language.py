"""The language `cpa`: how a file of one of the three kinds is cut into units and parsed."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import ID, PARSE, PAT, Format, format_of_file, verb_of
from keytally.evaluations.cpa.formats.ontology import Ontology
from keytally.evaluations.cpa.formats.rows import rows_of
from keytally.evaluations.cpa.formats.sentences import Inputs
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.rules.across import duplicate_ids, many_patterns, missing_verbs
from keytally.evaluations.cpa.rules.lines import carriage_returns, findings_in
from keytally.evaluations.interface import Role
from keytally.findings.finding import Finding

_BLANK_LINE = re.compile(r"(?<=\n)(?=[\r\n])|(?<=\r)(?=\r)")
_LINE = re.compile(r"(?<=\n)(?=[\s\S])|(?<=\r)(?=[^\n])")


class CpaLanguage(NamedTuple):
    """The language of a file (keytally.evaluations.abilities.ReadsByName).

    `format` is None until `of_file` sets it; such a file is read as a `.parse` file. `verb` is the document
    of all units. `absent` are the files of verbs that a response's folder lacks; the file with this language
    has the finding about them. `inputs` is the task's input file, or the folder of input files.
    """

    role: Role = Role.UNKNOWN
    format: Format | None = None
    verb: str = ""
    ontology: Ontology | None = None
    inputs: Inputs | None = None
    absent: tuple[str, ...] = ()
    name: str = "cpa"
    lookahead: int = 1

    def of_file(self, name: str, absent: Sequence[str] = ()) -> "CpaLanguage":
        """The language of the file with that name, alone or the first of a folder without `absent`."""
        kind = self.format or format_of_file(name)
        return self._replace(format=kind, verb=verb_of(name), absent=tuple(absent))

    def boundaries(self, text: str) -> list[int]:
        """A sentence of a `.parse` file starts with its blank line; elsewhere each line is a unit."""
        pattern = _BLANK_LINE if self._format is PARSE else _LINE
        return [match.start() for match in pattern.finditer(text)]

    def read(self, text: str) -> CpaUnit:
        """The sentence or line with that text, with the findings of its rows; never fails."""
        rows = rows_of(text)
        findings = findings_in(rows, self._format, self.role, self.ontology)
        if "\r" in text:
            both = (*findings, *carriage_returns(text))
            findings = tuple(sorted(both, key=lambda finding: (finding.start, finding.end)))
        ids = frozenset(row.cells[ID] for row in rows) if self._format is not PAT else frozenset()
        return CpaUnit(text, self.verb, self._format, rows, findings, self.inputs, ids)

    def compare_duplicates(
        self, units: Sequence[CpaUnit], apart: Collection[CpaUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Findings on repeated ids or too many patterns of a file, and at its start on verbs without one."""
        found = many_patterns(units) if self._format is PAT else duplicate_ids(units)
        if self.absent and found:
            found[0] = [*missing_verbs(self.absent), *found[0]]
        return found

    @property
    def _format(self) -> Format:
        return self.format or PARSE


def language(role: Role) -> CpaLanguage:
    """The language of a file outside of any pair."""
    return CpaLanguage(role)
