"""The template language: how the engine cuts, reads and judges a key or a response of records."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates import headers
from keytally.evaluations.muc.formats.templates.reader import read_unit
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class TemplateLanguage:
    """Template files of one syntax, in one role (keytally.evaluations.interface.Language)."""

    syntax: TemplateSyntax
    role: Role

    @property
    def name(self) -> str:
        """The language's id."""
        return "muc-template"

    @property
    def lookahead(self) -> int:
        """How many characters decide whether a record begins at a place."""
        return headers.LOOKAHEAD

    def boundaries(self, text: str) -> list[int]:
        """The starts of records in any text, without 0, in order."""
        return headers.boundaries(text)

    def read(self, text: str) -> TemplateUnit:
        """Read one unit and judge it; any text can be read."""
        return read_unit(text, self.syntax)

    def compare_duplicates(
        self, units: Sequence[TemplateUnit], apart: Collection[TemplateUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """For each unit, given in file order, the findings that need the other units of the document."""
        return [() for _ in units]


def language(role: Role) -> TemplateLanguage:
    """How a template file is read that belongs to no pair: nothing is known of classes and slots."""
    return TemplateLanguage(TemplateSyntax.of(None), role)
