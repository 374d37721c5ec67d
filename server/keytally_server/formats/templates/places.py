"""Looks up what stands at a place of a record."""

from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import Header
from keytally.evaluations.muc.formats.templates.unit import Link, Record, SingleFill, SlotEntry, TemplateUnit


class TemplatePlace(NamedTuple):
    """What a place is in, the outermost first; what it is not in is None.

    `slot` is the slot that the place's line belongs to, also where the place is on one of its fills;
    `in_name` tells whether it is on the slot's name. `link` is None but on link information.
    """

    record: Record
    header: Header | None = None
    slot: SlotEntry | None = None
    fill: SingleFill | None = None
    link: Link | None = None
    in_name: bool = False


def template_place(unit: TemplateUnit, place: int) -> TemplatePlace | None:
    """What stands at a place of a unit; None before the first record.

    A place right behind something is still on it.
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
    """The last record that begins at or before a place."""
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
    """The end of a slot's last fill with its link information, or of its name."""
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    return max(ends, default=slot.end)
