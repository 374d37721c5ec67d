"""Finds the record, slot, fill and link at a place."""

from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import Header
from keytally.evaluations.muc.formats.templates.unit import Link, Record, SingleFill, SlotEntry, TemplateUnit


class TemplatePlace(NamedTuple):
    """The items that contain a place, the outermost first; None for an item that does not.

    `slot` is the slot of the place's line, also if the place is on one of its fills; `in_name` states
    whether the place is on the slot's name. `link` is None unless the place is on link information.
    """

    record: Record
    header: Header | None = None
    slot: SlotEntry | None = None
    fill: SingleFill | None = None
    link: Link | None = None
    in_name: bool = False


def template_place(unit: TemplateUnit, place: int) -> TemplatePlace | None:
    """The items at a place of a unit; None before the first record.

    A place directly after an item belongs to the item.
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
    """The end of a slot's last fill with its link information; without fills, of its name."""
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    return max(ends, default=slot.end)
