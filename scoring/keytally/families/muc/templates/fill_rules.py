"""Rules for declared classes, slots and fills, and the matching of fills with sets of values."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from keytally.families.muc.bnf import BnfClass, BnfElement, BnfSlot, Choice, ElementKind
from keytally.families.muc.templates.record_rules import COMMENT_MARKS, is_meant_as_comment, quoted_parts
from keytally.families.muc.templates.scanner import TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.unit import (
    OPTIONAL_VALUES,
    Record,
    SingleFill,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
)
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, is_clear, name_listing, short_text, spelling_hint
from keytally.findings.table import templates
from keytally.text.positions import LINE_END


class Gap(NamedTuple):
    """The elements of a choice that a fill lacks: the number of sets, the total number, and the elements
    themselves.

    Of two gaps, the one with fewer sets is smaller, because any word may match a text element.
    """

    sets: int
    parts: int
    missing: Choice
    choice: Choice

    @property
    def has_value(self) -> bool:
        """Return whether the fill contains a value from at least one of the choice's sets."""
        return self.sets < sum(not element.is_text for element in self.choice)

    def wider(self, element: BnfElement) -> "Gap":
        """Return the gap with one more element."""
        return Gap(self.sets + (not element.is_text), self.parts + 1, (*self.missing, element), self.choice)

    def is_less(self, other: "Gap") -> bool:
        """Return whether this gap is smaller."""
        return self[:2] < other[:2]


def fits_choice(choice: Choice, words: Sequence[str]) -> bool:
    """Return whether the words of a fill, in upper case, match the elements of a choice in order."""
    places = {0}
    for element in choice:
        places = _behind(element, words, places)
    return len(words) in places


def least_gap(choices: Sequence[Choice], words: Sequence[str]) -> Gap | None:
    """Return the elements that a fill lacks from the nearest choice; None if its words match no choice
    even in part.
    """
    gaps = [gap for choice in choices if (gap := _gap(choice, words))]
    return min(gaps, key=lambda gap: gap[:2], default=None)


def ends_with(element: BnfElement, words: Sequence[str]) -> bool:
    """Return whether the last words of a fill can match an element."""
    return len(words) in _behind(element, words, set(range(len(words))))


def fill_words(text: str) -> list[str]:
    """Return the words of a fill or a value in normalised form."""
    return text.upper().split()


def _gap(choice: Choice, words: Sequence[str]) -> Gap | None:
    """Return the smallest set of elements without which the rest of the choice matches all words.

    The result is None if no such set exists.
    """
    if any(element.kind is ElementKind.POINTER for element in choice):
        return None
    gaps = {0: Gap(0, 0, (), choice)}
    for element in choice:
        dropped = {place: gap.wider(element) for place, gap in gaps.items()}
        taken = _over_text(gaps, len(words)) if element.is_text else _over_values(element, words, gaps)
        gaps = _least(dropped, taken)
    found = gaps.get(len(words))
    return found if found and found.parts < len(choice) else None


def _over_text(gaps: dict[int, Gap], count: int) -> dict[int, Gap]:
    """Return the gaps after a text element that matches one or more words."""
    behind: dict[int, Gap] = {}
    least: Gap | None = None
    for place in range(count):
        gap = gaps.get(place)
        if gap and (least is None or gap.is_less(least)):
            least = gap
        if least is not None:
            behind[place + 1] = least
    return behind


def _over_values(element: BnfElement, words: Sequence[str], gaps: dict[int, Gap]) -> dict[int, Gap]:
    """Return the gaps after a set element that matches a value."""
    behind: dict[int, Gap] = {}
    for place, gap in gaps.items():
        behind = _least(behind, dict.fromkeys(_behind(element, words, {place}), gap))
    return behind


def _least(gaps: dict[int, Gap], others: dict[int, Gap]) -> dict[int, Gap]:
    """Return the smaller gap at each position."""
    lesser = {at: gap for at, gap in others.items() if at not in gaps or gap.is_less(gaps[at])}
    return {**gaps, **lesser}


def _behind(element: BnfElement, words: Sequence[str], places: set[int]) -> set[int]:
    """Return the positions between words at which an element can end, given the positions at which it may
    begin.
    """
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
    """Return the words of each value, in upper case."""
    return frozenset(tuple(fill_words(value)) for value in values)


_BLANKS = re.compile(r"\s+")
_LAST_WORD = re.compile(r"\S+\s*\Z")
_MOST_PARTS = 6
_WRITTEN = (TemplateTokenKind.QUOTED, TemplateTokenKind.BARE)


class SetFillRules:
    """Checks the values in one slot."""

    def __init__(self, slot: BnfSlot) -> None:
        self._slot = slot
        self._wholes = frozenset(tuple(fill_words(value)) for value in slot.values)
        self._others = [choice for choice in slot.choices if len(choice) > 1 or not choice[0].values]
        self._in_parts = [choice for choice in slot.choices if len(choice) > 1]

    def is_sound(self, text: str) -> bool:
        """Return whether a fill matches any of the slot's choices."""
        words = fill_words(text)
        if tuple(words) in self._wholes:
            return True
        return any(fits_choice(choice, words) for choice in self._others)

    def finding(self, fill: SingleFill, speller: Speller) -> Finding:
        """Return a finding for a fill that matches no choice: at the missing part, the last part, or the
        whole fill.
        """
        words = fill_words(fill.text)
        gap = least_gap(self._in_parts, words) if words else None
        if gap and self._is_gap(gap, words):
            return self._lacking(fill, gap)
        alone, ends = self._slot.values, [choice[-1] for choice in self._in_parts]
        if not alone and all(end.values and not ends_with(end, words) for end in ends):
            last = _LAST_WORD.search(fill.text)
            values = tuple(dict.fromkeys(value for element in ends for value in element.values))
            return self._wrong(fill, last.start() if last else 0, values, name_listing(values), speller)
        return self._wrong(fill, 0, alone, self._allowed, speller)

    @cached_property
    def _allowed(self) -> str:
        """Return a description of all values that the slot accepts, for a message."""
        if self._in_parts:
            return ", or ".join(map(_described, self._slot.choices))
        return name_listing(self._slot.values)

    def torn(self, fills: Sequence[SingleFill]) -> Finding | None:
        """Return a finding for several fills on a line that form one fill; none of them is valid on its
        own.
        """
        if len(fills) < 2 or not self._in_parts or any(fill.kind not in _WRITTEN for fill in fills):
            return None
        if any(fill.text.startswith(COMMENT_MARKS) or self.is_sound(fill.text) for fill in fills):
            return None
        start, end = fills[1].start, fills[-1].end
        return templates.MULTIPLE_FILLS_ON_LINE.finding(
            start,
            end,
            {
                "count": str(len(fills)),
                "hint": f", none of which {self._slot.name} takes on its own",
                "repair": "join them into one fill",
            },
            self._joined(fills),
        )

    def _joined(self, fills: Sequence[SingleFill]) -> tuple[Edit, ...]:
        """Return the edit that joins several fills, if the slot accepts the result and there is no link
        between them.
        """
        text = _squashed(" ".join(fill.text for fill in fills))
        if '"' in text or any(fill.link for fill in fills[:-1]) or not self.is_sound(text):
            return ()
        return (Edit(fills[0].start, fills[-1].end, f'"{text}"'),)

    def _is_gap(self, gap: Gap, words: Sequence[str]) -> bool:
        """Return whether elements are missing; if not, there are enough words but the last is not a valid
        value.
        """
        few = len(words) < len(gap.choice) or gap.choice[-1].is_text
        return gap.has_value or (few and not self._slot.values)

    def _lacking(self, fill: SingleFill, gap: Gap) -> Finding:
        missing = " and ".join(_part(element) for element in gap.missing[:_MOST_PARTS])
        fault = f"; {missing} {'is' if len(gap.missing) == 1 else 'are'} missing"
        allowed = _described(gap.choice)
        return templates.SET_FILL_VALUE.finding(
            fill.start,
            fill.end,
            {"slot": self._slot.name, "allowed": allowed, "fault": fault, "nearest": ""},
        )

    def _wrong(
        self, fill: SingleFill, at: int, values: Sequence[str], allowed: str, speller: Speller
    ) -> Finding:
        """Return a finding at the words of a fill from `at` on, which should be one of the given values."""
        written = fill.text[at:].rstrip()
        start = fill.start + (1 if fill.kind is TemplateTokenKind.QUOTED else 0) + at
        end = start + len(written)
        nearest = speller.nearest(_squashed(written), values) or ""
        mends = nearest and written and self.is_sound(fill.text[:at] + nearest)
        edits = (Edit(start, end, nearest),) if mends else ()
        place = (start, end) if written.strip() else (fill.start, fill.end)
        guessed = not is_clear(_squashed(written), nearest, values)
        return templates.SET_FILL_VALUE.finding(
            *place,
            {
                "slot": self._slot.name,
                "allowed": allowed,
                "fault": f", not {short_text(written.strip()) or 'nothing'}",
                "nearest": nearest,
            },
            edits,
            guessed=guessed,
        )


def without_duplicates(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings, except those about several fills on a line if another finding proposes to join
    these fills.
    """
    torn = sorted(each.start for each in found if _is_about_fills_of_line(each) and each.arguments["hint"])
    if not torn:
        return list(found)
    return [each for each in found if not (_is_about_fills_of_line(each) and _holds_split_fill(each, torn))]


def _is_about_fills_of_line(finding: Finding) -> bool:
    return finding.rule is templates.MULTIPLE_FILLS_ON_LINE


def _holds_split_fill(line: Finding, torn: Sequence[int]) -> bool:
    """Return whether a line of several fills contains a split fill; `torn` contains the sorted starts of
    split fills.
    """
    at = bisect_left(torn, line.start)
    return not line.arguments["hint"] and at < len(torn) and torn[at] < line.end


def _described(choice: Choice) -> str:
    """Return the first few elements of a choice, for a message."""
    parts = [_part(element) for element in choice[:_MOST_PARTS]]
    return ", then ".join([*parts, "…"] if len(choice) > _MOST_PARTS else parts)


def _part(element: BnfElement) -> str:
    if element.kind is ElementKind.POINTER:
        return f"<{short_text(element.name)}>"
    return (short_text(element.name) or "a string") if element.is_text else name_listing(element.values)


def _squashed(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


_POINTER_TEXT = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")


class DeclaredRules:
    """The rules that require a configuration or a BNF; data for each class is prepared once."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._knows_names = syntax.classes is not None or syntax.bnf is not None
        self._classes: dict[str, _KnownClass] = {}

    def judge(self, unit: TemplateUnit) -> Iterator[Finding]:
        """Yield the findings of these rules in a unit; none if there is neither a configuration nor a BNF."""
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
        message = templates.MISSPELT_CLASS if nearest else templates.UNKNOWN_CLASS
        return message.finding(
            start, start + len(name), {"name": short_text(name), "hint": spelling_hint(nearest)}
        )


class _KnownClass:
    """A known class: its definition in the BNF, if any, and the rules for the fills of its slots."""

    def __init__(self, syntax: TemplateSyntax, name: str) -> None:
        self.syntax = syntax
        self.defined: BnfClass | None = syntax.bnf.of_class(name) if syntax.bnf else None
        self.slot_names = syntax.slot_names(name)
        defined = self.defined.slots if self.defined else ()
        self.counted = [(slot.name.lower(), slot) for slot in defined if _is_bounded(slot)]
        self._name = name
        self._judges: dict[str, _FillJudge | None] = {}

    def knows(self, slot: str) -> bool:
        """Return whether the class has a slot with that name (in lower case)."""
        if slot in self._judges:
            return True
        if not self.syntax.knows_slot(self._name, slot):
            return False
        defined = self.defined.slot(slot) if self.defined else None
        judged = defined is not None and defined.choices and self.syntax.bnf is not None
        self._judges[slot] = _FillJudge(defined, self.syntax) if defined and judged else None
        return True

    def judge(self, slot: str) -> "_FillJudge | None":
        """Return the rules for the fills of a slot; None if there are none."""
        return self._judges[slot]


def _is_bounded(slot: BnfSlot) -> bool:
    """Return whether the number of fills in a slot is limited."""
    return bool(slot.cardinality.least) or slot.cardinality.most is not None


class _Record:
    """A record and the definition of its class."""

    __slots__ = ("_further", "_has_odd_lines", "_known", "_record", "_speller", "_unit")

    def __init__(self, unit: TemplateUnit, record: Record, known: _KnownClass, speller: Speller) -> None:
        self._unit = unit
        self._has_odd_lines = bool(unit.odd)
        self._record = record
        self._known = known
        self._speller = speller
        self._further: set[int] = set()

    def findings(self) -> list[Finding]:
        """Return the findings for the record."""
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
        return templates.UNKNOWN_SLOT.finding(
            slot.start,
            slot.end,
            {
                "owner": short_text(self._record.header.identity.class_name if self._record.header else ""),
                "name": short_text(slot.name.upper()),
                "hint": spelling_hint(written or None),
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
        """Return whether a fill is clearly a single fill; a fill that combines several already has a
        finding.
        """
        if fill.kind is TemplateTokenKind.UNCLOSED or is_meant_as_comment(fill):
            return False
        if fill.kind is not TemplateTokenKind.QUOTED or not self._has_odd_lines:
            return True
        return not quoted_parts(self._unit.text[fill.start : fill.end])

    def _names_slot(self, line: Sequence[SingleFill]) -> bool:
        """Return whether the fills on a line begin with the name of a slot that lacks its colon."""
        first = line[0].text.split(maxsplit=1) if line else []
        return bool(first) and self._known.knows(first[0].lower().rstrip(":="))

    def _counts(self, misspelt: set[str]) -> Iterator[Finding]:
        """Yield findings for slots with too many or too few fills; repeated slots already have a finding."""
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
        """Yield a finding for a missing slot, unless there are fills without a slot name, which may belong
        to it.
        """
        header = self._record.header
        if header and header.problem is None and not self._record.stray:
            yield _miscounted(slot, header.start, header.end, "none")


def _lines(unit: TemplateUnit, entry: SlotEntry) -> Iterator[list[SingleFill]]:
    """Yield the fills of a slot line by line, separately for each alternative."""
    for alternative in entry.alternatives:
        line: list[SingleFill] = []
        for fill in alternative.fills:
            if line and LINE_END.search(unit.text, line[-1].end, fill.start):
                yield line
                line = []
            line.append(fill)
        yield line


def _count(slot: BnfSlot, entry: SlotEntry, further: Collection[int]) -> Iterator[Finding]:
    """Yield a finding at the first surplus fill of each alternative, or at the name of a slot with too few
    fills.

    `further` contains the starts of fills that are parts of the fills before them.
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
    return templates.CARDINALITY.finding(
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
        """Return the findings for a fill: its kind, its class, or its value."""
        if fill.kind is TemplateTokenKind.POINTER:
            return self._pointer(fill)
        if self._slot.takes_text:
            return ()
        if self._points_only:
            return (self._not_a_pointer(fill),)
        return () if self._values.is_sound(fill.text) else (self._values.finding(fill, speller),)

    def torn(self, fills: Sequence[SingleFill]) -> Finding | None:
        """Return a finding for the fills on a line that form one fill."""
        return self._values.torn(fills)

    def _pointer(self, fill: SingleFill) -> Sequence[Finding]:
        if not self._slot.pointers:
            takes_text = self._slot.takes_text
            edits = (Edit(fill.start, fill.start, '"'), Edit(fill.end, fill.end, '"')) if takes_text else ()
            return (self._wrong_kind(fill, "a pointer", "quote it", edits),)
        name = pointer_identity(fill.text, self._compound).class_name
        if self._targets is None or name.lower() in self._targets:
            return ()
        start, wanted, given = (
            fill.start + 1,
            name_listing(self._slot.pointers),
            short_text(name) or "no class",
        )
        finding = templates.POINTER_CLASS.finding(
            start, start + len(name), {"slot": self._slot.name, "wanted": wanted, "given": given}
        )
        return (finding,)

    def _not_a_pointer(self, fill: SingleFill) -> Finding:
        meant = fill.kind is TemplateTokenKind.QUOTED and _POINTER_TEXT.fullmatch(fill.text) is not None
        edits = (Edit(fill.start, fill.end, fill.text),) if meant else ()
        return self._wrong_kind(fill, "a string", "remove its quotes", edits)

    def _wrong_kind(self, fill: SingleFill, given: str, repair: str, edits: tuple[Edit, ...]) -> Finding:
        return templates.FILL_TYPE.finding(
            fill.start,
            fill.end,
            {"slot": self._slot.name, "wanted": self._wanted(), "given": given, "repair": repair},
            edits,
        )

    def _wanted(self) -> str:
        if self._slot.takes_text:
            return "a string"
        pointers = self._slot.pointers
        return f"a pointer to {name_listing(pointers)}" if pointers else "a value from its set"
