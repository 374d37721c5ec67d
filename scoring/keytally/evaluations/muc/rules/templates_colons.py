"""The rule for names of slots without a colon, which are read as fills."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import BLANKS
from keytally.evaluations.muc.formats.templates.scanner import TemplateToken, TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import shown
from keytally.findings.table import templates as table

_NAME = re.compile(r"([^\W\d][\w-]*)([ \t\f\v]*[:;=]+(?!//)|(?=[ \t\f\v\"'<]|\Z))")
_BEFORE_FILL = re.compile(r"[ \t\f\v]*[:=]+|[ \t\f\v]*[\"'</]")
_REFUSED = (table.FILL_TYPE, table.SET_FILL_VALUE)
_ECHOES = (*_REFUSED, table.POINTER_CLASS, table.CARDINALITY, table.FILL_WITHOUT_SLOT)


class _Lost(NamedTuple):
    """A slot that is read as a fill: its name in lower case, and the finding about it.

    `owner` is the start of its record; its fills extend to `end`.
    """

    owner: int
    name: str
    start: int
    end: int
    finding: Finding


def judge_colons(unit: TemplateUnit, syntax: TemplateSyntax, found: Sequence[Finding]) -> list[Finding]:
    """The findings about a unit, with those about slots without colons in place of their consequences.

    The names of slots come from a configuration or a BNF. A fill that begins with one is no slot if the slot
    that holds it takes that fill.
    """
    if (syntax.classes is None and syntax.bnf is None) or not _bare_behind_others(unit):
        return [*found]
    refused = sorted(each.start for each in found if each.rule in _REFUSED)
    lost = [each for record in unit.records for each in _Colons(unit, record, syntax, refused).lost()]
    if not lost:
        return [*found]
    return [*_without_echoes(found, lost), *(each.finding for each in lost)]


def _bare_behind_others(unit: TemplateUnit) -> list[TemplateToken]:
    """The bare fills that do not follow a slot's name: most records have none."""
    pairs = pairwise(unit.tokens)
    return [
        each
        for before, each in pairs
        if each.kind is TemplateTokenKind.BARE and before.kind is not TemplateTokenKind.SLOT
    ]


def _without_echoes(found: Sequence[Finding], lost: Sequence[_Lost]) -> Iterator[Finding]:
    """The findings that would remain if the slots had their colons, as far as known."""
    starts = [each.start for each in lost]
    absent = {(each.owner, each.name) for each in lost}
    for finding in found:
        before = bisect_right(starts, finding.start)
        follows = before > 0 and finding.start < lost[before - 1].end
        slot = finding.arguments.get("slot", "").lower()
        if finding.rule not in _ECHOES or not (follows or (finding.start, slot) in absent):
            yield finding


class _Colons:
    """The fills of a record that begin with the name of a slot of its class."""

    def __init__(
        self, unit: TemplateUnit, record: Record, syntax: TemplateSyntax, refused: Sequence[int]
    ) -> None:
        self._text = unit.text
        self._record = record
        self._class = record.header.identity.class_name if record.header else ""
        self._syntax = syntax
        self._refused = refused

    def lost(self) -> Iterator[_Lost]:
        """The slots that are read as fills."""
        if not self._class:
            return
        slots = self._record.slots
        ends = [*(slot.start for slot in slots), self._record.end]
        for holder, fills, end in zip(
            (None, *slots), (self._record.stray, *(slot.fills for slot in slots)), ends, strict=True
        ):
            for fill in fills:
                if fill.kind is TemplateTokenKind.BARE:
                    yield from self._judge(fill, holder, end)

    def _judge(self, fill: SingleFill, holder: SlotEntry | None, end: int) -> Iterator[_Lost]:
        name = _NAME.match(fill.text)
        if name is None or not self._is_slot(name[1].lower()):
            return
        if self._is_first(fill) and not self._may_be_fill(fill, name, holder):
            place = fill.start + name.end(1)
            edits = (Edit(place, fill.start + name.end(), ":"),)
            finding = table.SLOT_WITHOUT_COLON.finding(fill.start, place, {"slot": shown(name[1])}, edits)
            yield _Lost(self._record.start, name[1].lower(), fill.start, max(end, fill.end), finding)

    def _is_slot(self, name: str) -> bool:
        """Whether the record's class has a slot of that name; most words name no slot of any class."""
        return name in self._syntax.all_slots and self._syntax.knows_slot(self._class, name)

    def _is_first(self, fill: SingleFill) -> bool:
        """Whether a fill is the first thing on its line."""
        place = fill.start
        while place and self._text[place - 1] in BLANKS:
            place -= 1
        return self._text[place - 1 : place] in ("\n", "\r")

    def _is_refused(self, fill: SingleFill) -> bool:
        """Whether the slot that holds a fill does not take it, by the BNF."""
        place = bisect_left(self._refused, fill.start)
        return place < len(self._refused) and self._refused[place] < fill.end

    def _may_be_fill(self, fill: SingleFill, name: re.Match[str], holder: SlotEntry | None) -> bool:
        """Whether the slot that holds a fill takes it unchanged.

        In a slot for any text only a fill that looks exactly like a slot's name is meant to be one.
        """
        if holder is None or self._is_refused(fill):
            return False
        defined = self._syntax.bnf.of_class(self._class) if self._syntax.bnf else None
        slot = defined.slot(holder.name) if defined else None
        if slot is not None and not slot.takes_text:
            return True
        declared = self._syntax.declared(self._class)
        if slot is None and declared is not None and declared.kind(holder.name) == "pointer":
            return False
        if "_" in name[1]:
            return False
        return not name[1].isupper() or _BEFORE_FILL.match(fill.text, name.end(1)) is None
