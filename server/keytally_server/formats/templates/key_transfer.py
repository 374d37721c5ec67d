"""Writes parts of the key for a response: with the response's identifiers, without marks of a key."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.annotations.templates.record_edits import FURTHER, INDENT
from keytally.evaluations.muc.formats.templates.headers import Identity, pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.tallies.status import Status
from keytally_server.formats.templates.identifiers import syntax_of
from keytally_server.formats.templates.marked_record import partner_record
from keytally_server.session.snapshot import Snapshot


class WrittenRecord(NamedTuple):
    """The text of a record, and the slots left without a pointer because the response lacks its object."""

    text: str
    lacking: tuple[str, ...]


class KeyTransfer:
    """The key of one document of a response."""

    def __init__(self, snapshot: Snapshot, document: str) -> None:
        self._snapshot = snapshot
        self._document = document
        self._key = snapshot.other_reading
        self._syntax = syntax_of(snapshot.reading)

    def slot_name(self, mark: Mark) -> str:
        """The slot, in lower case, that contains the key's fill of a verdict."""
        found = self._fill_of(mark)
        return found[0].name if found else ""

    def written(self, mark: Mark) -> str | None:
        """The key's fill of a verdict; None for a pointer if the response lacks its object."""
        found = self._fill_of(mark)
        return None if found is None or mark.partner is None else self._fill(mark.partner[0], found[1])

    def record(self, record: Record) -> WrittenRecord | None:
        """A whole record with an identifier that the response does not use; None without a header."""
        if record.header is None:
            return None
        unit = self._unit_of(record)
        if unit is None:
            return None
        lines = [self.new_header(record)]
        lacking = []
        for slot in record.slots:
            if slot.name != self._syntax.status:
                fills = self._fills(unit, slot)
                kept = [fill for fill in fills if fill is not None]
                lines += _slot_lines(slot.name.upper(), kept)
                lacking += [slot.name.upper()] if len(kept) < len(fills) else []
        return WrittenRecord("\n".join(lines), tuple(lacking))

    def missing_records(self, behind: Record | None) -> Iterator[Record]:
        """The key's records that the response lacks: those behind a record of the key, then those before."""
        records = list(self._records(self._key))
        first = next((at + 1 for at, (_, each) in enumerate(records) if each is behind), 0)
        for unit, record in (*records[first:], *records[:first]):
            mark = self._object_mark(unit, record) if record.header is not None else None
            if mark is not None and mark.status is Status.MISSING:
                yield record

    def new_header(self, record: Record) -> str:
        """The header of a record of the key, with an identifier that the response does not use."""
        assert record.header is not None, "a record that is scored has a header"
        return f"<{self._free(record.header.identity)}> :="

    def _fills(self, unit: TemplateUnit, slot: SlotEntry) -> list[str | None]:
        """The first alternative of a slot that has fills."""
        alternative = next((each for each in slot.alternatives if each.fills), None)
        return [self._fill(unit, fill) for fill in alternative.fills] if alternative else []

    def _fill_of(self, mark: Mark) -> tuple[SlotEntry, SingleFill] | None:
        record = partner_record(mark)
        if record is None or mark.partner is None:
            return None
        span = mark.partner[1:]
        found = ((slot, fill) for slot in record.slots for fill in slot.fills)
        return next((each for each in found if (each[1].start, each[1].end) == span), None)

    def _fill(self, unit: TemplateUnit, fill: SingleFill) -> str | None:
        if fill.kind is not TemplateTokenKind.POINTER:
            return unit.text[fill.start : fill.end]
        target = self._aligned_with(fill.text)
        return f"<{target}>" if target else None

    def _aligned_with(self, pointer: str) -> str | None:
        """The identifier of the response's object aligned with the target of a key's pointer."""
        wanted = pointer_identity(pointer, self._syntax.compound_classes).key
        for unit, record in self._records(self._key):
            if record.header and record.header.identity.key == wanted:
                mark = self._object_mark(unit, record)
                partner = partner_record(mark) if mark else None
                return str(partner.header.identity) if partner and partner.header else None
        return None

    def _object_mark(self, unit: TemplateUnit, record: Record) -> Mark | None:
        pair, span = self._snapshot.pair, (record.start, record.end)
        marks = pair.marks_of(Role.KEY, unit) if pair else []
        return next((mark for mark in marks if (mark.start, mark.end) == span), None)

    def _free(self, identity: Identity) -> Identity:
        """An identity of the class that the response lacks: the key's own, else the first free number."""
        taken = {
            record.header.identity.key
            for _, record in self._records(self._snapshot.reading)
            if record.header is not None
        }
        number = 0
        free = identity
        while free.key in taken:
            number += 1
            free = identity._replace(one_up=str(number))
        return free

    def _unit_of(self, record: Record) -> TemplateUnit | None:
        return next((unit for unit, each in self._records(self._key) if each is record), None)

    def _records(self, reading: Any) -> Iterator[tuple[TemplateUnit, Record]]:
        """The records of the document in one file, with their units."""
        for unit in reading.documents.units_of(self._document) if reading else ():
            yield from ((unit, record) for record in unit.scored_records())


def _slot_lines(name: str, fills: Sequence[str]) -> Iterator[str]:
    for place, fill in enumerate(fills):
        yield f"{FURTHER}{fill}" if place else f"{INDENT}{name}: {fill}"
