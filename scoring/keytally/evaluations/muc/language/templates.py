"""The template language: how a key or a response of records is cut into units, parsed and checked."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from sys import intern
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates import headers
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.reader import read_tree
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import (
    Judgement,
    Name,
    Pointer,
    Record,
    SlotEntry,
    TemplateUnit,
    Tree,
    document_of,
)
from keytally.evaluations.muc.language.bnf import bnf_of
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.evaluations.muc.rules.document_names import DocumentNames
    from keytally.evaluations.muc.rules.sound_records import SoundRecords
    from keytally.evaluations.muc.rules.templates_declared import DeclaredRules

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
        document = self.document_of(text)
        return TemplateUnit(text, document and intern(document), self)

    def tree(self, text: str) -> Tree:
        """The syntax tree of a unit's text."""
        return read_tree(text, self.syntax)

    def judgement(self, unit: TemplateUnit) -> Judgement:
        """The findings of a unit by itself."""
        sound = self._sound.find(unit.text)
        if sound is not None:
            return sound
        home, unit = unit, unit.passing(self._judged_tree)
        found = [_at_home(finding, home) for finding in self._findings(unit)]
        own = [header.identity for header in unit.headers]
        return Judgement(
            found,
            tuple([identity.key for identity in own if identity.is_whole]),
            frozenset([identity.class_name.lower() for identity in own if not identity.is_whole]),
            self._pointed(unit, found),
        )

    def _pointed(self, unit: TemplateUnit, found: Sequence[Finding]) -> frozenset[Name]:
        """What the pointers of a unit name; most units have a `<` in their header only."""
        from keytally.evaluations.muc.rules.sound_records import NOTHING_POINTED, names_in

        if "<" not in unit.text[1:]:
            return NOTHING_POINTED
        text, wrong, names = unit.text, _wrong(found), set[Name]()
        for record in unit.scored_records():
            for slot in record.slots:
                if slot.passed_over:
                    if text.find("<", slot.end, slot.passed_over) >= 0:
                        names.update(names_in(text, slot.end, slot.passed_over))
                else:
                    names.update([each.identity.key for each in _read(record, slot, wrong, self.syntax)])
        return frozenset(names)

    def pointers(self, unit: TemplateUnit) -> Sequence[Pointer]:
        """The fills of a unit that are to name an object of its document."""
        from keytally.evaluations.muc.rules.sound_records import pointers_in

        if self._sound.find(unit.text) is not None:
            return list(pointers_in(unit.text, unit.text.index(":="), len(unit.text)))
        return list(_pointers(unit.passing(self._judged_tree), unit.findings, self.syntax))

    def _judged_tree(self, text: str) -> Tree:
        """The tree of what rules have to judge: it passes over slots whose fills have no finding."""
        return read_tree(text, self.syntax, self._sound.slots(text))

    def _findings(self, unit: TemplateUnit) -> Sequence[Finding]:
        """What each rule finds in a unit."""
        from keytally.evaluations.muc.rules.set_fills import without_duplicates
        from keytally.evaluations.muc.rules.templates import judge_records
        from keytally.evaluations.muc.rules.templates_colons import judge_colons

        found = [*judge_records(unit, self.role, self.syntax.status), *self._declared.judge(unit)]
        found = judge_colons(unit, self.syntax, without_duplicates(found))
        found.sort(key=_place)
        return found

    @cached_property
    def _declared(self) -> "DeclaredRules":
        from keytally.evaluations.muc.rules.templates_declared import DeclaredRules

        return DeclaredRules(self.syntax)

    @cached_property
    def _sound(self) -> "SoundRecords":
        from keytally.evaluations.muc.rules.sound_records import SoundRecords

        return SoundRecords(self.syntax, self.role)

    def document_of(self, text: str) -> str | None:
        """The document of the unit with that text (keytally.evaluations.apart.NamesUnits)."""
        pieces = None if self.syntax.compound_classes else headers.sound_pieces(text)
        return pieces[1] if pieces else document_of(self.tree(text))

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


def _at_home(finding: Finding, home: TemplateUnit) -> Finding:
    """A finding of a twin of a unit, whose other places are in the unit itself."""
    if not finding.related:
        return finding
    return finding._replace(related=tuple(each._replace(unit=home) for each in finding.related))


def language(role: Role, bnf: str | None = None) -> TemplateLanguage:
    """The language of a template file outside of any pair: only a BNF's text gives classes and slots."""
    return TemplateLanguage(TemplateSyntax.of(None, None if bnf is None else bnf_of(bnf)), role)


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end


def _pointers(unit: TemplateUnit, found: Sequence[Finding], syntax: TemplateSyntax) -> Iterator[Pointer]:
    """The fills that should name an object of the unit's document.

    A pointer to a class that the slot does not take has a finding already; a fill of a slot without pointers
    is not one.
    """
    from keytally.evaluations.muc.rules.sound_records import pointers_in

    wrong = _wrong(found)
    for record in unit.scored_records():
        for slot in record.slots:
            if slot.passed_over:
                yield from pointers_in(unit.text, slot.end, slot.passed_over)
            else:
                yield from _read(record, slot, wrong, syntax)


def _wrong(found: Sequence[Finding]) -> set[int]:
    """The starts of the pointers to a class that their slot does not take."""
    from keytally.findings.table.templates import POINTER_CLASS

    return {each.start - 1 for each in found if each.rule is POINTER_CLASS}


def _read(record: Record, slot: SlotEntry, wrong: set[int], syntax: TemplateSyntax) -> Iterator[Pointer]:
    """The pointers of a slot whose fills were read."""
    for fill in slot.fills:
        if fill.kind is TemplateTokenKind.POINTER and fill.start not in wrong:
            identity = pointer_identity(fill.text, syntax.compound_classes)
            if record.header and syntax.takes_pointers(record.header.identity.class_name, slot.name):
                yield Pointer(identity, fill.start, fill.end)
