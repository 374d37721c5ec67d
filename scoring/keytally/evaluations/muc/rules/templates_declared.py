"""Rules for records that need the task: its classes and slots, and their fills."""

import re
from collections.abc import Collection, Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.model import BnfClass, BnfSlot, ElementKind
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.rules.set_fills import SetFillRules
from keytally.evaluations.muc.rules.templates import is_meant_as_comment, quoted_parts
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, hint, listing, shown
from keytally.findings.suggestion import is_clear
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END

_POINTER_TEXT = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")


class DeclaredRules:
    """The rules that need a configuration or a BNF; what they say of a class is prepared once."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._knows_names = syntax.classes is not None or syntax.bnf is not None
        self._classes: dict[str, _KnownClass] = {}

    def judge(self, unit: TemplateUnit) -> Iterator[Finding]:
        """The findings of these rules in a unit; none without both."""
        if not self._knows_names:
            return
        speller = Speller(20)
        for record in unit.records:
            name = record.header.identity.class_name if record.header else ""
            if not name:
                continue
            known = self._known(name)
            if known is not None:
                yield from _Record(unit, record, known, speller).findings()
            elif record.header:
                yield self._unknown(name, record.header.start + 1, speller)

    def _known(self, name: str) -> "_KnownClass | None":
        folded = name.lower()
        known = self._classes.get(folded)
        if known is None and self._syntax.knows_class(name):
            known = self._classes[folded] = _KnownClass(self._syntax, folded)
        return known

    def _unknown(self, name: str, start: int, speller: Speller) -> Finding:
        nearest = speller.nearest(name, self._syntax.class_names)
        message = table.MISSPELT_CLASS if nearest else table.UNKNOWN_CLASS
        return message.finding(start, start + len(name), {"name": shown(name), "hint": hint(nearest)})


class _KnownClass:
    """A known class: its definition in the BNF, if there is one, and what judges the fills of its slots."""

    def __init__(self, syntax: TemplateSyntax, name: str) -> None:
        self.syntax = syntax
        self.defined: BnfClass | None = syntax.bnf.of_class(name) if syntax.bnf else None
        self.slot_names = syntax.slot_names(name)
        defined = self.defined.slots if self.defined else ()
        self.counted = [(slot.name.lower(), slot) for slot in defined if _is_bounded(slot)]
        self._name = name
        self._judges: dict[str, _FillJudge | None] = {}

    def knows(self, slot: str) -> bool:
        """Whether the class has a slot of that name, given in lower case."""
        if slot in self._judges:
            return True
        if not self.syntax.knows_slot(self._name, slot):
            return False
        defined = self.defined.slot(slot) if self.defined else None
        judged = defined is not None and defined.choices and self.syntax.bnf is not None
        self._judges[slot] = _FillJudge(defined, self.syntax) if defined and judged else None
        return True

    def judge(self, slot: str) -> "_FillJudge | None":
        """What judges the fills of a known slot; None if nothing is said of them."""
        return self._judges[slot]


def _is_bounded(slot: BnfSlot) -> bool:
    """Whether a slot may have too many fills or too few."""
    return bool(slot.cardinality.least) or slot.cardinality.most is not None


class _Record:
    """A record with what is known about its class."""

    __slots__ = ("_further", "_has_odd_lines", "_known", "_record", "_speller", "_unit")

    def __init__(self, unit: TemplateUnit, record: Record, known: _KnownClass, speller: Speller) -> None:
        self._unit = unit
        self._has_odd_lines = bool(unit.odd)
        self._record = record
        self._known = known
        self._speller = speller
        self._further: set[int] = set()

    def findings(self) -> list[Finding]:
        """The findings on the record."""
        found: list[Finding] = []
        misspelt: set[str] = set()
        for slot in self._record.slots:
            if slot.passed_over:
                continue
            if not self._known.knows(slot.name):
                found.append(self._unknown(slot, misspelt))
            elif judge := self._known.judge(slot.name):
                found += self._fills(slot, judge)
        if self._known.counted:
            found += self._counts(misspelt)
        return found

    def _unknown(self, slot: SlotEntry, misspelt: set[str]) -> Finding:
        names = self._known.slot_names
        nearest = self._speller.nearest(slot.name, names)
        if nearest and (self._record.slot(nearest.lower()) or nearest.lower() in misspelt):
            nearest = None
        misspelt.add((nearest or "").lower())
        written = (nearest or "").upper()
        edits = (Edit(slot.start, slot.end, written),) if nearest else ()
        guessed = not is_clear(slot.name, written, names)
        return table.UNKNOWN_SLOT.finding(
            slot.start,
            slot.end,
            {
                "owner": shown(self._record.header.identity.class_name if self._record.header else ""),
                "name": shown(slot.name.upper()),
                "hint": hint(written or None),
                "nearest": written,
            },
            edits,
            guessed=guessed,
        )

    def _fills(self, entry: SlotEntry, judge: "_FillJudge") -> Iterator[Finding]:
        always = OPTIONAL_VALUES if entry.name == self._known.syntax.status else ()
        for line in _lines(self._unit, entry) if self._has_odd_lines else [entry.fills]:
            torn = judge.torn(line) if self._has_odd_lines and not self._names_slot(line) else None
            if torn:
                self._further.update(fill.start for fill in line[1:])
                yield torn
                continue
            for fill in line:
                if self._is_judged(fill) and not (always and fill.text.upper() in always):
                    yield from judge.findings(fill, self._speller)

    def _is_judged(self, fill: SingleFill) -> bool:
        """Whether a fill is one by all appearances; several in one have a finding already."""
        if fill.kind is TemplateTokenKind.UNCLOSED or is_meant_as_comment(fill):
            return False
        if fill.kind is not TemplateTokenKind.QUOTED or not self._has_odd_lines:
            return True
        return not quoted_parts(self._unit.text[fill.start : fill.end])

    def _names_slot(self, line: Sequence[SingleFill]) -> bool:
        """Whether the fills of a line begin with the name of a slot, which then lacks its colon."""
        first = line[0].text.split(maxsplit=1) if line else []
        return bool(first) and self._known.knows(first[0].lower().rstrip(":="))

    def _counts(self, misspelt: set[str]) -> Iterator[Finding]:
        """Slots with too many or too few fills; a repeated slot has its finding already."""
        entries: dict[str, SlotEntry | None] = {}
        for entry in self._record.slots:
            entries[entry.name] = None if entry.name in entries else entry
        for name, slot in self._known.counted:
            given = entries.get(name)
            if given is not None:
                if not given.passed_over:
                    yield from _count(slot, given, self._further)
            elif slot.cardinality.least and name not in entries and name not in misspelt:
                yield from self._absent(slot)

    def _absent(self, slot: BnfSlot) -> Iterator[Finding]:
        """A missing slot; fills without their slot's name may belong to it."""
        header = self._record.header
        if header and header.problem is None and not self._record.stray:
            yield _miscounted(slot, header.start, header.end, "none")


def _lines(unit: TemplateUnit, entry: SlotEntry) -> Iterator[list[SingleFill]]:
    """The fills of a slot line by line, alternatives separate."""
    for alternative in entry.alternatives:
        line: list[SingleFill] = []
        for fill in alternative.fills:
            if line and LINE_END.search(unit.text, line[-1].end, fill.start):
                yield line
                line = []
            line.append(fill)
        yield line


def _count(slot: BnfSlot, entry: SlotEntry, further: Collection[int]) -> Iterator[Finding]:
    """A finding on an alternative at its first surplus fill, on a slot with too few fills at its name.

    `further` are the starts of fills that are parts of those before them.
    """
    least, most = slot.cardinality.least, slot.cardinality.most
    for alternative in entry.alternatives:
        fills = [
            fill for fill in alternative.fills if fill.start not in further and not is_meant_as_comment(fill)
        ]
        if most is not None and len(fills) > most:
            yield _miscounted(slot, fills[most].start, fills[-1].end, str(len(fills)))
    if least and not any(alternative.fills for alternative in entry.alternatives):
        yield _miscounted(slot, entry.start, entry.end, "none")


def _miscounted(slot: BnfSlot, start: int, end: int, given: str) -> Finding:
    return table.CARDINALITY.finding(
        start, end, {"slot": slot.name, "wanted": str(slot.cardinality), "given": given}
    )


class _FillJudge:
    """Checks the fills of one slot."""

    def __init__(self, slot: BnfSlot, syntax: TemplateSyntax) -> None:
        self._slot = slot
        self._compound = syntax.compound_classes
        self._targets = syntax.bnf.targets(slot) if syntax.bnf else None
        self._points_only = all(element.kind is ElementKind.POINTER for element in slot.elements)
        self._values = SetFillRules(slot)

    def findings(self, fill: SingleFill, speller: Speller) -> Sequence[Finding]:
        """The findings on a fill: its kind, its class, or its value."""
        if fill.kind is TemplateTokenKind.POINTER:
            return self._pointer(fill)
        if self._slot.takes_text:
            return ()
        if self._points_only:
            return (self._not_a_pointer(fill),)
        return () if self._values.is_sound(fill.text) else (self._values.finding(fill, speller),)

    def torn(self, fills: Sequence[SingleFill]) -> Finding | None:
        """The finding on the fills of a line that are the parts of one."""
        return self._values.torn(fills)

    def _pointer(self, fill: SingleFill) -> Sequence[Finding]:
        if not self._slot.pointers:
            takes_text = self._slot.takes_text
            edits = (Edit(fill.start, fill.start, '"'), Edit(fill.end, fill.end, '"')) if takes_text else ()
            return (self._wrong_kind(fill, "a pointer", "quote it", edits),)
        name = pointer_identity(fill.text, self._compound).class_name
        if self._targets is None or name.lower() in self._targets:
            return ()
        start, wanted, given = fill.start + 1, listing(self._slot.pointers), shown(name) or "no class"
        finding = table.POINTER_CLASS.finding(
            start, start + len(name), {"slot": self._slot.name, "wanted": wanted, "given": given}
        )
        return (finding,)

    def _not_a_pointer(self, fill: SingleFill) -> Finding:
        meant = fill.kind is TemplateTokenKind.QUOTED and _POINTER_TEXT.fullmatch(fill.text) is not None
        edits = (Edit(fill.start, fill.end, fill.text),) if meant else ()
        return self._wrong_kind(fill, "a string", "take its quotes away", edits)

    def _wrong_kind(self, fill: SingleFill, given: str, repair: str, edits: tuple[Edit, ...]) -> Finding:
        return table.FILL_TYPE.finding(
            fill.start,
            fill.end,
            {"slot": self._slot.name, "wanted": self._wanted(), "given": given, "repair": repair},
            edits,
        )

    def _wanted(self) -> str:
        if self._slot.takes_text:
            return "a string"
        pointers = self._slot.pointers
        return f"a pointer to {listing(pointers)}" if pointers else "a value of its set"
