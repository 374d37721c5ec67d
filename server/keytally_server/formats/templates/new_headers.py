"""Headers of new objects: first those that the key has and the response lacks, then one a class."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from keytally.evaluations.interface import Level, Role
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit
from keytally.tallies.status import Status
from keytally_server.cursor.lines import line_around
from keytally_server.formats.templates.identifiers import header_names, syntax_of
from keytally_server.formats.templates.key_transfer import KeyTransfer
from keytally_server.formats.templates.marked_record import marked_record, partner_record
from keytally_server.formats.templates.record_titles import title
from keytally_server.session.snapshot import Snapshot, UnitAt

MOST_MISSING = 10

_NUMBER = re.compile(r"\d+\Z")


class NewHeader(NamedTuple):
    """A header for a new object, and a few words about it."""

    text: str
    detail: str


def new_headers(snapshot: Snapshot, at: UnitAt, record: Record | None) -> Iterator[NewHeader]:
    """The headers that may be written at a place behind a record, the likeliest first.

    Those of missing objects come in the order of the key, from the place of the record on; then one for each
    class, in this document and in the next one of the texts or of the other file.
    """
    seen = set()
    for header in (*_missing(snapshot, at, record), *_of_classes(snapshot, at)):
        if header.text not in seen:
            seen.add(header.text)
            yield header


def missing_slots(snapshot: Snapshot, unit: TemplateUnit, record: Record) -> set[str]:
    """The slots, in lower case, that the key's object has and a record of a response lacks."""
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
        name = title(missing)
        detail = f'the key has it: "{name}"' if name else "the key has it"
        yield NewHeader(transfer.new_header(missing), detail)


def _of_classes(snapshot: Snapshot, at: UnitAt) -> Iterator[NewHeader]:
    for document in _documents(snapshot, at):
        free = _free_numbers(snapshot, document)
        for name in _class_names(snapshot, at):
            number = free.get(name.lower(), "1")
            yield NewHeader(f"<{name}-{document}-{number}> :=", f"document {document}")


def _class_names(snapshot: Snapshot, at: UnitAt) -> Sequence[str]:
    """The known classes; if nothing declares them, the classes of the document."""
    names = syntax_of(snapshot.reading).class_names
    if names:
        return names
    found = header_names(snapshot.reading, at.unit.document or "")
    return list(dict.fromkeys(name.class_name.upper() for name in found))


def _document(snapshot: Snapshot, at: UnitAt) -> str | None:
    """The document at a place; in the first line of a unit without one that of the unit before."""
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
    """The next one-up number of each class, by the class's name in lower case."""
    highest: dict[str, str] = {}
    for class_name, _, number in header_names(snapshot.reading, document):
        if _NUMBER.match(number) and number.isascii():
            known = highest.setdefault(class_name.lower(), number)
            if int(number) > int(known):
                highest[class_name.lower()] = number
    return {name: str(int(number) + 1).zfill(len(number)) for name, number in highest.items()}
