"""From a pointer to the header of its object, and from link information to its place in the texts."""

from keytally.evaluations.muc.texts_file import leads_to
from keytally_server.answers.location_link import LocationLink
from keytally_server.features.templates.identifiers import name_at
from keytally_server.features.templates.linked import linked
from keytally_server.features.templates.places import template_place
from keytally_server.session.snapshot import Snapshot


def template_definitions(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    """Where the pointer or the link at a place leads; nothing where there is neither."""
    name = name_at(snapshot, offset)
    if name is not None and name.here.header is None:
        home, here = name.home, name.here
        if home is None:
            return []
        return [LocationLink(snapshot.path, home.start, home.end, here.start - 1, here.end + 1)]
    return _linked(snapshot, offset)


def _linked(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    at = snapshot.unit_at(offset)
    place = template_place(at.unit, at.place)
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    if place is None or place.link is None or texts is None or not leads_to(place.link, texts.name):
        return []
    found = linked(snapshot, place.link)
    if found is None:
        return []
    return [
        LocationLink(texts, found.start, found.end, at.offset + place.link.start, at.offset + place.link.end)
    ]
