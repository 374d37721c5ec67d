"""Identification strings: headers name objects with them, and pointers refer to objects by them.

A name is valid within its document. If several headers have one name, pointers point to the first; no
pointer refers to a header that repeats a name.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.engine.reading import Reading
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import (
    Header,
    Identity,
    pointer_identity,
    sound_header,
)
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit
from keytally.evaluations.muc.language.templates import TemplateLanguage
from keytally_server.session.snapshot import Snapshot

Key = tuple[str, str, str]
"""The part that equal identification strings share (Identity.key)."""


class Occurrence(NamedTuple):
    """An identification string in a file, without its brackets, in code points of the file.

    `header` is the header that contains it, `record` the record; for a pointer `header` is None.
    """

    identity: Identity
    start: int
    end: int
    record: Record
    header: Header | None = None


class ObjectName(NamedTuple):
    """The name at a place: its occurrence there, the header that declares it, and all occurrences.

    `home` is None for a pointer to nothing. `all` is in file order.
    """

    occurrence: Occurrence
    home: Occurrence | None
    all: tuple[Occurrence, ...]


def syntax_of(reading: Reading) -> TemplateSyntax:
    """The known task of a template file; an empty syntax for a file of another language."""
    language = reading.language
    return language.syntax if isinstance(language, TemplateLanguage) else TemplateSyntax()


def has_key_marks(reading: Reading) -> bool:
    """Whether a template file may mark optional items and give alternatives; a response may not.

    Both files may do so if two keys are compared.
    """
    language = reading.language
    return isinstance(language, TemplateLanguage) and language.role is not Role.RESPONSE


def name_at(snapshot: Snapshot, offset: int) -> ObjectName | None:
    """The name at an offset, or directly before or after it; None if there is none."""
    for place in (offset, max(offset - 1, 0)):
        at = snapshot.unit_at(place)
        if not isinstance(at.unit, TemplateUnit):
            continue
        for occurrence in occurrences_in(at.unit, at.offset, syntax_of(snapshot.reading)):
            if occurrence.start - 1 <= offset <= occurrence.end + 1:
                return _name(snapshot.reading, at.unit.document or "", occurrence)
    return None


def occurrences_in(unit: TemplateUnit, offset: int, syntax: TemplateSyntax) -> Iterator[Occurrence]:
    """The names in a unit at `offset`, in file order: headers, and fills of pointer slots."""
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
    """The occurrences of a name in a document of a file, in file order."""
    syntax = syntax_of(reading)
    written = f"-{identity.document}-{identity.one_up}"
    for unit in reading.documents.units_of(document):
        if isinstance(unit, TemplateUnit) and written in unit.text:
            for each in occurrences_in(unit, reading.units.offset_of(unit), syntax):
                if each.identity.key == identity.key:
                    yield each


def header_names(reading: Reading, document: str) -> Iterator[Identity]:
    """The names that the headers of a document declare, in file order."""
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
    """The range of a header's identification string; for a broken one, all text before `:=`."""
    start = header.start + (1 if text.startswith("<", header.start) else 0)
    end = text.find(">", start, header.end)
    if end < 0:
        end = start + len(text[start : header.end].rstrip(":=").rstrip())
    return start, end
