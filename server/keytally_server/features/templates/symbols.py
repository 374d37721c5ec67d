"""The outline of a template file: documents with their objects, and those with their slots."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from keytally.evaluations.muc.formats.templates.unit import Record, SlotEntry
from keytally.text.plural import quantity
from keytally_server.features.outline import Symbol, SymbolKind, short
from keytally_server.features.templates.titles import identifier, slot_text, title

Placed = tuple[Any, int]


def template_symbols(units: Iterable[Placed], with_objects: bool) -> Iterator[Symbol]:
    """A symbol for each run of records of one document, given the units with their offsets."""
    for document, run in groupby(units, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None:
            yield _document(document, placed, with_objects)


def _document(document: str, units: list[Placed], with_objects: bool) -> Symbol:
    records = [(record, offset) for unit, offset in units for record in unit.records]
    start = units[0][1]
    last, offset = records[-1]
    objects = tuple(_object(record, at) for record, at in records) if with_objects else ()
    detail = quantity(len(records), "object")
    first = start + records[0][0].start
    header = records[0][0].header
    name_end = start + header.end if header else first
    return Symbol(document, detail, SymbolKind.DOCUMENT, start, offset + last.end, first, name_end, objects)


def _object(record: Record, offset: int) -> Symbol:
    """An object by the fill that tells it, with its identifier as the detail; without fills by that."""
    told, name = title(record), identifier(record)
    detail = name if told else ""
    name_end = record.header.end if record.header else record.start
    slots = tuple(_slot(slot, offset) for slot in record.slots)
    return Symbol(
        short(told or name) or "(no name)",
        short(detail),
        SymbolKind.OBJECT,
        offset + record.start,
        offset + record.end,
        offset + record.start,
        offset + name_end,
        slots,
    )


def _slot(slot: SlotEntry, offset: int) -> Symbol:
    start, end = offset + slot.start, offset + _end(slot)
    return Symbol(slot.name.upper(), slot_text(slot), SymbolKind.SLOT, start, end, start, offset + slot.end)


def _end(slot: SlotEntry) -> int:
    """The end of a slot's last fill, or of its name."""
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    return max(ends, default=slot.end)
