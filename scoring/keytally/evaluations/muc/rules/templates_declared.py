"""Rules for records that need the task: its classes and slots, and their fills."""

import re
from collections.abc import Collection, Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfSlot, ElementKind
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.rules.set_fills import SetFillRules
from keytally.evaluations.muc.rules.templates import is_meant_as_comment
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, hint, listing, shown
from keytally.findings.suggestion import is_clear
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END

_POINTER_TEXT = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")


def judge_declared(unit: TemplateUnit, syntax: TemplateSyntax) -> Iterator[Finding]:
    """The findings of the rules that need a configuration or a BNF; none without both."""
    if syntax.classes is None and syntax.bnf is None:
        return
    speller = Speller(20)
    for record in unit.records:
        if record.header and record.header.identity.class_name:
            yield from _Record(unit, record, record.header.identity.class_name, syntax, speller).findings()


class _Record:
    """A record with what is known about its class."""

    def __init__(
        self, unit: TemplateUnit, record: Record, class_name: str, syntax: TemplateSyntax, speller: Speller
    ) -> None:
        self._unit = unit
        self._record = record
        self._name = class_name
        self._syntax = syntax
        self._speller = speller
        self._bnf = syntax.bnf
        self._defined: BnfClass | None = syntax.bnf.of_class(class_name) if syntax.bnf else None
        self._further: set[int] = set()

    def findings(self) -> Iterator[Finding]:
        """The findings on the record."""
        header = self._record.header
        if header and not self._syntax.knows_class(self._name):
            nearest = self._speller.nearest(self._name, self._syntax.class_names)
            start = header.start + 1
            yield table.UNKNOWN_CLASS.finding(
                start, start + len(self._name), {"name": shown(self._name), "hint": hint(nearest)}
            )
            return
        misspelt: set[str] = set()
        for slot in self._record.slots:
            if self._syntax.knows_slot(self._name, slot.name):
                yield from self._fills(slot)
            else:
                yield self._unknown(slot, misspelt)
        if self._bnf and self._defined:
            yield from self._counts(self._defined, misspelt)

    def _unknown(self, slot: SlotEntry, misspelt: set[str]) -> Finding:
        names = self._syntax.slot_names(self._name)
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
                "owner": shown(self._name),
                "name": shown(slot.name.upper()),
                "hint": hint(written or None),
                "nearest": written,
            },
            edits,
            guessed=guessed,
        )

    def _fills(self, entry: SlotEntry) -> Iterator[Finding]:
        slot = self._defined.slot(entry.name) if self._defined else None
        if slot is None or not slot.choices or self._bnf is None:
            return
        judge = _FillJudge(slot, self._bnf, self._syntax.compound_classes, self._speller)
        always = OPTIONAL_VALUES if entry.name == self._syntax.status else ()
        for line in _lines(self._unit, entry) if self._unit.odd else [list(entry.fills)]:
            torn = judge.torn(line) if self._unit.odd and not self._names_slot(line) else None
            if torn:
                self._further.update(fill.start for fill in line[1:])
                yield torn
                continue
            for fill in line:
                judged = fill.kind is not TemplateTokenKind.UNCLOSED and not is_meant_as_comment(fill)
                if judged and fill.text.upper() not in always:
                    yield from judge.findings(fill)

    def _names_slot(self, line: Sequence[SingleFill]) -> bool:
        """Whether the fills of a line begin with the name of a slot, which then lacks its colon."""
        first = line[0].text.split(maxsplit=1) if line else []
        return bool(first) and self._syntax.knows_slot(self._name, first[0].lower().rstrip(":="))

    def _counts(self, defined: BnfClass, misspelt: set[str]) -> Iterator[Finding]:
        """Slots with too many or too few fills; a repeated slot has its finding already."""
        entries: dict[str, list[SlotEntry]] = {}
        for entry in self._record.slots:
            entries.setdefault(entry.name, []).append(entry)
        for slot in defined.slots:
            given = entries.get(slot.name.lower(), [])
            if len(given) == 1:
                yield from _count(slot, given[0], self._further)
            elif not given and slot.cardinality.least and slot.name.lower() not in misspelt:
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

    def __init__(self, slot: BnfSlot, bnf: Bnf, compound: Sequence[str], speller: Speller) -> None:
        self._slot = slot
        self._bnf = bnf
        self._compound = compound
        self._values = SetFillRules(slot, speller)

    def findings(self, fill: SingleFill) -> Iterator[Finding]:
        """The findings on a fill: its kind, its class, or its value."""
        if fill.kind is TemplateTokenKind.POINTER:
            yield from self._pointer(fill)
        elif self._slot.takes_text:
            return
        elif all(element.kind is ElementKind.POINTER for element in self._slot.elements):
            yield self._not_a_pointer(fill)
        elif not self._values.is_sound(fill.text):
            yield self._values.finding(fill)

    def torn(self, fills: Sequence[SingleFill]) -> Finding | None:
        """The finding on the fills of a line that are the parts of one."""
        return self._values.torn(fills)

    def _pointer(self, fill: SingleFill) -> Iterator[Finding]:
        if not self._slot.pointers:
            takes_text = self._slot.takes_text
            edits = (Edit(fill.start, fill.start, '"'), Edit(fill.end, fill.end, '"')) if takes_text else ()
            yield self._wrong_kind(fill, "a pointer", "quote it", edits)
            return
        targets = self._bnf.targets(self._slot)
        name = pointer_identity(fill.text, self._compound).class_name
        if targets is not None and name.lower() not in targets:
            start = fill.start + 1
            yield table.POINTER_CLASS.finding(
                start,
                start + len(name),
                {
                    "slot": self._slot.name,
                    "wanted": listing(self._slot.pointers),
                    "given": shown(name) or "no class",
                },
            )

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
