"""Go to type definition and to declaration: where a companion file or the file itself defines a name."""

from collections.abc import Callable
from pathlib import Path

from keytally.engine.reading import Reading
from keytally_server.answers.location_link import LocationLink
from keytally_server.features.document_highlights import document_highlights
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

Companion = Callable[[str], tuple[Path, Reading] | None]
"""Gives a companion file of the file at hand by its kind; None where there is no such file on disk."""


def type_definitions(snapshot: Snapshot, offset: int, companion: Companion) -> list[LocationLink]:
    """The place of a companion file that defines the class, the slot or the fill at an offset."""
    type_name = presenter_of(snapshot.reading.language).type_name(snapshot, snapshot.unit_at(offset))
    found = companion(type_name.companion) if type_name is not None else None
    if type_name is None or found is None:
        return []
    path, reading = found
    presenter, units = presenter_of(reading.language), list(reading.units)
    for name in type_name.names:
        for unit in units:
            if (stretch := presenter.definition_of(unit, name)) is not None:
                shift = reading.units.offset_of(unit)
                start, end = stretch
                return [LocationLink(path, shift + start, shift + end, type_name.start, type_name.end)]
    return []


def declarations(snapshot: Snapshot, offset: int, companion: Companion) -> list[LocationLink]:
    """The places of the file that declare the name at an offset; without one its type definition."""
    highlights = document_highlights(snapshot, offset)
    here = next((each for each in highlights if each.start <= offset <= each.end), None)
    start, end = (here.start, here.end) if here is not None else (offset, offset)
    declared = [
        LocationLink(snapshot.path, each.start, each.end, start, end)
        for each in highlights
        if each.is_declaration
    ]
    return declared or type_definitions(snapshot, offset, companion)
