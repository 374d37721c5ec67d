"""What rules make of a unit of a template file: its findings, its names, and its pointers.

A sound record is told by an expression. Of any other record only the slots that are not sound are read.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
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
)
from keytally.evaluations.muc.rules.set_fills import without_duplicates
from keytally.evaluations.muc.rules.sound_records import NOTHING_POINTED, SoundRecords, names_in, pointers_in
from keytally.evaluations.muc.rules.templates import judge_records
from keytally.evaluations.muc.rules.templates_colons import judge_colons
from keytally.evaluations.muc.rules.templates_declared import DeclaredRules
from keytally.findings.finding import Finding
from keytally.findings.table.templates import POINTER_CLASS


class UnitRules:
    """The rules for units by themselves, in files of one syntax and one role; made once for each."""

    def __init__(self, syntax: TemplateSyntax, role: Role) -> None:
        self._syntax = syntax
        self._role = role
        self._sound = SoundRecords(syntax, role)
        self._declared = DeclaredRules(syntax)

    def judgement(self, unit: TemplateUnit) -> Judgement:
        """The findings of a unit by itself, its names, and what it points to."""
        sound = self._sound.find(unit.text)
        if sound is not None:
            return sound
        twin = unit.passing(self._judged_tree)
        found = self._findings(twin)
        own = [header.identity for header in twin.headers]
        return Judgement(
            [_at_home(finding, unit) if finding.related else finding for finding in found],
            tuple([identity.key for identity in own if identity.is_whole]),
            frozenset([identity.class_name.lower() for identity in own if not identity.is_whole]),
            self._pointed(twin, found),
        )

    def pointers(self, unit: TemplateUnit) -> Sequence[Pointer]:
        """The fills of a unit that are to name an object of its document.

        A pointer to a class that the slot does not take has a finding already; a fill of a slot without
        pointers is not one.
        """
        text, found = unit.text, unit.findings
        if not found and self._sound.find(text) is not None:
            return list(pointers_in(text, text.index(":="), len(text)))
        twin, wrong, pointers = unit.passing(self._judged_tree), _wrong(found), list[Pointer]()
        for record in twin.scored_records():
            for slot in record.slots:
                if slot.passed_over:
                    pointers += pointers_in(text, slot.end, slot.passed_over)
                else:
                    pointers += self._read(record, slot, wrong)
        return pointers

    def _judged_tree(self, text: str) -> Tree:
        """The tree of what rules have to judge: it passes over slots whose fills have no finding."""
        return read_tree(text, self._syntax, self._sound.slots(text))

    def _findings(self, unit: TemplateUnit) -> list[Finding]:
        """What each rule finds in a unit that has its tree."""
        found = [*judge_records(unit, self._role, self._syntax.status), *self._declared.judge(unit)]
        found = judge_colons(unit, self._syntax, without_duplicates(found))
        found.sort(key=_place)
        return found

    def _pointed(self, unit: TemplateUnit, found: Sequence[Finding]) -> frozenset[Name]:
        """What the pointers of a unit name; most units have a `<` in their header only."""
        text = unit.text
        if text.find("<", 1) < 0:
            return NOTHING_POINTED
        wrong, names = _wrong(found), set[Name]()
        for record in unit.scored_records():
            for slot in record.slots:
                if not slot.passed_over:
                    names.update([each.identity.key for each in self._read(record, slot, wrong)])
                elif text.find("<", slot.end, slot.passed_over) >= 0:
                    names.update(names_in(text, slot.end, slot.passed_over))
        return frozenset(names)

    def _read(self, record: Record, slot: SlotEntry, wrong: set[int]) -> Iterator[Pointer]:
        """The pointers of a slot whose fills were read."""
        for fill in slot.fills:
            if fill.kind is TemplateTokenKind.POINTER and fill.start not in wrong:
                identity = pointer_identity(fill.text, self._syntax.compound_classes)
                if record.header and self._syntax.takes_pointers(
                    record.header.identity.class_name, slot.name
                ):
                    yield Pointer(identity, fill.start, fill.end)


def _wrong(found: Sequence[Finding]) -> set[int]:
    """The starts of the pointers to a class that their slot does not take."""
    return {each.start - 1 for each in found if each.rule is POINTER_CLASS}


def _at_home(finding: Finding, home: TemplateUnit) -> Finding:
    """A finding of a twin of a unit, whose other places are in the unit itself."""
    return finding._replace(related=tuple(each._replace(unit=home) for each in finding.related))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end
