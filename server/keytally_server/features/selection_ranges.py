"""Selection ranges: a word, the format's elements around it, its document, the file."""

from collections.abc import Iterable, Iterator

from keytally.text.span import Span
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot, UnitAt


def selection_ranges(snapshot: Snapshot, offset: int) -> list[Span]:
    """The ranges around an offset, each within the next one; the last is the whole file."""
    at = snapshot.unit_at(offset)
    whole_file = Span(0, len(snapshot.reading))
    found = [*_in_unit(snapshot, at), _run_of_document(snapshot, at), whole_file]
    return list(_nested(found, offset)) or [whole_file]


def _in_unit(snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
    text = at.unit.text
    of_format = presenter_of(snapshot.reading.language).selection_ranges(snapshot, at)
    for start, end in (word_at(text, at.place), *of_format, (0, len(text.rstrip()))):
        yield Span(at.offset + start, at.offset + end)


def _run_of_document(snapshot: Snapshot, at: UnitAt) -> Span:
    """The contiguous units of a unit's document around it."""
    reading = snapshot.reading
    document = reading.documents.name_of(at.unit)
    units = reading.documents.units_of(document) if document is not None else ()
    first, end = at.offset, at.offset + len(at.unit.text.rstrip())
    index = next((number for number, unit in enumerate(units) if unit is at.unit), None)
    if index is None:
        return Span(first, end)
    following = at.offset + len(at.unit.text)
    for unit in units[index + 1 :]:
        if reading.units.offset_of(unit) != following:
            break
        end, following = following + len(unit.text.rstrip()), following + len(unit.text)
    for unit in reversed(units[:index]):
        if reading.units.offset_of(unit) + len(unit.text) != first:
            break
        first -= len(unit.text)
    return Span(first, end)


def _nested(spans: Iterable[Span], offset: int) -> Iterator[Span]:
    """The spans around a place from the narrowest on, without those that cross a narrower one."""
    inner = Span(offset, offset)
    for span in sorted(spans, key=lambda span: span.end - span.start):
        if span != inner and span.start <= inner.start and inner.end <= span.end:
            yield span
            inner = span
