"""The template language: dividing files into units, parsing and checking them, and rules for documents."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from sys import intern
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from keytally.families.contract import Language, Role
from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.templates import scanner
from keytally.families.muc.templates.fill_rules import DeclaredRules, without_duplicates
from keytally.families.muc.templates.record_rules import judge_colons, judge_records
from keytally.families.muc.templates.scanner import (
    BLANKS,
    COMMENT_MARKS,
    Header,
    TemplateTokenKind,
    pointer_identity,
)
from keytally.families.muc.templates.sound_records import NOTHING_POINTED, SoundRecords, names_in, pointers_in
from keytally.families.muc.templates.unit import (
    Judgement,
    Name,
    Pointer,
    Record,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
    Tree,
    document_of,
    read_tree,
)
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import short_text
from keytally.findings.table import templates
from keytally.findings.table.templates import POINTER_CLASS
from keytally.text.positions import LINE_END, line_starts

Units = Sequence[TemplateUnit]
Apart = Mapping[TemplateUnit, TemplateUnit]

_COMMENT = re.compile(rf"[{BLANKS}]*(?:{'|'.join(COMMENT_MARKS)})")


def compare_units(units: Units, apart: Apart) -> list[Sequence[Finding]]:
    """Return, for each unit of a document in file order, the findings that depend on the other units.

    `apart` contains the units that another document separates from earlier units of their document, each with
    the unit directly before it.
    """
    known: dict[Name, TemplateUnit] = {}
    vague: set[str] = set()
    found: list[Sequence[Finding]] = []
    judgements = [unit.judgement for unit in units]
    for unit, judgement in zip(units, judgements, strict=True):
        repeated: Sequence[Finding] = ()
        for place, name in enumerate(judgement.names):
            if name in known:
                repeated = [*repeated, _duplicate(_whole(unit)[place], known[name], name)]
            else:
                known[name] = unit
        if judgement.vague:
            vague |= judgement.vague
        found.append(repeated)
    for index, (unit, judgement) in enumerate(zip(units, judgements, strict=True)):
        if judgement.pointed and (lacking := dangling_pointers(unit, known, vague)):
            found[index] = [*found[index], *lacking] if found[index] else lacking
    if apart:
        for index, unit in enumerate(units):
            if unit in apart:
                found[index] = [*found[index], _scattered(units, index, apart)]
    return found


def _duplicate(header: Header, home: TemplateUnit, name: Name) -> Finding:
    first = next(each for each in _whole(home) if each.identity.key == name)
    related = Related(home, first.start, first.end, "the first object with this name")
    return templates.DUPLICATE_OBJECT.finding(
        header.start, header.end, {"identifier": short_text(str(header.identity))}, related=(related,)
    )


def _whole(unit: TemplateUnit) -> list[Header]:
    """Return the complete headers of a unit."""
    return [header for header in unit.headers if header.identity.is_whole]


class _Lacking(NamedTuple):
    """The names in a unit's pointers that do not occur in its document, and the classes of malformed
    headers there.
    """

    names: Collection[Name]
    vague: frozenset[str]


def dangling_pointers(
    unit: TemplateUnit, known: Collection[Name], vague: Collection[str]
) -> Sequence[Finding]:
    """Return findings for a unit's pointers to unknown names.

    `vague` are the classes of malformed headers in the document.
    """
    missing = unit.judgement.pointed.difference(known)
    return unit.kept(_Lacking(missing, frozenset(vague)), _dangling) if missing else ()


def _dangling(unit: TemplateUnit, lacking: _Lacking) -> Sequence[Finding]:
    """Return findings for dangling pointers, except those that may refer to an object with a malformed
    header.
    """
    return [
        templates.DANGLING_POINTER.finding(
            pointer.start,
            pointer.end,
            {"document": unit.document or "", "pointer": short_text(f"<{pointer.identity}>")},
        )
        for pointer in unit.pointers
        if pointer.identity.key in lacking.names and not lacking.vague.intersection(_classes(pointer))
    ]


def _classes(pointer: Pointer) -> tuple[str, str]:
    return pointer.identity.class_name.lower(), ""


def _scattered(units: Units, index: int, apart: Apart) -> Finding:
    """Return a finding at the first of several separated units; its fix moves them after the first units
    of the document.
    """
    unit = units[index]
    last = index + 1
    while last < len(units) and units[last] not in apart:
        last += 1
    home = next(at for at, each in enumerate(units) if at == index or (each in apart)) - 1
    edits = _moved(units[index:last], units[home], apart[unit]) if 0 <= home < index else ()
    header, first = unit.headers[0], units[0].headers[0]
    related = Related(units[0], first.start, first.end, "the document begins here")
    return templates.SCATTERED_DOCUMENT.finding(
        header.start, header.end, {"document": unit.document or ""}, edits, (related,)
    )


def _moved(strays: Units, home: TemplateUnit, before: TemplateUnit) -> tuple[Edit, ...]:
    """Return edits that move records with their comments, including comments at the end of the previous
    unit.
    """
    place, above = _end_of_own(home), _end_of_own(before)
    ends = [*(len(stray.text) for stray in strays[:-1]), _end_of_own(strays[-1])]
    moved = (stray.text[:end] for stray, end in zip(strays, ends, strict=True))
    text = "".join((before.text[above:], *moved))
    line_end = LINE_END.search(home.text)
    lacking = "" if text.endswith(("\n", "\r")) or line_end is None else line_end.group()
    return (
        *([Edit(above, len(before.text), "", before)] if above < len(before.text) else ()),
        *(Edit(0, end, "", stray) for stray, end in zip(strays, ends, strict=True)),
        Edit(place, place, text + lacking, home),
    )


def _end_of_own(unit: TemplateUnit) -> int:
    """Return the end of the unit's own content; comments directly above the next header belong to the next
    unit.
    """
    last, place = max((record.end for record in unit.records), default=0), len(unit.text)
    for start in reversed(line_starts(unit.text)):
        if start <= last or (start < len(unit.text) and not _COMMENT.match(unit.text, start)):
            break
        place = start
    return place


T = TypeVar("T")


class DocumentNames:
    """Compares the units of one document; after an edit, only the affected units.

    It stores the input of `compare_units`: the number of occurrences of each name, the number of malformed
    headers of each class, and the units that point to each name (see
    `keytally.families.contract.DocumentComparison`).
    """

    def __init__(self) -> None:
        self._given: Counter[Name] = Counter()
        self._vague: Counter[str] = Counter()
        self._pointing: dict[Name, dict[TemplateUnit, None]] = {}

    def compare(self, units: Units, apart: Apart) -> Sequence[Sequence[Finding]]:
        """Return, for each unit of the document, the findings that depend on the other units; reset the
        cache.
        """
        self._given.clear()
        self._vague.clear()
        self._pointing.clear()
        self._put(units)
        return compare_units(units, apart)

    def update(self, removed: Units, added: Units) -> Mapping[TemplateUnit, Sequence[Finding]] | None:
        """Return the findings of units that a replacement of units affects.

        The result is None if all units must be compared, because the order of units matters for duplicate
        names.
        """
        names, vague = _names((*removed, *added)), set(self._vague)
        before = {name: self._given[name] for name in names}
        self._drop(removed)
        self._put(added)
        changed = (name for name in names if before[name] != self._given[name])
        pointing = (unit for name in changed for unit in self._pointing.get(name, ()))
        concerned = dict.fromkeys((*added, *pointing))
        if vague != self._vague.keys() or self._are_repeated(before, names | _names(concerned)):
            return None
        return {unit: dangling_pointers(unit, self._given, self._vague) for unit in concerned}

    def _are_repeated(self, before: Mapping[Name, int], names: Iterable[Name]) -> bool:
        """Return whether one of these names occurs twice, or did before."""
        return any(self._given[name] > 1 or before.get(name, 0) > 1 for name in names)

    def _put(self, units: Iterable[TemplateUnit]) -> None:
        for unit in units:
            judgement = unit.judgement
            self._given.update(judgement.names)
            self._vague.update(judgement.vague)
            for name in judgement.pointed:
                self._pointing.setdefault(name, {})[unit] = None

    def _drop(self, units: Iterable[TemplateUnit]) -> None:
        for unit in units:
            judgement = unit.judgement
            _take(self._given, judgement.names)
            _take(self._vague, judgement.vague)
            for name in judgement.pointed:
                del self._pointing[name][unit]
                if not self._pointing[name]:
                    del self._pointing[name]


def _names(units: Iterable[TemplateUnit]) -> set[Name]:
    return {name for unit in units for name in unit.judgement.names}


def _take(counts: Counter[T], things: Iterable[T]) -> None:
    """Decrement the counts of items, and delete entries that reach 0."""
    counts.subtract(things)
    for thing in things:
        if not counts[thing]:
            del counts[thing]


# The result of checking a unit of a template file: its findings, its names, and its pointers.
#
# A regular expression recognises sound records. In any other record, only the slots that are not sound are
# parsed.


class UnitRules:
    """The rules that need only the unit itself, for files of one syntax and one role."""

    def __init__(self, syntax: TemplateSyntax, role: Role) -> None:
        self._syntax = syntax
        self._role = role
        self._sound = SoundRecords(syntax, role)
        self._declared = DeclaredRules(syntax)

    def judgement(self, unit: TemplateUnit) -> Judgement:
        """Return the findings for a unit alone, its names, and the names that it points to."""
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
        """Return the fills of a unit that should name an object of its document.

        Pointers to a class that the slot does not accept are omitted, because they already have a finding; so
        are fills of slots without pointers.
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
        """Return the tree that rules must check; it omits slots known to be free of findings."""
        return read_tree(text, self._syntax, self._sound.slots(text))

    def _findings(self, unit: TemplateUnit) -> list[Finding]:
        """Return the findings of all rules for a unit that has its tree."""
        found = [*judge_records(unit, self._role, self._syntax.status), *self._declared.judge(unit)]
        found = judge_colons(unit, self._syntax, without_duplicates(found))
        found.sort(key=_place)
        return found

    def _pointed(self, unit: TemplateUnit, found: Sequence[Finding]) -> frozenset[Name]:
        """Return the names in the pointers of a unit; most units have a `<` only in their header."""
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
        """Yield the pointers of a slot with parsed fills."""
        for fill in slot.fills:
            if fill.kind is TemplateTokenKind.POINTER and fill.start not in wrong:
                identity = pointer_identity(fill.text, self._syntax.compound_classes)
                if record.header and self._syntax.takes_pointers(
                    record.header.identity.class_name, slot.name
                ):
                    yield Pointer(identity, fill.start, fill.end)


def _wrong(found: Sequence[Finding]) -> set[int]:
    """Return the starts of pointers to a class that their slot does not accept."""
    return {each.start - 1 for each in found if each.rule is POINTER_CLASS}


def _at_home(finding: Finding, home: TemplateUnit) -> Finding:
    """Return a finding for a copy of a unit, with its related positions moved to the unit itself."""
    return finding._replace(related=tuple(each._replace(unit=home) for each in finding.related))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end


# Modules that a score does not need are imported on first use, so that commands start faster.


class _TemplateLanguageFields(NamedTuple):
    syntax: TemplateSyntax
    role: Role


class TemplateLanguage(_TemplateLanguageFields, Language):
    """Template files of one syntax in one role (see `keytally.families.contract.Language`)."""

    @property
    def name(self) -> str:
        """Return the language's id."""
        return "muc-template"

    @property
    def lookahead(self) -> int:
        """Return the number of characters that determine whether a record begins at an offset."""
        return scanner.HEADER_LOOKAHEAD

    def boundaries(self, text: str) -> list[int]:
        """Return the starts of records in any text, without 0, in order."""
        return scanner.record_boundaries(text)

    def read(self, text: str) -> TemplateUnit:
        """Return a unit, which is parsed and checked on demand; never fails."""
        line = None if self.syntax.compound_classes else scanner.SOUND_LINE.match(text)
        document = document_of(self.tree(text)) if line is None else line[2]
        return TemplateUnit(text, document and intern(document), self)

    def tree(self, text: str) -> Tree:
        """Return the syntax tree of a unit's text."""
        return read_tree(text, self.syntax)

    def judgement(self, unit: TemplateUnit) -> Judgement:
        """Return the findings for a unit alone."""
        return self._rules.judgement(unit)

    def pointers(self, unit: TemplateUnit) -> Sequence[Pointer]:
        """Return the fills of a unit that should name an object of its document."""
        return self._rules.pointers(unit)

    @cached_property
    def _rules(self) -> "UnitRules":
        return UnitRules(self.syntax, self.role)

    def document_of(self, text: str) -> str | None:
        """Return the document number of a unit with that text."""
        pieces = None if self.syntax.compound_classes else scanner.sound_pieces(text)
        return pieces[1] if pieces else document_of(self.tree(text))

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Return the given documents that a text may contain."""
        return scanner.documents_possibly_in(text, documents)

    def suspects(self, units: Sequence[TemplateUnit]) -> Sequence[TemplateUnit]:
        """Return the units with content that scoring may skip."""
        return [unit for unit in units if unit.may_lose]

    def compare_duplicates(
        self,
        units: Sequence[TemplateUnit],
        apart: Mapping[TemplateUnit, TemplateUnit] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings for each unit that depend on the document's other units, in file order."""
        own = {unit: apart[unit] for unit in units if unit in apart} if apart else apart
        return compare_units(units, own)

    def document_comparison(self) -> "DocumentNames":
        """Return a comparison of a document's units."""
        return DocumentNames()


def template_language(role: Role, bnf: str | None = None) -> TemplateLanguage:
    """Return the language of an unpaired template file, in which only a BNF can define classes and slots."""
    return TemplateLanguage(TemplateSyntax.of(None, None if bnf is None else bnf_of(bnf)), role)
