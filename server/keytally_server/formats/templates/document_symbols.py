"""The outline of a template file: documents with their objects, and objects with their slots."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from keytally.evaluations.muc.formats.templates.unit import Record, SlotEntry
from keytally.text.plural import quantity
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.formats.presenter import UnitWithOffset
from keytally_server.formats.templates.places import slot_end
from keytally_server.formats.templates.record_titles import identifier, slot_text, title
from keytally_server.wording.outline import short


def template_symbols(units: Iterable[UnitWithOffset], with_objects: bool) -> Iterator[Symbol]:
    """A symbol for each run of records of one document; each unit comes with its offset."""
    for document, run in groupby(units, key=lambda placed: placed[0].document):
        placed = list(run)
        if document is not None:
            yield _document(document, placed, with_objects)


def _document(document: str, units: list[UnitWithOffset], with_objects: bool) -> Symbol:
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
    """Name an object by its title, with its identifier as the detail; without fills, by its identifier."""
    named_by, name = title(record), identifier(record)
    detail = name if named_by else ""
    name_end = record.header.end if record.header else record.start
    slots = tuple(_slot(slot, offset) for slot in record.slots)
    return Symbol(
        short(named_by or name) or "(no name)",
        short(detail),
        SymbolKind.OBJECT,
        offset + record.start,
        offset + record.end,
        offset + record.start,
        offset + name_end,
        slots,
    )


def _slot(slot: SlotEntry, offset: int) -> Symbol:
    start, end = offset + slot.start, offset + slot_end(slot)
    return Symbol(slot.name.upper(), slot_text(slot), SymbolKind.SLOT, start, end, start, offset + slot.end)
