"""Completions in template files: headers, missing slots, and fills."""

import re
from collections.abc import Iterator
from functools import partial

from keytally.evaluations.muc.formats.bnf.model import BnfSlot
from keytally.evaluations.muc.formats.templates.scanner import FILLS, TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit
from keytally.text.markdown import code
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.cursor.lines import CursorLine, line_above, line_around
from keytally_server.formats.templates.fill_suggestions import FillSuggestion, SlotFills
from keytally_server.formats.templates.identifiers import has_key_marks, syntax_of
from keytally_server.formats.templates.new_headers import missing_slots, new_headers
from keytally_server.session.snapshot import Snapshot, UnitAt

LONGEST_LINE = 1000

_COMMENT = ("#", ";")
_SLOT_LINE = re.compile(r"[ \t\f\v]*([^\W\d][\w-]*):(?![:=])([ \t\f\v]*/?[ \t\f\v]*)(.*)\Z", re.S)
_NAME = re.compile(r"([ \t\f\v]*)([^\W\d][\w-]*)?\Z")
_FILL = re.compile(r"([ \t\f\v]+)(/?)[ \t\f\v]*(.*)\Z", re.S)
_HEADER = re.compile(r"<?[^\s<>\"':=/]*\Z")
_REST_OF_HEADER = re.compile(r"[^\s<>\"']*>?[ \t]*:?=?")
_REST_OF_NAME = re.compile(r"[\w-]*")


def template_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """The completions at a place, the likeliest first."""
    line = line_around(at.unit.text, at.place)
    if not line.before.startswith(_COMMENT) and len(line.before) <= LONGEST_LINE:
        yield from _Writer(snapshot, at, line).completions()


class _Writer:
    """A place in a template file where the user types."""

    def __init__(self, snapshot: Snapshot, at: UnitAt, line: CursorLine) -> None:
        self._snapshot = snapshot
        self._unit: TemplateUnit = at.unit
        self._offset, self._place = at.offset, at.place
        self._line = line
        self._syntax = syntax_of(snapshot.reading)
        self._is_key = has_key_marks(snapshot.reading)
        before = [record for record in self._unit.records if record.start < line.start]
        self._record: Record | None = before[-1] if before else None

    def completions(self) -> Iterator[Completion]:
        """The completions at the place."""
        before = self._line.before
        slot = _SLOT_LINE.match(before)
        if slot:
            if self._record is not None:
                blank = "" if slot[2] else " "
                yield from self._fills(self._record, slot[1].lower(), slot[3], blank)
            return
        slots = self._slots_here()
        begins_object = self._begins_object(has_slots=bool(slots))
        headers = self._headers(may_be_indented=begins_object)
        if begins_object:
            yield from headers
        yield from slots
        if self._record is not None and (match := _FILL.match(before)):
            yield from self._further_fills(self._record, match)
        yield from headers

    def _begins_object(self, *, has_slots: bool) -> bool:
        """Whether a new object is likelier than a slot: under a blank line, or where no slot is left."""
        if self._line.before.strip() or self._record is None:
            return False
        above = line_above(self._unit.text, self._line.start)
        return not above.strip() or (not has_slots and bool(self._record.slots))

    # Slots

    def _slots_here(self) -> list[Completion]:
        match = _NAME.match(self._line.before)
        return list(self._slots(self._record, match)) if self._record is not None and match else []

    def _slots(self, record: Record, match: re.Match[str]) -> Iterator[Completion]:
        """The slots that the record does not have yet; the optional mark appears only in keys."""
        class_name = record.header.identity.class_name if record.header else ""
        rest = _REST_OF_NAME.match(self._line.behind)
        on = rest.end() if rest else 0
        line = (self._line.start, self._place + len(self._line.behind))
        given = {slot.name for slot in record.slots if not line[0] <= slot.start <= line[1]}
        indent = "" if match[1] else self._indent(record)
        lacking = missing_slots(self._snapshot, self._unit, record)
        for name in sorted(self._slot_names(class_name), key=lambda name: name.lower() not in lacking):
            is_status = name.lower() == self._syntax.status
            if name.lower() in given or (is_status and not self._is_key):
                continue
            colon = "" if self._line.behind[on:].startswith(":") else ": "
            defined = self._defined(class_name, name)
            yield Completion(
                name,
                CompletionKind.SLOT,
                f"{indent}{name}{colon}",
                self._offset + self._place - len(match[2] or ""),
                self._offset + self._place + on,
                partial(code, defined.written) if defined else None,
                str(defined.cardinality) if defined else "",
                name,
                leads_on=True,
            )

    def _defined(self, class_name: str, slot: str) -> BnfSlot | None:
        defined = self._syntax.bnf.of_class(class_name) if self._syntax.bnf else None
        return defined.slot(slot) if defined else None

    def _slot_names(self, class_name: str) -> list[str]:
        """The slots of a class; if nothing declares them, the slots of its objects in the document."""
        names = dict.fromkeys(self._syntax.slot_names(class_name))
        if not names:
            for unit in self._snapshot.reading.documents.units_of(self._unit.document or ""):
                for record in unit.scored_records():
                    if record.header.identity.class_name.lower() == class_name.lower():
                        names |= {slot.name.upper(): None for slot in record.slots}
        if self._syntax.status.upper() not in names and names and self._is_key:
            names[self._syntax.status.upper()] = None
        return list(names)

    def _indent(self, record: Record) -> str:
        """The indent before the slots of a record."""
        for slot in record.slots:
            line = line_around(self._unit.text, slot.start)
            if line.before and not line.before.strip():
                return line.before
        return "\t"

    # Fills

    def _further_fills(self, record: Record, match: re.Match[str]) -> Iterator[Completion]:
        """More fills of the slot above, if it takes more; in a key, always after a slash."""
        above = [slot for slot in record.slots if slot.start < self._line.start]
        if not above or (match[2] and not self._is_key):
            return
        fills = SlotFills(self._snapshot, self._unit, record, above[-1].name)
        if match[2] or fills.takes_more or not any(above[-1].fills):
            yield from self._fills(record, above[-1].name, match[3], "")

    def _fills(self, record: Record, slot: str, typed: str, blank: str) -> Iterator[Completion]:
        """Fills that replace the one at the cursor; `blank` separates the fill from its slot.

        Text also replaces the link information, which belonged to the old text.
        """
        start = self._place - len(typed)
        end, linked_end = self._end_of_fill(record, slot, start)
        for each in SlotFills(self._snapshot, self._unit, record, slot).all(typed):
            yield self._fill(each, start, linked_end if each.kind is CompletionKind.TEXT else end, blank)

    def _fill(self, each: FillSuggestion, start: int, end: int, blank: str) -> Completion:
        link = f" {each.link}" if each.link else ""
        text = f"{blank}{each.text}{link}"
        place = self._offset + start, self._offset + end
        return Completion(each.label, each.kind, text, *place, None, each.detail, each.sought)

    def _end_of_fill(self, record: Record, name: str, start: int) -> tuple[int, int]:
        """The end of the fill written at a place, and the end of its link information."""
        entries = (slot for slot in record.slots if slot.name == name)
        for fill in (fill for slot in entries for fill in slot.fills):
            if fill.start == start and self._place <= fill.end:
                return fill.end, fill.link.end if fill.link else fill.end
        token = next((each for each in self._unit.tokens if each.start == start and each.kind in FILLS), None)
        end = token.end if token and token.kind is not TemplateTokenKind.UNCLOSED else self._place
        return max(end, self._place), max(end, self._place)

    # Headers

    def _headers(self, *, may_be_indented: bool) -> Iterator[Completion]:
        """New objects, in place of the whole line with its indent."""
        if may_be_indented or _HEADER.match(self._line.before):
            rest = _REST_OF_HEADER.match(self._line.behind)
            start = self._offset + self._line.start
            end = self._offset + self._place + (rest.end() if rest else 0)
            at = UnitAt(self._unit, self._offset, self._place)
            for header in new_headers(self._snapshot, at, self._record):
                detail = header.detail
                yield Completion(header.text, CompletionKind.HEADER, header.text, start, end, None, detail)
