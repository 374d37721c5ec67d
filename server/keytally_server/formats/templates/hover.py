"""Hovers in a template file: on an object, a slot, a fill, or link information."""

from collections.abc import Iterator

from keytally_server.answers.hover import Hover
from keytally_server.formats.templates.fill_hover import about_fill, about_link
from keytally_server.formats.templates.marked_record import MarkedRecord, marked_record
from keytally_server.formats.templates.object_hover import about_object
from keytally_server.formats.templates.places import TemplatePlace, template_place
from keytally_server.formats.templates.slot_hover import about_whole_slot
from keytally_server.session.snapshot import Snapshot, UnitAt


def record_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """The hover at a place of a unit."""
    place = template_place(at.unit, at.place)
    if place is None:
        return None
    marked = marked_record(snapshot, at.unit, place.record)
    text = "\n\n".join(_parts(marked, place))
    start, end = _stretch(place)
    return Hover(text, at.offset + start, at.offset + end) if text else None


def _parts(marked: MarkedRecord, place: TemplatePlace) -> Iterator[str]:
    if place.header is not None:
        yield from about_object(marked)
    elif place.link is not None:
        yield about_link(marked, place.link)
    elif place.slot is not None and place.fill is not None:
        yield from about_fill(marked, place.slot, place.fill)
    elif place.slot is not None and place.in_name:
        yield from about_whole_slot(marked, place.slot)


def _stretch(place: TemplatePlace) -> tuple[int, int]:
    """The range that the hover is about."""
    parts = (place.header, place.link, place.fill, place.slot)
    found = next((part for part in parts if part is not None), place.record)
    return found.start, found.end
