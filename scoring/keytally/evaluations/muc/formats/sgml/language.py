"""The SGML language: how the engine cuts, reads and judges a text, a key or a response."""

from collections.abc import Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml import boundaries
from keytally.evaluations.muc.formats.sgml.lexer import TagLexer
from keytally.evaluations.muc.formats.sgml.reader import read_unit
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.rules.sgml import duplicate_numbers, judge_unit
from keytally.evaluations.muc.rules.sgml_attributes import attribute_judge
from keytally.findings.finding import Finding


class SgmlLanguage:
    """SGML files of one syntax, in one role (keytally.evaluations.interface.Language)."""

    name = "muc-sgml"

    def __init__(self, syntax: SgmlSyntax, role: Role) -> None:
        self.syntax = syntax
        self.role = role
        self.lookahead = boundaries.lookahead(syntax.doc_gid)
        self._lexer = TagLexer(syntax, attribute_judge(syntax, role))

    def boundaries(self, text: str) -> list[int]:
        """The starts of units in any text, without 0, in order."""
        return boundaries.boundaries(text, self.syntax.doc_gid)

    def read(self, text: str) -> SgmlUnit:
        """Read one unit and judge it."""
        unit, matcher = read_unit(text, self.syntax, self._lexer)
        unit.findings = judge_unit(unit, matcher, self.syntax, self.role)
        return unit

    def compare_duplicates(self, units: Sequence[SgmlUnit]) -> Sequence[Sequence[Finding]]:
        """For each unit of a file the findings that need the units before it."""
        return duplicate_numbers(units)
