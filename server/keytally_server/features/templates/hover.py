"""What is said of a place in a template file: an object, a slot, a fill, or link information."""

from collections.abc import Iterator

from keytally_server.answers.hover import Hover
from keytally_server.features.templates.fill_hover import about_fill, about_link
from keytally_server.features.templates.here import RecordHere, record_here
from keytally_server.features.templates.object_hover import about_object
from keytally_server.features.templates.places import TemplatePlace, template_place
from keytally_server.features.templates.slot_hover import about_whole_slot
from keytally_server.session.snapshot import Snapshot, UnitAt


def about_record(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """What there is to say about a place of a unit."""
    place = template_place(at.unit, at.place)
    if place is None:
        return None
    here = record_here(snapshot, at.unit, place.record)
    text = "\n\n".join(_parts(here, place))
    start, end = _stretch(place)
    return Hover(text, at.offset + start, at.offset + end) if text else None


def _parts(here: RecordHere, place: TemplatePlace) -> Iterator[str]:
    if place.header is not None:
        yield from about_object(here)
    elif place.link is not None:
        yield about_link(here, place.link)
    elif place.slot is not None and place.fill is not None:
        yield from about_fill(here, place.slot, place.fill)
    elif place.slot is not None and place.in_name:
        yield from about_whole_slot(here, place.slot)


def _stretch(place: TemplatePlace) -> tuple[int, int]:
    """What the hover is about."""
    parts = (place.header, place.link, place.fill, place.slot)
    found = next((part for part in parts if part is not None), place.record)
    return found.start, found.end
