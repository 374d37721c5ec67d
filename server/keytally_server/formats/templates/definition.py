"""Goes from a pointer to the header of its object, and from link information to its place in the texts."""

from keytally.evaluations.muc.formats.texts_file import leads_to
from keytally_server.answers.location_link import LocationLink
from keytally_server.formats.templates.identifiers import name_at
from keytally_server.formats.templates.linked_text import linked_text
from keytally_server.formats.templates.places import template_place
from keytally_server.session.snapshot import Snapshot, UnitAt


def template_definitions(snapshot: Snapshot, at: UnitAt) -> list[LocationLink]:
    """The target of the pointer or link at a place; empty if there is neither."""
    name = name_at(snapshot, at.offset + at.place)
    if name is not None and name.occurrence.header is None:
        home, occurrence = name.home, name.occurrence
        if home is None:
            return []
        return [LocationLink(snapshot.path, home.start, home.end, occurrence.start - 1, occurrence.end + 1)]
    return _linked(snapshot, at)


def _linked(snapshot: Snapshot, at: UnitAt) -> list[LocationLink]:
    place = template_place(at.unit, at.place)
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    if place is None or place.link is None or texts is None or not leads_to(place.link, texts.name):
        return []
    found = linked_text(snapshot, place.link)
    if found is None:
        return []
    return [
        LocationLink(texts, found.start, found.end, at.offset + place.link.start, at.offset + place.link.end)
    ]
