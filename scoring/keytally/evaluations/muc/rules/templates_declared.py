"""The rules about records that need to know the task: its classes and slots, and what fills these."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfSlot, Choice, Element, ElementKind
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import Kind
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.rules.spelling import Speller, hint, shown
from keytally.evaluations.muc.rules.templates import is_meant_as_comment
from keytally.findings.finding import Edit, Finding
from keytally.findings.suggestion import is_clear
from keytally.findings.table import templates as table

_BLANKS = re.compile(r"\s+")
_LAST_WORD = re.compile(r"\S+\s*\Z")
_MOST_NAMES = 6
_POINTER_TEXT = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")


def judge_declared(unit: TemplateUnit, syntax: TemplateSyntax) -> Iterator[Finding]:
    """The findings of the rules that a configuration or a BNF makes possible; none without both."""
    if syntax.classes is None and syntax.bnf is None:
        return
    speller = Speller(20)
    for record in unit.records:
        if record.header and record.header.identity.class_name:
            yield from _Record(record, record.header.identity.class_name, syntax, speller).findings()


class _Record:
    """A record with what is known of its class."""

    def __init__(self, record: Record, class_name: str, syntax: TemplateSyntax, speller: Speller) -> None:
        self._record = record
        self._name = class_name
        self._syntax = syntax
        self._speller = speller
        self._bnf = syntax.bnf
        self._defined: BnfClass | None = syntax.bnf.of_class(class_name) if syntax.bnf else None

    def findings(self) -> Iterator[Finding]:
        """What is wrong with the record."""
        header = self._record.header
        if header and not self._syntax.knows_class(self._name):
            nearest = self._speller.nearest(self._name, self._syntax.class_names)
            start = header.start + 1
            arguments = {"name": shown(self._name), "hint": hint(nearest)}
            yield Finding(table.UNKNOWN_CLASS, start, start + len(self._name), arguments)
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
        arguments = {
            "owner": shown(self._name),
            "name": shown(slot.name.upper()),
            "hint": hint(written or None),
            "nearest": written,
        }
        edits = (Edit(slot.start, slot.end, written),) if nearest else ()
        guessed = not is_clear(slot.name, written, names)
        return Finding(table.UNKNOWN_SLOT, slot.start, slot.end, arguments, edits, guessed=guessed)

    def _fills(self, entry: SlotEntry) -> Iterator[Finding]:
        slot = self._defined.slot(entry.name) if self._defined else None
        if slot is None or not slot.choices or self._bnf is None:
            return
        judge = _FillJudge(slot, self._bnf, self._syntax.compound_classes, self._speller)
        always = OPTIONAL_VALUES if entry.name == self._syntax.status else ()
        for fill in entry.fills:
            judged = fill.kind is not Kind.UNCLOSED and not is_meant_as_comment(fill)
            if judged and fill.text.upper() not in always:
                yield from judge.findings(fill)

    def _counts(self, defined: BnfClass, misspelt: set[str]) -> Iterator[Finding]:
        """Slots with too many or too few fills; a slot given twice has its finding already."""
        entries: dict[str, list[SlotEntry]] = {}
        for entry in self._record.slots:
            entries.setdefault(entry.name, []).append(entry)
        for slot in defined.slots:
            given = entries.get(slot.name.lower(), [])
            if len(given) == 1:
                yield from _count(slot, given[0])
            elif not given and slot.cardinality.least and slot.name.lower() not in misspelt:
                yield from self._absent(slot)

    def _absent(self, slot: BnfSlot) -> Iterator[Finding]:
        """A slot that is not there; fills that lost their slot's name may be its."""
        header = self._record.header
        if header and header.problem is None and not self._record.stray:
            arguments = {"slot": slot.name, "wanted": str(slot.cardinality), "given": "none"}
            yield Finding(table.CARDINALITY, header.start, header.end, arguments)


def _count(slot: BnfSlot, entry: SlotEntry) -> Iterator[Finding]:
    """An alternative with too many fills at the first that is too much, a slot with too few at its name."""
    least, most = slot.cardinality.least, slot.cardinality.most
    for alternative in entry.alternatives:
        fills = [fill for fill in alternative.fills if not is_meant_as_comment(fill)]
        if most is not None and len(fills) > most:
            arguments = {"slot": slot.name, "wanted": str(slot.cardinality), "given": str(len(fills))}
            yield Finding(table.CARDINALITY, fills[most].start, fills[-1].end, arguments)
    if least and not any(alternative.fills for alternative in entry.alternatives):
        arguments = {"slot": slot.name, "wanted": str(slot.cardinality), "given": "none"}
        yield Finding(table.CARDINALITY, entry.start, entry.end, arguments)


class _FillJudge:
    """Judges the fills of one slot."""

    def __init__(self, slot: BnfSlot, bnf: Bnf, compound: Sequence[str], speller: Speller) -> None:
        self._slot = slot
        self._bnf = bnf
        self._compound = compound
        self._speller = speller

    def findings(self, fill: SingleFill) -> Iterator[Finding]:
        """What is wrong with a fill: its kind, its class, or its value."""
        if fill.kind is Kind.POINTER:
            yield from self._pointer(fill)
        elif self._slot.takes_text:
            return
        elif all(element.kind is ElementKind.POINTER for element in self._slot.elements):
            yield self._not_a_pointer(fill)
        elif not any(_matches(choice, _words(fill.text)) for choice in self._slot.choices):
            yield self._value(fill)

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
            arguments = {
                "slot": self._slot.name,
                "wanted": _listing(self._slot.pointers),
                "given": shown(name) or "no class",
            }
            yield Finding(table.POINTER_CLASS, start, start + len(name), arguments)

    def _not_a_pointer(self, fill: SingleFill) -> Finding:
        meant = fill.kind is Kind.QUOTED and _POINTER_TEXT.fullmatch(fill.text) is not None
        edits = (Edit(fill.start, fill.end, fill.text),) if meant else ()
        return self._wrong_kind(fill, "a string", "take its quotes away", edits)

    def _wrong_kind(self, fill: SingleFill, given: str, repair: str, edits: tuple[Edit, ...]) -> Finding:
        arguments = {"slot": self._slot.name, "wanted": self._wanted(), "given": given, "repair": repair}
        return Finding(table.FILL_TYPE, fill.start, fill.end, arguments, edits)

    def _wanted(self) -> str:
        if self._slot.takes_text:
            return "a string"
        pointers = self._slot.pointers
        return f"a pointer to {_listing(pointers)}" if pointers else "a value of its set"

    def _value(self, fill: SingleFill) -> Finding:
        """A value that the slot does not take; of a fill of several parts the last is the value."""
        inner = fill.start + (1 if fill.kind is Kind.QUOTED else 0)
        values, start, written = self._slot.values, inner, fill.text
        if not values:
            values = tuple(value for element in self._slot.elements for value in element.values)
            last = _LAST_WORD.search(fill.text)
            written = last.group() if last else ""
            start = inner + (last.start() if last else 0)
        nearest = self._speller.nearest(_squashed(written), values)
        arguments = {
            "slot": self._slot.name,
            "allowed": _listing(values),
            "value": shown(written.strip()) or "nothing",
            "nearest": nearest or "",
        }
        end = start + len(written.rstrip())
        edits = (Edit(start, end, nearest),) if nearest and written.strip() else ()
        place = (start, end) if written.strip() else (fill.start, fill.end)
        guessed = not is_clear(_squashed(written), nearest or "", values)
        return Finding(table.SET_FILL_VALUE, *place, arguments, edits, guessed=guessed)


def _matches(choice: Choice, words: Sequence[str]) -> bool:
    """Whether the words of a fill, in upper case, are the elements of a choice one after the other."""
    places = {0}
    for element in choice:
        places = _behind(element, words, places)
    return len(words) in places


def _behind(element: Element, words: Sequence[str], places: set[int]) -> set[int]:
    """Where an element can end that begins at one of the places between words."""
    if element.kind is ElementKind.POINTER or not places:
        return set()
    if element.is_text:
        return set(range(min(places) + 1, len(words) + 1))
    allowed = _allowed(element.values)
    lengths = {len(value) for value in allowed}
    return {
        place + length
        for place in places
        for length in lengths
        if tuple(words[place : place + length]) in allowed
    }


@lru_cache(maxsize=256)
def _allowed(values: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """The words of each value, in upper case."""
    return frozenset(tuple(_words(value)) for value in values)


def _words(text: str) -> list[str]:
    return text.upper().split()


def _squashed(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def _listing(names: Sequence[str]) -> str:
    """Names as a message gives them, the first few only."""
    if len(names) > _MOST_NAMES:
        return f"one of {', '.join(names[:_MOST_NAMES])}, …"
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
