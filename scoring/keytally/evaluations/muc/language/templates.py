"""The template language: how a key or a response of records is cut into units, parsed and checked."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from sys import intern
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates import headers
from keytally.evaluations.muc.formats.templates.reader import read_tree
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import (
    Judgement,
    Pointer,
    TemplateUnit,
    Tree,
    document_of,
)
from keytally.evaluations.muc.language.bnf import bnf_of
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.evaluations.muc.rules.document_names import DocumentNames
    from keytally.evaluations.muc.rules.templates_unit import UnitRules

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


class _TemplateLanguageFields(NamedTuple):
    syntax: TemplateSyntax
    role: Role


class TemplateLanguage(_TemplateLanguageFields):
    """Template files of one syntax, in one role (keytally.evaluations.interface.Language)."""

    @property
    def loses_repeated(self) -> bool:
        """Scoring leaves out nothing of what is found twice (keytally.evaluations.abilities.KnowsLosses)."""
        return False

    @property
    def name(self) -> str:
        """The language's id."""
        return "muc-template"

    @property
    def lookahead(self) -> int:
        """How many characters decide whether a record begins at an offset."""
        return headers.LOOKAHEAD

    def boundaries(self, text: str) -> list[int]:
        """The starts of records in any text, without 0, in order."""
        return headers.boundaries(text)

    def read(self, text: str) -> TemplateUnit:
        """One unit, which is parsed and checked when needed; never fails."""
        line = None if self.syntax.compound_classes else headers.SOUND_LINE.match(text)
        document = document_of(self.tree(text)) if line is None else line[2]
        return TemplateUnit(text, document and intern(document), self)

    def tree(self, text: str) -> Tree:
        """The syntax tree of a unit's text."""
        return read_tree(text, self.syntax)

    def judgement(self, unit: TemplateUnit) -> Judgement:
        """The findings of a unit by itself."""
        return self._rules.judgement(unit)

    def pointers(self, unit: TemplateUnit) -> Sequence[Pointer]:
        """The fills of a unit that are to name an object of its document."""
        return self._rules.pointers(unit)

    @cached_property
    def _rules(self) -> "UnitRules":
        from keytally.evaluations.muc.rules.templates_unit import UnitRules

        return UnitRules(self.syntax, self.role)

    def document_of(self, text: str) -> str | None:
        """The document of the unit with that text (keytally.evaluations.apart.NamesUnits)."""
        pieces = None if self.syntax.compound_classes else headers.sound_pieces(text)
        return pieces[1] if pieces else document_of(self.tree(text))

    def is_judged(self, unit: TemplateUnit) -> bool:
        """Whether a unit's findings are known (keytally.evaluations.apart.JudgesElsewhere)."""
        return unit.is_judged

    def found_sound(self, units: Sequence[TemplateUnit]) -> None:
        """Take over that units have no findings (keytally.evaluations.apart.JudgesElsewhere)."""
        for unit in units:
            unit.is_sound = True

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """The documents that a text may hold (keytally.evaluations.abilities.FindsDocuments)."""
        return headers.may_hold(text, documents)

    def suspects(self, units: Sequence[TemplateUnit]) -> Sequence[TemplateUnit]:
        """The units with something that may not be read (keytally.evaluations.abilities.KnowsLosses)."""
        return [unit for unit in units if unit.may_lose]

    def compare_duplicates(
        self,
        units: Sequence[TemplateUnit],
        apart: Mapping[TemplateUnit, TemplateUnit] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """The findings of each unit that depend on the document's other units, in file order."""
        from keytally.evaluations.muc.rules.templates_document import compare_units

        own = {unit: apart[unit] for unit in units if unit in apart} if apart else apart
        return compare_units(units, own)

    def document_comparison(self) -> "DocumentNames":
        """A comparison of a document's units (keytally.evaluations.abilities.ComparesInPart)."""
        from keytally.evaluations.muc.rules.document_names import DocumentNames

        return DocumentNames()


def language(role: Role, bnf: str | None = None) -> TemplateLanguage:
    """The language of a template file outside of any pair: only a BNF's text gives classes and slots."""
    return TemplateLanguage(TemplateSyntax.of(None, None if bnf is None else bnf_of(bnf)), role)
