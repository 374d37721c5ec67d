"""The SGML language: how a text, a key or a response is cut into units, parsed and checked."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml import boundaries, numbers
from keytally.evaluations.muc.formats.sgml.lexer import TagLexer
from keytally.evaluations.muc.formats.sgml.reader import read_unit, reread_unit
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.finding import Finding

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


class SgmlLanguage(NamedTuple):
    """SGML files of one syntax, in one role (keytally.evaluations.interface.Language)."""

    syntax: SgmlSyntax
    role: Role

    @property
    def loses_repeated(self) -> bool:
        """Scoring leaves out nothing of what is found twice (keytally.evaluations.abilities.KnowsLosses)."""
        return False

    @property
    def name(self) -> str:
        """The language's id."""
        return "muc-sgml"

    @property
    def lookahead(self) -> int:
        """How many characters decide whether a unit begins at an offset."""
        return boundaries.lookahead(self.syntax.doc_gid)

    def boundaries(self, text: str) -> list[int]:
        """The starts of units in any text, without 0, in order."""
        return boundaries.boundaries(text, self.syntax.doc_gid)

    def read(self, text: str) -> SgmlUnit:
        """Parse one unit and check it; never fails."""
        return self._judged(read_unit(text, self.syntax, _lexer(self.syntax, self.role)))

    def reread(self, unit: SgmlUnit, text: str) -> SgmlUnit:
        """Parse `text`, the text of a unit after an edit (keytally.evaluations.abilities.Rereads)."""
        return self._judged(reread_unit(unit, text, self.syntax, _lexer(self.syntax, self.role)))

    def _judged(self, unit: SgmlUnit) -> SgmlUnit:
        unit.judge = self._findings_of
        return unit

    def _findings_of(self, unit: SgmlUnit) -> Sequence[Finding]:
        from keytally.evaluations.muc.rules.sgml import judge_unit

        return judge_unit(unit, self.syntax, self.role)

    def document_of(self, text: str) -> str | None:
        """The document of the unit with that text (keytally.evaluations.apart.NamesUnits)."""
        if not boundaries.begins_document(text, self.syntax.doc_gid):
            return None
        section = numbers.number_section(text, self.syntax.number_gids)
        content = "" if section is None else text[section.start : section.end]
        return self.read(text).document if "<" in content else numbers.digits_of(content)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """The documents that a text may hold (keytally.evaluations.abilities.FindsDocuments)."""
        return numbers.may_hold(text, documents, self.syntax.number_gids)

    def suspects(self, units: Sequence[SgmlUnit]) -> Sequence[SgmlUnit]:
        """The documents with an odd tag or link (keytally.evaluations.abilities.KnowsLosses)."""
        from keytally.evaluations.muc.rules.sgml import may_lose

        return [unit for unit in units if may_lose(unit, self.syntax, self.role)]

    def compare_duplicates(
        self, units: Sequence[SgmlUnit], apart: Collection[SgmlUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """The findings of each unit that depend on the units before it; units are in file order."""
        from keytally.evaluations.muc.rules.sgml import duplicate_numbers

        return duplicate_numbers(units)


def language(role: Role) -> SgmlLanguage:
    """The language of an SGML file outside of any pair: the tags and sections of MUC-6 and MUC-7."""
    return SgmlLanguage(SgmlSyntax.of(None), role)


@lru_cache(maxsize=16)
def _lexer(syntax: SgmlSyntax, role: Role) -> TagLexer:
    """One lexer for a syntax and a role, so that files share its cache of tags."""
    from keytally.evaluations.muc.rules.sgml_attributes import attribute_judge

    return TagLexer(syntax, attribute_judge(syntax, role))
