"""Completion of headers, slots and fills in template files."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from keytally.families.contract import Level, Role
from keytally.families.muc.bnf import BnfSlot, ElementKind
from keytally.families.muc.sgml.unit import SgmlUnit, markup_pieces
from keytally.families.muc.templates.links import TextsFile, leads_to
from keytally.families.muc.templates.scanner import FILLS, TemplateTokenKind
from keytally.families.muc.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.tallies.status import Status
from keytally.text.rendering import markdown_code
from keytally_server.answers import Completion, CompletionKind
from keytally_server.cursor import CursorLine, line_above, line_around, marks_of
from keytally_server.presenters.templates.actions import KeyTransfer
from keytally_server.presenters.templates.records import (
    has_key_marks,
    header_names,
    marked_record,
    partner_record,
    record_title,
    syntax_of,
)
from keytally_server.session.snapshot import Snapshot, UnitAt

MOST_MISSING = 10

_NUMBER = re.compile(r"\d+\Z")


class NewHeader(NamedTuple):
    """A header for a new object, and a short description."""

    text: str
    detail: str


def new_headers(snapshot: Snapshot, at: UnitAt, record: Record | None) -> Iterator[NewHeader]:
    """Yield the possible headers at a position after a record, the likeliest first.

    Headers of missing objects come first, in the order of the key, starting at the record. They are followed
    by a header for each class, in this document and in the next document of the texts or of the other file.
    """
    seen = set()
    for header in (*_missing(snapshot, at, record), *_of_classes(snapshot, at)):
        if header.text not in seen:
            seen.add(header.text)
            yield header


def missing_slots(snapshot: Snapshot, unit: TemplateUnit, record: Record) -> set[str]:
    """Return the slots, in lower case, that the key's object has but the response's record lacks."""
    if snapshot.role is not Role.RESPONSE or snapshot.pair is None:
        return set()
    transfer = KeyTransfer(snapshot, unit.document or "")
    marked = marked_record(snapshot, unit, record)
    lacking = (mark for mark in marked.fill_marks() if mark.status is Status.MISSING)
    return {transfer.slot_name(mark) for mark in lacking if mark.start == mark.end}


def _missing(snapshot: Snapshot, at: UnitAt, record: Record | None) -> Iterator[NewHeader]:
    if snapshot.role is not Role.RESPONSE or snapshot.pair is None or record is None:
        return
    mark = marked_record(snapshot, at.unit, record).object_mark
    behind = partner_record(mark) if mark is not None and mark.level is Level.OBJECT else None
    transfer = KeyTransfer(snapshot, _document(snapshot, at) or "")
    for missing in islice(transfer.missing_records(behind), MOST_MISSING):
        name = record_title(missing)
        detail = f'in the key: "{name}"' if name else "in the key"
        yield NewHeader(transfer.new_header(missing), detail)


def _of_classes(snapshot: Snapshot, at: UnitAt) -> Iterator[NewHeader]:
    for document in _documents(snapshot, at):
        free = _free_numbers(snapshot, document)
        for name in _class_names(snapshot, at):
            number = free.get(name.lower(), "1")
            yield NewHeader(f"<{name}-{document}-{number}> :=", f"document {document}")


def _class_names(snapshot: Snapshot, at: UnitAt) -> Sequence[str]:
    """Return the known classes; if none are declared, the classes in the document."""
    names = syntax_of(snapshot.reading).class_names
    if names:
        return names
    found = header_names(snapshot.reading, at.unit.document or "")
    return list(dict.fromkeys(name.class_name.upper() for name in found))


def _document(snapshot: Snapshot, at: UnitAt) -> str | None:
    """Return the document at a position, or the document of the preceding unit if the position is on the
    first line of a unit without a document; None if there is neither.
    """
    unit: TemplateUnit = at.unit
    if unit.document is None and at.offset and not line_around(unit.text, at.place).start:
        before: TemplateUnit = snapshot.unit_at(at.offset - 1).unit
        return before.document
    return unit.document


def _documents(snapshot: Snapshot, at: UnitAt) -> Iterator[str]:
    current = _document(snapshot, at)
    if current is not None:
        yield current
    pair = snapshot.pair
    if pair is None:
        return
    order = list((pair.texts or pair.side(snapshot.other_role)).documents)
    after = order.index(current) + 1 if current in order else 0
    absent = (each for each in order[after:] if not snapshot.reading.documents.units_of(each))
    if following := next(absent, ""):
        yield following


def _free_numbers(snapshot: Snapshot, document: str) -> dict[str, str]:
    """Return the next one-up number of each class, by the class's name in lower case."""
    highest: dict[str, str] = {}
    for class_name, _, number in header_names(snapshot.reading, document):
        if _NUMBER.match(number) and number.isascii():
            known = highest.setdefault(class_name.lower(), number)
            if int(number) > int(known):
                highest[class_name.lower()] = number
    return {name: str(int(number) + 1).zfill(len(number)) for name, number in highest.items()}


MOST_PHRASES = 60
MOST_PLACES = 200

_CAPITAL_WORD = r"[^\W\da-z_][\w'’.&-]*(?<![.])"
_LINK_WORD = r"(?:of|the|and|for|de|du|la|von|van|al|&)"
_NAME_PHRASE = re.compile(rf"(?<![\w'’]){_CAPITAL_WORD}(?:\s+(?:{_LINK_WORD}\s+){{0,2}}{_CAPITAL_WORD})*")
_REST_OF_PHRASE = re.compile(rf"[\w'’-]*(?:\s+(?:{_LINK_WORD}\s+){{0,2}}{_CAPITAL_WORD})*")
_REST_OF_WORDS = re.compile(r"[\w'’-]*(?:[ \t\r\n]+[\w'’-]+){0,3}")
_WORD_ENDS = re.compile(r"[\w'’-](?=[^\w'’-]|\Z)")


class Phrase(NamedTuple):
    """A phrase with normalised whitespace, and its position in the unit."""

    text: str
    start: int
    end: int


def phrases(unit: SgmlUnit, typed: str) -> list[Phrase]:
    """Return the phrases of a document that start with `typed`, ignoring case; if `typed` is empty, its
    names.

    Each phrase occurs once, in order of first occurrence; at the same position, names come before other
    phrases.
    """
    found: dict[str, Phrase] = {}
    for start, end in _candidates(unit, typed):
        text = " ".join(unit.stripped(start, end).split())
        if text:
            found.setdefault(text, Phrase(text, start, end))
        if len(found) >= MOST_PHRASES:
            break
    return list(found.values())


def _candidates(unit: SgmlUnit, typed: str) -> Iterator[tuple[int, int]]:
    words = typed.split()
    prose = [
        (start, end) for is_markup, start, end in markup_pieces(unit.text, 0, len(unit.text)) if not is_markup
    ]
    if not words:
        for start, end in prose:
            yield from (match.span() for match in _NAME_PHRASE.finditer(unit.text, start, end))
        return
    beginning = re.compile(r"(?<!\w)" + r"[ \t\r\n]+".join(map(re.escape, words)), re.I)
    places = 0
    for start, end in prose:
        for match in beginning.finditer(unit.text, start, end):
            places += 1
            if places > MOST_PLACES:
                return
            for last in _ends(unit.text, match.end(), end):
                yield match.start(), last


def _ends(text: str, place: int, end: int) -> Iterator[int]:
    """Yield the possible ends of a phrase that continues at a position: after the name, or after some
    words.
    """
    name = _REST_OF_PHRASE.match(text, place, end)
    if name:
        yield name.end()
    rest = _REST_OF_WORDS.match(text, place, end)
    if rest:
        yield from (each.end() for each in _WORD_ENDS.finditer(text, max(place - 1, 0), rest.end()))


MOST_OBJECTS = 500
MOST_VALUES = 100
OTHERS_ASKED = 50
"""The maximum number of units that are searched for link information, or for other fills of a slot."""


class FillSuggestion(NamedTuple):
    """A fill as written, with quotes or brackets; the client filters by `sought`.

    `link` is its link information, or "" without any.
    """

    label: str
    kind: CompletionKind
    text: str
    sought: str
    detail: str = ""
    link: str = ""


class SlotFills:
    """The fills that a slot of a record may take; `typed` is the part of a fill written so far."""

    def __init__(self, snapshot: Snapshot, unit: TemplateUnit, record: Record, slot: str) -> None:
        self._snapshot = snapshot
        self._unit = unit
        self._record = record
        self._slot = slot
        self._syntax = syntax_of(snapshot.reading)
        self._class = record.header.identity.class_name if record.header else ""
        bnf_class = self._syntax.bnf.of_class(self._class) if self._syntax.bnf else None
        self._defined: BnfSlot | None = bnf_class.slot(slot) if bnf_class else None

    @property
    def kind(self) -> str | None:
        """Return `set`, `string` or `pointer`, from the BNF or the configuration; None if unknown."""
        declared = self._syntax.declared(self._class)
        declared_kind = declared.kind(self._slot) if declared else None
        return self._defined.kind if self._defined else declared_kind

    @property
    def takes_more(self) -> bool:
        """Return whether the slot can have another fill, as far as the BNF defines this."""
        if self._slot == self._syntax.status:
            return False
        return self._defined is None or self._defined.cardinality.most is None

    def all(self, typed: str) -> Iterator[FillSuggestion]:
        """Yield the possible fills, the likeliest first."""
        if self._slot == self._syntax.status and not has_key_marks(self._snapshot.reading):
            return
        plain = typed.lstrip("\"'")
        quote = typed[: len(typed) - len(plain)][:1]
        if not quote and (self.kind == "pointer" or typed.startswith("<") or self.kind is None):
            yield from self._pointers()
        if not typed.startswith("<"):
            yield from self._values(plain, quote)
            if self.kind in ("string", None) and self._slot != self._syntax.status:
                yield from self._strings(plain, quote)

    def _pointers(self) -> Iterator[FillSuggestion]:
        """Yield the document's objects of a suitable class that the slot does not point to yet."""
        if not self._syntax.takes_pointers(self._class, self._slot):
            return
        targets = self._targets()
        given = {fill.text for slot in self._entries(self._record) for fill in slot.fills}
        count = 0
        for unit in self._snapshot.reading.documents.units_of(self._unit.document or ""):
            for record in unit.scored_records():
                text = f"<{record.header.identity}>" if record.header else ""
                if record is self._record or text in given or not _is_one_of(record, targets):
                    continue
                count += 1
                if count > MOST_OBJECTS:
                    return
                name = record_title(record)
                yield FillSuggestion(
                    f"{text} {name}".rstrip(), CompletionKind.POINTER, text, f"{text} {name}"
                )

    def _targets(self) -> tuple[str, ...] | None:
        """Return the classes to which the slot may point, in lower case; None if it may point to any
        class.
        """
        if self._defined is not None and self._defined.pointers and self._syntax.bnf:
            return self._syntax.bnf.targets(self._defined)
        declared = self._syntax.declared(self._class)
        target = declared.target(self._slot) if declared else None
        return (target,) if target and self._syntax.declared(target) else None

    def _values(self, plain: str, quote: str) -> Iterator[FillSuggestion]:
        """Yield the values of the slot's set; values that the other file's object has come first.

        Without a BNF, yield the values that the document uses.
        """
        values = self._set_values(plain)
        if not values and self.kind == "set":
            values = self._used_values()
        given = {fill.text.upper() for fill in self._fills_of(self._partners())} if values else set()
        for value in sorted(values, key=lambda value: value.upper() not in given):
            yield FillSuggestion(value, CompletionKind.VALUE, f"{quote}{value}{quote}", f"{quote}{value}")

    def _set_values(self, plain: str) -> tuple[str, ...]:
        if self._defined is None:
            return ("OPTIONAL",) if self._slot == self._syntax.status else ()
        head, _, _ = plain.rpartition(" ")
        mixed = [choice for choice in self._defined.choices if len(choice) > 1]
        if head.strip():
            ends = (choice[-1] for choice in mixed if choice[-1].kind is ElementKind.SET)
            behind = tuple(f"{head} {value}" for element in ends for value in element.values)
            alone = tuple(value for value in self._defined.values if value.lower().startswith(head.lower()))
            return (*alone, *behind)
        return self._defined.values

    def _used_values(self) -> tuple[str, ...]:
        """Return the fills of the slot across the document, in both files."""
        used: dict[str, None] = {}
        for reading in (self._snapshot.reading, self._snapshot.other_reading):
            units = reading.documents.units_of(self._unit.document or "") if reading else ()
            for unit in units[:OTHERS_ASKED]:
                for record in unit.scored_records():
                    used |= {fill.text: None for entry in self._entries(record) for fill in entry.fills}
        return tuple(used)[:MOST_VALUES]

    def _entries(self, record: Record) -> Iterator[SlotEntry]:
        header = record.header
        if header and header.identity.class_name.lower() == self._class.lower():
            yield from (slot for slot in record.slots if slot.name == self._slot)

    def _strings(self, plain: str, quote: str) -> Iterator[FillSuggestion]:
        """Yield fills of the other file's object, or of missing objects; then phrases of the text."""
        side = "key" if self._snapshot.role is Role.RESPONSE else "response"
        in_text = dict(self._phrases(plain))
        for fill in self._fills_of(self._partners() or self._missing()):
            link = in_text.pop(fill.text, "")
            if fill.link and self._link_name():
                link = f"##{fill.link.first}#{fill.link.last}#{fill.link.texts}"
            yield _string(fill.text, quote, f"in the {side}", link)
        for text, link in in_text.items():
            yield _string(text, quote, "in the text", link)

    def _fills_of(self, records: Iterable[Record]) -> Iterator[SingleFill]:
        """Yield the fills of this slot in objects of the other file, except pointers."""
        for record in records:
            for entry in self._entries(record):
                yield from (fill for fill in entry.fills if fill.kind is not TemplateTokenKind.POINTER)

    def _partners(self) -> list[Record]:
        """Return the objects aligned with the record: at most one."""
        found = []
        for mark in marks_of(self._snapshot, self._unit):
            if mark.level is Level.OBJECT and mark.start == self._record.start and mark.partner:
                unit, start, _ = mark.partner
                records = unit.records if isinstance(unit, TemplateUnit) else ()
                found += [record for record in records if record.start == start]
        return found

    def _missing(self) -> Iterator[Record]:
        if self._snapshot.role is Role.RESPONSE and self._snapshot.pair is not None:
            transfer = KeyTransfer(self._snapshot, self._unit.document or "")
            yield from islice(transfer.missing_records(None), MOST_MISSING)

    def _phrases(self, plain: str) -> Iterator[tuple[str, str]]:
        """Yield phrases of the document's text, each with its link information if fills have any."""
        texts = self._snapshot.pair.texts if self._snapshot.pair else None
        if texts is None:
            return
        name = self._link_name()
        places = TextsFile(texts.units) if name else None
        for unit in texts.documents.units_of(self._unit.document or ""):
            for phrase in phrases(unit, plain) if isinstance(unit, SgmlUnit) else ():
                link = ""
                if places is not None:
                    first = places.offset(unit, phrase.start)
                    link = f"##{first}#{first + len(unit.stripped(phrase.start, phrase.end))}#{name}"
                yield phrase.text, link

    def _link_name(self) -> str:
        """Return the name by which links in the document refer to the texts file; "" without links."""
        texts = self._snapshot.pair.pair.texts if self._snapshot.pair else None
        units = self._snapshot.reading.documents.units_of(self._unit.document or "")[:OTHERS_ASKED]
        for unit in (self._unit, *units):
            for record in unit.records:
                for link in (fill.link for slot in record.slots for fill in slot.fills):
                    if texts and link and leads_to(link, texts.name):
                        return str(link.texts)
        return ""


def _is_one_of(record: Record, targets: tuple[str, ...] | None) -> bool:
    header = record.header
    return header is not None and (targets is None or header.identity.class_name.lower() in targets)


def _string(text: str, quote: str, detail: str, link: str) -> FillSuggestion:
    """Return a string as a fill, in the quotes already typed, or in quotes that it does not contain."""
    mark = quote or ("'" if '"' in text else '"')
    written = f"{mark}{text}{mark}"
    return FillSuggestion(text, CompletionKind.TEXT, written, written if quote else text, detail, link)


LONGEST_LINE = 1000

_COMMENT = ("#", ";")
_SLOT_LINE = re.compile(r"[ \t\f\v]*([^\W\d][\w-]*):(?![:=])([ \t\f\v]*/?[ \t\f\v]*)(.*)\Z", re.S)
_NAME = re.compile(r"([ \t\f\v]*)([^\W\d][\w-]*)?\Z")
_FILL = re.compile(r"([ \t\f\v]+)(/?)[ \t\f\v]*(.*)\Z", re.S)
_HEADER = re.compile(r"(?:[ \t\f\v]*<)?[^\s<>\"':=/]*\Z")
_REST_OF_HEADER = re.compile(r"[^\s<>\"']*>?[ \t]*:?=?")
_REST_OF_NAME = re.compile(r"[\w-]*")


def template_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """Yield the completions at a position, the likeliest first."""
    line = line_around(at.unit.text, at.place)
    if not line.before.startswith(_COMMENT) and len(line.before) <= LONGEST_LINE:
        yield from _Writer(snapshot, at, line).completions()


class _Writer:
    """A position in a template file at which the user types."""

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
        """Yield the completions at the position."""
        before = self._line.before
        slot = _SLOT_LINE.match(before)
        if slot:
            if self._record is not None:
                blank = "" if slot[2] else " "
                yield from self._fills(self._record, slot[1].lower(), slot[3], blank)
            return
        slots = self._slots_here()
        begins_object = self._begins_object(has_slots=bool(slots))
        headers = self._headers(may_be_blank=begins_object)
        if begins_object:
            yield from headers
        yield from slots
        if self._record is not None and (match := _FILL.match(before)):
            yield from self._further_fills(self._record, match)
        yield from headers

    def _begins_object(self, *, has_slots: bool) -> bool:
        """Return whether a new object is likelier than a slot: after an empty line, or if no slots remain."""
        if self._line.before.strip() or self._record is None:
            return False
        above = line_above(self._unit.text, self._line.start)
        return not above.strip() or (not has_slots and bool(self._record.slots))

    # Slots

    def _slots_here(self) -> list[Completion]:
        match = _NAME.match(self._line.before)
        return list(self._slots(self._record, match)) if self._record is not None and match else []

    def _slots(self, record: Record, match: re.Match[str]) -> Iterator[Completion]:
        """Yield the slots that the record does not have yet; the optional mark is offered only in keys."""
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
                partial(markdown_code, defined.written) if defined else None,
                str(defined.cardinality) if defined else "",
                name,
                leads_on=True,
            )

    def _defined(self, class_name: str, slot: str) -> BnfSlot | None:
        defined = self._syntax.bnf.of_class(class_name) if self._syntax.bnf else None
        return defined.slot(slot) if defined else None

    def _slot_names(self, class_name: str) -> list[str]:
        """Return the slots of a class; if none are declared, the slots of its objects in the document."""
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
        """Return the indent before the slots of a record."""
        for slot in record.slots:
            line = line_around(self._unit.text, slot.start)
            if line.before and not line.before.strip():
                return line.before
        return "\t"

    # Fills

    def _further_fills(self, record: Record, match: re.Match[str]) -> Iterator[Completion]:
        """Yield additional fills of the slot above, if it can have more; in a key, always after a slash."""
        above = [slot for slot in record.slots if slot.start < self._line.start]
        if not above or (match[2] and not self._is_key):
            return
        fills = SlotFills(self._snapshot, self._unit, record, above[-1].name)
        if match[2] or fills.takes_more or not any(above[-1].fills):
            yield from self._fills(record, above[-1].name, match[3], "")

    def _fills(self, record: Record, slot: str, typed: str, blank: str) -> Iterator[Completion]:
        """Yield fills that replace the fill at the cursor; `blank` is the space between the fill and its
        slot.

        A text completion also replaces the link information, because that belonged to the old text.
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
        """Return the end of the fill that starts at a position, and the end of its link information."""
        entries = (slot for slot in record.slots if slot.name == name)
        for fill in (fill for slot in entries for fill in slot.fills):
            if fill.start == start and self._place <= fill.end:
                return fill.end, fill.link.end if fill.link else fill.end
        token = next((each for each in self._unit.tokens if each.start == start and each.kind in FILLS), None)
        end = token.end if token and token.kind is not TemplateTokenKind.UNCLOSED else self._place
        return max(end, self._place), max(end, self._place)

    # Headers

    def _headers(self, *, may_be_blank: bool) -> Iterator[Completion]:
        """Yield new objects, which replace the whole line and its indent.

        New objects are offered on an indented line after a bracket, and on an empty line if `may_be_blank` is
        true.
        """
        if may_be_blank or _HEADER.match(self._line.before):
            rest = _REST_OF_HEADER.match(self._line.behind)
            start = self._offset + self._line.start
            end = self._offset + self._place + (rest.end() if rest else 0)
            at = UnitAt(self._unit, self._offset, self._place)
            for header in new_headers(self._snapshot, at, self._record):
                detail = header.detail
                yield Completion(header.text, CompletionKind.HEADER, header.text, start, end, None, detail)
