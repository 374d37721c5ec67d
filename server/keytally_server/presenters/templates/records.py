"""Records, slots and fills at a position, their identifiers and verdicts, and renaming of objects."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from keytally.engine.reading import Reading
from keytally.families.contract import Level, Mark, Role
from keytally.families.muc.bnf import BnfSlot
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.model import SlotDefinition
from keytally.families.muc.templates.language import TemplateLanguage, template_language
from keytally.families.muc.templates.links import TextsFile
from keytally.families.muc.templates.scanner import (
    Header,
    Identity,
    TemplateTokenKind,
    identity_of,
    pointer_identity,
    sound_header,
)
from keytally.families.muc.templates.unit import (
    Link,
    Record,
    SingleFill,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
)
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text
from keytally_server.answers import Renamable, RenameError
from keytally_server.session.snapshot import Snapshot


class TemplatePlace(NamedTuple):
    """The items that contain a position, the outermost first; an item that does not contain it is None.

    `slot` is the slot on the line of the position, even if the position is on one of its fills; `in_name` is
    true if the position is on the slot's name. `link` is None unless the position is on link information.
    """

    record: Record
    header: Header | None = None
    slot: SlotEntry | None = None
    fill: SingleFill | None = None
    link: Link | None = None
    in_name: bool = False


def template_place(unit: TemplateUnit, place: int) -> TemplatePlace | None:
    """Return the items at a position in a unit; None before the first record.

    A position directly after an item belongs to the item.
    """
    record = _record_at(unit, place)
    if record is None:
        return None
    header = record.header
    if header is not None and header.start <= place <= header.end:
        return TemplatePlace(record, header)
    slot = next((slot for slot in reversed(record.slots) if slot.start <= place), None)
    return _in_slot(record, slot, place) if slot else TemplatePlace(record)


def _record_at(unit: TemplateUnit, place: int) -> Record | None:
    """Return the last record that begins at or before a position, or None."""
    records = ([unit.loose] if unit.loose else []) + list(unit.records)
    return next((record for record in reversed(records) if record.start <= place), None)


def _in_slot(record: Record, slot: SlotEntry, place: int) -> TemplatePlace:
    for fill in slot.fills:
        if fill.start <= place <= fill.end:
            return TemplatePlace(record, slot=slot, fill=fill)
        if fill.link is not None and fill.link.start <= place <= fill.link.end:
            return TemplatePlace(record, slot=slot, fill=fill, link=fill.link)
    return TemplatePlace(record, slot=slot, in_name=place <= slot.end + 1)


def slot_end(slot: SlotEntry) -> int:
    """Return the end of a slot's last fill, including its link information; without fills, the end of its
    name.
    """
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    return max(ends, default=slot.end)


# Identification strings: headers name objects with them, and pointers refer to objects by them.
#
# A name is valid within its document. If several headers have one name, pointers point to the first; no
# pointer refers to a header that repeats a name.


Key = tuple[str, str, str]
"""The part that is the same in equal identification strings (Identity.key)."""


class Occurrence(NamedTuple):
    """An identification string in a file, without its brackets, in code points of the file.

    `header` is the header that contains it, or None for a pointer; `record` is the record that contains it.
    """

    identity: Identity
    start: int
    end: int
    record: Record
    header: Header | None = None


class ObjectName(NamedTuple):
    """The name at a position: its occurrence there, the header that declares it, and all its occurrences.

    `home` is None for a pointer to an object that does not exist. `all` is in file order.
    """

    occurrence: Occurrence
    home: Occurrence | None
    all: tuple[Occurrence, ...]


def syntax_of(reading: Reading) -> TemplateSyntax:
    """Return the known task of a template file; an empty syntax for a file of another language."""
    language = reading.language
    return language.syntax if isinstance(language, TemplateLanguage) else TemplateSyntax()


def has_key_marks(reading: Reading) -> bool:
    """Return whether a template file may contain optional items and alternatives; a response must not contain
    any.

    Both files may do so if two keys are compared.
    """
    language = reading.language
    return isinstance(language, TemplateLanguage) and language.role is not Role.RESPONSE


def name_at(snapshot: Snapshot, offset: int) -> ObjectName | None:
    """Return the name at an offset, or directly before or after it; None if there is none."""
    for place in (offset, max(offset - 1, 0)):
        at = snapshot.unit_at(place)
        if not isinstance(at.unit, TemplateUnit):
            continue
        for occurrence in occurrences_in(at.unit, at.offset, syntax_of(snapshot.reading)):
            if occurrence.start - 1 <= offset <= occurrence.end + 1:
                return _name(snapshot.reading, at.unit.document or "", occurrence)
    return None


def occurrences_in(unit: TemplateUnit, offset: int, syntax: TemplateSyntax) -> Iterator[Occurrence]:
    """Yield the names in a unit at `offset`, in file order: headers, and fills of pointer slots."""
    for record in unit.scored_records():
        header = record.header
        if header is None or not header.identity.is_whole:
            continue
        start, end = _within_brackets(unit.text, header)
        yield Occurrence(header.identity, offset + start, offset + end, record, header)
        for slot in record.slots:
            if not syntax.takes_pointers(header.identity.class_name, slot.name):
                continue
            for fill in slot.fills:
                identity = pointer_identity(fill.text, syntax.compound_classes)
                if fill.kind is TemplateTokenKind.POINTER and identity.is_whole:
                    first = offset + fill.start + unit.text[fill.start : fill.end].index(str(identity))
                    yield Occurrence(identity, first, first + len(str(identity)), record)


def occurrences(reading: Reading, document: str, identity: Identity) -> Iterator[Occurrence]:
    """Yield the occurrences of a name in a document of a file, in file order."""
    syntax = syntax_of(reading)
    written = f"-{identity.document}-{identity.one_up}"
    for unit in reading.documents.units_of(document):
        if isinstance(unit, TemplateUnit) and written in unit.text:
            for each in occurrences_in(unit, reading.units.offset_of(unit), syntax):
                if each.identity.key == identity.key:
                    yield each


def header_names(reading: Reading, document: str) -> Iterator[Identity]:
    """Yield the names that the headers of a document declare, in file order."""
    for unit in reading.documents.units_of(document):
        if isinstance(unit, TemplateUnit):
            sound = sound_header(unit.text) if not syntax_of(reading).compound_classes else None
            yield from [sound] if sound else [header.identity for header in unit.headers]


def _name(reading: Reading, document: str, occurrence: Occurrence) -> ObjectName:
    same = list(occurrences(reading, document, occurrence.identity))
    headers = [each for each in same if each.header is not None]
    if occurrence.header is not None and headers and headers[0].start != occurrence.start:
        return ObjectName(occurrence, occurrence, (occurrence,))
    home = headers[0] if headers else None
    return ObjectName(occurrence, home, tuple(each for each in same if each.header is None or each is home))


def _within_brackets(text: str, header: Header) -> tuple[int, int]:
    """Return the range of a header's identification string; for a malformed one, the range of all text
    before `:=`.
    """
    start = header.start + (1 if text.startswith("<", header.start) else 0)
    end = text.find(">", start, header.end)
    if end < 0:
        end = start + len(text[start : header.end].rstrip(":=").rstrip())
    return start, end


@dataclass(frozen=True, slots=True)
class MarkedRecord:
    """A record of a unit of the file, with the verdicts inside the record."""

    snapshot: Snapshot
    unit: TemplateUnit
    record: Record
    marks: tuple[Mark, ...]

    @property
    def class_name(self) -> str:
        """Return the class in the header, in lower case."""
        return self.record.header.identity.class_name.lower() if self.record.header else ""

    @property
    def task(self) -> TemplateTask | None:
        """Return the task that scores the file; None if the file does not belong to a pair of a template
        task.
        """
        evaluation = self.snapshot.pair.evaluation if self.snapshot.pair else None
        return evaluation if isinstance(evaluation, TemplateTask) else None

    @property
    def object_mark(self) -> Mark | None:
        """Return the verdict on the object, or None."""
        span = self.record.start, self.record.end
        return next((mark for mark in self._at(Level.OBJECT) if (mark.start, mark.end) == span), None)

    def slot_mark(self, slot: SlotEntry) -> Mark | None:
        """Return the verdict on a slot as a whole, or None."""
        return next((mark for mark in self._at(Level.SLOT) if mark.slot == slot.name), None)

    def fill_mark(self, fill: SingleFill) -> Mark | None:
        """Return the verdict on a fill, or None."""
        span = fill.start, fill.end
        return next((mark for mark in self.fill_marks() if (mark.start, mark.end) == span), None)

    def fill_marks(self) -> Iterator[Mark]:
        """Yield the verdicts on all fills of the object, including missing ones."""
        return self._at(Level.FILL)

    def definition(self, slot: SlotEntry) -> SlotDefinition | None:
        """Return the configuration's definition of a slot, or None."""
        if self.task is None:
            return None
        slots = self.task.configuration.slots_of(self.class_name)
        return next((each for each in slots if each.name == slot.name), None)

    def bnf_slot(self, slot: SlotEntry) -> BnfSlot | None:
        """Return the BNF's definition of a slot, or None."""
        bnf = syntax_of(self.snapshot.reading).bnf
        owner = bnf.of_class(self.class_name) if bnf else None
        return owner.slot(slot.name) if owner else None

    def _at(self, level: Level) -> Iterator[Mark]:
        return (mark for mark in self.marks if mark.level is level)


def marked_record(snapshot: Snapshot, unit: TemplateUnit, record: Record) -> MarkedRecord:
    """Return a record with its verdicts."""
    marks = snapshot.pair.marks_of(snapshot.role, unit) if snapshot.pair else []
    inside = tuple(mark for mark in marks if record.start <= mark.start and mark.end <= record.end)
    return MarkedRecord(snapshot, unit, record, inside)


def partner_record(mark: Mark) -> Record | None:
    """Return the record of the other file that contains a verdict's partner, or None."""
    if mark.partner is None:
        return None
    unit, start, _ = mark.partner
    records = unit.records if isinstance(unit, TemplateUnit) else ()
    return next((record for record in reversed(records) if record.start <= start), None)


LONGEST_TITLE = 80
_STRINGS = (TemplateTokenKind.QUOTED, TemplateTokenKind.UNCLOSED)


def record_identifier(record: Record) -> str:
    """Return the identification string in a record's header, without brackets; "" without a header."""
    return str(record.header.identity) if record.header else ""


def record_title(record: Record) -> str:
    """Return a fill that distinguishes a record: its first string, otherwise its first fill, otherwise ""."""
    fills = [fill for slot in record.slots for fill in slot.fills]
    telling = next((fill for fill in fills if fill.kind in _STRINGS), next(iter(fills), None))
    return "" if telling is None else _short(telling.text)


def slot_text(slot: SlotEntry) -> str:
    """Return the fills of a slot as written, on one line, without their link information."""
    alternatives = (", ".join(map(fill_text, alternative.fills)) for alternative in slot.alternatives)
    return _short(" / ".join(filter(None, alternatives)))


def fill_text(fill: SingleFill) -> str:
    """Return a fill as written in a file: strings have quotes."""
    return f'"{fill.text}"' if fill.kind in _STRINGS else fill.text


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_TITLE else f"{text[:LONGEST_TITLE]}…"


class LinkedText(NamedTuple):
    """A range of the texts file, in its code points, and its text without task tags."""

    start: int
    end: int
    text: str


def linked_text(snapshot: Snapshot, link: Link) -> LinkedText | None:
    """Return the text to which a link into the pair's texts points; None if there are no texts or if the
    link points beyond their end.
    """
    reading = snapshot.pair.texts if snapshot.pair else None
    if reading is None:
        return None
    texts = TextsFile(reading.units)
    text = texts.text(link.first, link.last)
    first, last = texts.place(link.first), texts.place(link.last, is_end=True)
    if text is None or first is None or last is None:
        return None
    start = reading.units.offset_of(first.unit) + first.place
    return LinkedText(start, max(start, reading.units.offset_of(last.unit) + last.place), text)


_PLAIN = re.compile(r"\w+")
_ONE_UP = re.compile(r"\w(?:.*\w)?", re.DOTALL)


def renamable_object(snapshot: Snapshot, offset: int) -> Renamable | None:
    """Return the whole identification string at a position, without its brackets; None at other positions.
    Raises RenameError.
    """
    name = name_at(snapshot, offset)
    if name is None:
        return None
    _check_home(name)
    return Renamable(name.occurrence.start, name.occurrence.end, str(name.occurrence.identity))


def rename_object(snapshot: Snapshot, offset: int, new_name: str) -> list[Edit]:
    """Return the edits that rename the object at a position.

    The new name is a whole identification string, with or without brackets, or a one-up string of only
    letters and digits; the document stays the same. If the class remains the same, each occurrence keeps its
    own spelling of it. Raises RenameError if the name is malformed, does not belong to the task, or is
    already in use.
    """
    name = name_at(snapshot, offset)
    if name is None:
        raise RenameError("no object name at this position")
    home = _check_home(name)
    syntax = syntax_of(snapshot.reading)
    new = _identity(new_name, home, syntax)
    _check_form(new, syntax)
    if new.key != home.key:
        _check_free(snapshot, new)
    edits = []
    for each in name.all:
        spelling = each.identity.class_name if new.class_name == home.class_name else new.class_name
        written = str(new._replace(class_name=spelling))
        if written != str(each.identity):
            edits.append(Edit(each.start, each.end, written))
    return edits


def _check_home(name: ObjectName) -> Identity:
    """Return the name in the object's header. Raises RenameError if the header is missing or malformed."""
    if name.home is None or name.home.header is None:
        identity = name.occurrence.identity
        raise RenameError(f"document {identity.document} has no object {short_text(str(identity))} to rename")
    if name.home.header.problem is not None:
        raise RenameError(f"the header of this object {name.home.header.problem}; fix it first")
    return name.home.identity


def _identity(new_name: str, old: Identity, syntax: TemplateSyntax) -> Identity:
    """Return the identification string for a new name."""
    bare = new_name.strip()
    written = bare.removeprefix("<").removesuffix(">").strip()
    given = identity_of(written, syntax.compound_classes)
    if given.is_whole and given.document != old.document:
        raise RenameError(
            f"an object cannot move to another document: {short_text(written)} does not belong to "
            f"{old.document}"
        )
    if given.is_whole and (given.one_up == old.one_up or _ONE_UP.fullmatch(given.one_up)):
        return given
    is_class = given.class_name.lower() == old.class_name.lower() or _is_declared(given.class_name, syntax)
    if not is_class and _PLAIN.fullmatch(bare):
        return old._replace(one_up=bare)
    raise RenameError(
        f"{_flaw(bare, is_part=is_class and not given.is_whole)}; "
        f"specify a one-up string such as 7, or a full name such as {short_text(str(old))}"
    )


def _flaw(written: str, *, is_part: bool) -> str:
    """Return the problem with a new name; `is_part` is set if the name is only the start of a valid one."""
    if not written:
        return "an object needs a name"
    return f"{short_text(written)} is incomplete" if is_part else f"{short_text(written)} is malformed"


def _is_declared(class_name: str, syntax: TemplateSyntax) -> bool:
    return class_name.upper() in syntax.class_names


def _check_form(new: Identity, syntax: TemplateSyntax) -> None:
    """Raise RenameError unless a header and a pointer with this name are parsed as such and the task has
    the class. Raises RenameError.
    """
    unit = template_language(Role.UNKNOWN).read(f"<{new}> :=\n\tX: <{new}>\n")
    record = unit.record
    fills = [fill for slot in record.slots for fill in slot.fills] if record else []
    is_sound = record is not None and record.header is not None and record.header.problem is None
    if not (
        is_sound
        and [fill.kind for fill in fills] == [TemplateTokenKind.POINTER]
        and fills[0].text == f"<{new}>"
    ):
        raise RenameError(
            f"{short_text(str(new))} is malformed: a name must not contain spaces, brackets or quotes"
        )
    if not syntax.knows_class(new.class_name):
        raise RenameError(f"the task has no class {short_text(new.class_name)}")


def _check_free(snapshot: Snapshot, new: Identity) -> None:
    for occurrence in occurrences(snapshot.reading, new.document, new):
        if occurrence.header is not None:
            raise RenameError(
                f"document {new.document} already has an object {short_text(str(occurrence.identity))}"
            )
