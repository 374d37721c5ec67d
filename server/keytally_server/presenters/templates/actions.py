"""Code actions on records, and the transfer of records, slots and fills from the key."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from keytally.families.contract import Level, Mark, Role
from keytally.families.muc.annotations.template_edits import (
    FURTHER,
    INDENT,
    add_fill,
    add_record,
    add_slot,
    has_blank_line_after,
    remove_slot_or_fill,
)
from keytally.families.muc.templates.scanner import Identity, TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.finding import Edit, Edits, combined_edits
from keytally.tallies.status import Status
from keytally_server.answers import CodeAction, CodeActionKind
from keytally_server.presenters.templates.records import (
    MarkedRecord,
    marked_record,
    partner_record,
    record_identifier,
    record_title,
    syntax_of,
    template_place,
)
from keytally_server.session.snapshot import Snapshot, UnitAt


class Written(NamedTuple):
    """Text of the key to insert into a response, and the text of each object that it points to and that the
    response lacks.

    `lacking` contains the slots that remain without a pointer, because the key has no such object either.
    """

    text: str
    objects: Sequence[str] = ()
    lacking: Sequence[str] = ()


class KeyTransfer:
    """The key of one document, for transfer of its content to the response."""

    def __init__(self, snapshot: Snapshot, document: str) -> None:
        self._snapshot = snapshot
        self._document = document
        self._key = snapshot.other_reading
        self._syntax = syntax_of(snapshot.reading)

    def slot_name(self, mark: Mark) -> str:
        """Return the slot, in lower case, that contains the key's fill to which a verdict refers."""
        found = self._fill_of(mark)
        return found[0].name if found else ""

    def written(self, mark: Mark) -> str | None:
        """Return the key's fill to which a verdict refers; None for a pointer if the response lacks its
        object.
        """
        fill = self.fill(mark)
        return None if fill is None or fill.objects else fill.text

    def fill(self, mark: Mark) -> Written | None:
        """Return the key's fill to which a verdict refers, with the objects that the response needs for
        it; None without such a fill.
        """
        found = self._fill_of(mark)
        if found is None or mark.partner is None:
            return None
        plan = _Plan(self)
        text = plan.fill(mark.partner[0], found[1])
        return None if text is None else Written(text, plan.rest())

    def record(self, record: Record) -> Written | None:
        """Return a whole record, with the objects that the response needs for it; None without a header."""
        unit = self.unit_of(record)
        if record.header is None or unit is None:
            return None
        plan = _Plan(self)
        plan.identity(record)
        text, lacking = plan.record(unit, record)
        return Written(text, plan.rest(), lacking)

    def missing_records(self, behind: Record | None) -> Iterator[Record]:
        """Yield the key's records that the response lacks: first those after `behind`, a record of the
        key, then those before it.
        """
        records = list(self._records(self._key))
        first = next((at + 1 for at, (_, each) in enumerate(records) if each is behind), 0)
        for unit, record in (*records[first:], *records[:first]):
            mark = self._object_mark(unit, record) if record.header is not None else None
            if mark is not None and mark.status is Status.MISSING:
                yield record

    def new_header(self, record: Record) -> str:
        """Return the header of a record of the key, with an identifier that is not used in the response."""
        return _header(_Plan(self).identity(record))

    @property
    def status_slot(self) -> str | None:
        """Return the slot that makes an object optional, which a response does not have; None if the task
        has no such slot.
        """
        return self._syntax.status

    def target_of(self, pointer: str) -> tuple[TemplateUnit, Record] | None:
        """Return the object that a pointer of the key leads to, or None."""
        wanted = pointer_identity(pointer, self._syntax.compound_classes).key
        return next(
            (record for record in self._records(self._key) if _identity(record[1]).key == wanted), None
        )

    def aligned_with(self, unit: TemplateUnit, record: Record) -> Identity | None:
        """Return the identifier of the response's object that is aligned with an object of the key, or
        None.
        """
        mark = self._object_mark(unit, record)
        partner = partner_record(mark) if mark else None
        return partner.header.identity if partner and partner.header else None

    def taken(self) -> set[Any]:
        """Return the identifiers that are used in this document of the response."""
        return {_identity(record).key for _, record in self._records(self._snapshot.reading)}

    def unit_of(self, record: Record) -> TemplateUnit | None:
        """Return the unit of a record of the key, or None."""
        return next((unit for unit, each in self._records(self._key) if each is record), None)

    def _fill_of(self, mark: Mark) -> tuple[SlotEntry, SingleFill] | None:
        record = partner_record(mark)
        if record is None or mark.partner is None:
            return None
        span = mark.partner[1:]
        found = ((slot, fill) for slot in record.slots for fill in slot.fills)
        return next((each for each in found if (each[1].start, each[1].end) == span), None)

    def _object_mark(self, unit: TemplateUnit, record: Record) -> Mark | None:
        pair, span = self._snapshot.pair, (record.start, record.end)
        marks = pair.marks_of(Role.KEY, unit) if pair else []
        return next((mark for mark in marks if (mark.start, mark.end) == span), None)

    def _records(self, reading: Any) -> Iterator[tuple[TemplateUnit, Record]]:
        """Yield the records with a header that belong to the document in one file, each with its unit."""
        for unit in reading.documents.units_of(self._document) if reading else ():
            yield from ((unit, record) for record in unit.scored_records() if record.header is not None)


class _Plan:
    """Objects of the key that are added to a response together, with unused identifiers."""

    def __init__(self, transfer: KeyTransfer) -> None:
        self._transfer = transfer
        self._taken = transfer.taken()
        self._identities: dict[Record, Identity] = {}
        self._waiting: list[tuple[TemplateUnit, Record]] = []

    def identity(self, record: Record) -> Identity:
        """Return the identifier of an object in the response: the key's identifier, or the same identifier
        with the first free number if it is already used.
        """
        if record not in self._identities:
            number, free = 0, _identity(record)
            while free.key in self._taken:
                number += 1
                free = free._replace(one_up=str(number))
            self._taken.add(free.key)
            self._identities[record] = free
        return self._identities[record]

    def record(self, unit: TemplateUnit, record: Record) -> tuple[str, list[str]]:
        """Return the text of an object, and its slots with pointers that lead nowhere."""
        lines, lacking = [_header(self.identity(record))], list[str]()
        for slot in record.slots:
            if slot.name != self._transfer.status_slot:
                fills = self._fills(unit, slot)
                kept = [fill for fill in fills if fill is not None]
                lines += _slot_lines(slot.name.upper(), kept)
                lacking += [slot.name.upper()] if len(kept) < len(fills) else []
        return "\n".join(lines), lacking

    def fill(self, unit: TemplateUnit, fill: SingleFill) -> str | None:
        """Return a fill as written in the response, and queue the objects that it needs; None for a
        pointer to an object that the key lacks.
        """
        if fill.kind is not TemplateTokenKind.POINTER:
            return unit.text[fill.start : fill.end]
        target = self._transfer.target_of(fill.text)
        if target is None:
            return None
        aligned = self._transfer.aligned_with(*target)
        if aligned is None and target[1] not in self._identities:
            self._waiting.append(target)
        return f"<{aligned or self.identity(target[1])}>"

    def rest(self) -> list[str]:
        """Return the texts of the queued objects, and of the objects that they need."""
        return [self.record(*target)[0] for target in self._unwritten()]

    def _unwritten(self) -> Iterator[tuple[TemplateUnit, Record]]:
        while self._waiting:
            yield self._waiting.pop(0)

    def _fills(self, unit: TemplateUnit, slot: SlotEntry) -> list[str | None]:
        """Return the fills of a slot's first alternative that has any."""
        alternative = next((each for each in slot.alternatives if each.fills), None)
        return [self.fill(unit, fill) for fill in alternative.fills] if alternative else []


def _header(identity: Identity) -> str:
    return f"<{identity}> :="


def _identity(record: Record) -> Identity:
    assert record.header is not None, "a scored record has a header"
    return record.header.identity


def _slot_lines(name: str, fills: Sequence[str]) -> Iterator[str]:
    for place, fill in enumerate(fills):
        yield f"{FURTHER}{fill}" if place else f"{INDENT}{name}: {fill}"


_WRONG = (Status.INCORRECT, Status.PARTIAL)


def record_actions(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """Yield the actions at a position in a response: first those on the item there, then insertions."""
    place = template_place(at.unit, at.place) if snapshot.role is Role.RESPONSE else None
    if place is None or place.record.header is None:
        return
    marked = marked_record(snapshot, at.unit, place.record)
    before = snapshot.unit_at(at.offset - 1).unit.text if at.offset else ""
    actions = _RecordActions(marked, KeyTransfer(snapshot, at.unit.document or ""), before)
    if place.slot is not None and place.fill is not None:
        yield from actions.fill_actions(place.slot, place.fill)
    if place.header is not None:
        yield from actions.object_actions()
    yield from actions.insertions(at.place)


class _RecordActions:
    """A record of the response, the key that scores it, and the text of the preceding unit."""

    def __init__(self, marked: MarkedRecord, transfer: KeyTransfer, before: str) -> None:
        self._marked = marked
        self._unit: TemplateUnit = marked.unit
        self._transfer = transfer
        self._are_apart = has_blank_line_after(marked.unit.text, marked.record, before)

    def fill_actions(self, slot: SlotEntry, fill: SingleFill) -> Iterator[CodeAction]:
        """Yield the action that changes a wrong fill to the key's fill, or that removes a spurious fill."""
        mark = self._marked.fill_mark(fill)
        if mark is not None and mark.status in _WRONG and (wanted := self._transfer.fill(mark)):
            edits = self._with_objects(Edit(fill.start, fill.end, wanted.text), wanted)
            title = f"Change to {_shortened(wanted.text)}{_with(wanted)}"
            yield CodeAction(CodeActionKind.RETYPE, title, edits, is_preferred=True)
        if mark is not None and mark.status is Status.SPURIOUS:
            written = self._unit.text[fill.start : fill.end]
            whole = slot if [*slot.fills] == [fill] else None
            edits = (remove_slot_or_fill(self._unit.text, whole or fill, fill),)
            name = f"Remove {slot.name.upper()} {_shortened(written)}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, name, edits, is_preferred=True)

    def object_actions(self) -> Iterator[CodeAction]:
        """Yield the action that removes an object that the key lacks."""
        mark, record = self._marked.object_mark, self._marked.record
        if mark is not None and mark.status is Status.SPURIOUS:
            following = [each.start for each in self._unit.records if each.start > record.start]
            end = min(following, default=len(self._unit.text))
            edits = (Edit(record.start, _end_of_record(self._unit.text, record.end, end), ""),)
            name = f"Remove {_named(record)}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, name, edits, is_preferred=True)

    def insertions(self, place: int) -> Iterator[CodeAction]:
        """Yield insertions of missing fills, separately and together; then of whole objects.

        A fill that is missing at the position itself is preferred.
        """
        marked = [*self._missing_fills()]
        for mark, name, wanted in marked:
            edits = self._with_objects(self._inserted(name, wanted.text, is_first=True), wanted)
            title = f"Insert {name.upper()} {_shortened(wanted.text)}{_with(wanted)}"
            is_here = mark.start == place
            yield CodeAction(CodeActionKind.INSERT_MISSING, title, edits, is_preferred=is_here)
        found = [(name, wanted.text) for _, name, wanted in marked if not wanted.objects]
        if len(found) > 1:
            yield CodeAction(
                CodeActionKind.INSERT_ALL,
                f"Insert all {len(found)} missing fills",
                self._all_inserted(found),
            )
        for mark in self._missing(Level.OBJECT):
            yield from self._insert_object(mark, is_here=mark.start == place)

    def _missing(self, level: Level) -> Sequence[Mark]:
        return [
            mark
            for mark in self._marked.marks
            if mark.level is level and mark.status is Status.MISSING and mark.start == mark.end
        ]

    def _with_objects(self, edit: Edit, wanted: Written) -> Edits:
        """Return an edit, with insertions of the objects to which its pointers refer; the objects are
        inserted after the record.
        """
        return combined_edits((edit,), self._added(wanted.objects))

    def _added(self, objects: Sequence[str]) -> Edits:
        """Return insertions of whole objects after the record."""
        text, record = self._unit.text, self._marked.record
        return tuple(add_record(text, record, each, apart=self._are_apart) for each in objects)

    def _missing_fills(self) -> Iterator[tuple[Mark, str, Written]]:
        """Yield each missing fill with its mark and the name of its slot in lower case."""
        for mark in self._missing(Level.FILL):
            name, wanted = self._transfer.slot_name(mark), self._transfer.fill(mark)
            if name and wanted is not None:
                yield mark, name, wanted

    def _all_inserted(self, fills: Sequence[tuple[str, str]]) -> Edits:
        """Return the edits for several fills; edits of existing slots come first.

        For a slot that does not exist, the first fill also adds the name.
        """
        begun: set[str] = set()
        edits = []
        for name, wanted in sorted(fills, key=lambda each: self._marked.record.slot(each[0]) is None):
            edits.append(self._inserted(name, wanted, is_first=name not in begun))
            begun.add(name)
        return combined_edits(tuple(edits))

    def _inserted(self, name: str, wanted: str, is_first: bool) -> Edit:
        slot = self._marked.record.slot(name)
        if slot is not None:
            return add_fill(self._unit.text, slot, wanted)
        return add_slot(self._unit.text, self._marked.record, name, wanted, is_first)

    def _insert_object(self, mark: Mark, *, is_here: bool) -> Iterator[CodeAction]:
        record = partner_record(mark)
        written = self._transfer.record(record) if record else None
        if record is not None and written is not None:
            edits = self._added([written.text, *written.objects])
            name = f"Insert {_named(record)}{_with(written)}{_without(written.lacking)}"
            yield CodeAction(CodeActionKind.INSERT_MISSING, name, edits, is_preferred=is_here)


def _end_of_record(text: str, end: int, limit: int) -> int:
    """Return the end of the last line of a record, including the empty lines after it."""
    while end < limit and text[end] not in "\r\n":
        end += 1
    while end < limit and text[end].isspace():
        end += 1
    return end


def _named(record: Record) -> str:
    named = record_title(record)
    return f'{record_identifier(record)} "{named}"' if named else record_identifier(record)


def _with(written: Written) -> str:
    """Return a phrase that names the objects that are also inserted because the response lacks them."""
    headers = [text.partition(" ")[0] for text in written.objects]
    return f" with {', '.join(headers)}" if headers else ""


def _without(lacking: Sequence[str]) -> str:
    """Return a phrase that names the slots that are omitted from an inserted object because the key lacks
    their objects.
    """
    if not lacking:
        return ""
    why = "its object is" if len(lacking) == 1 else "their objects are"
    return f" without {', '.join(lacking)}: {why} missing from the key"


def _shortened(written: str) -> str:
    return written if len(written) <= 40 else f"{written[:40]}…"
