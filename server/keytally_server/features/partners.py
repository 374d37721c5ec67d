"""Goes from a scored element to its partner in the other file."""

from keytally_server.answers.location_link import LocationLink
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def partners(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    """The partners of the elements at an offset, and what is missing there."""
    at = snapshot.unit_at(offset)
    path, reading = snapshot.other_path, snapshot.other_reading
    if path is None or reading is None:
        return []
    links = []
    for mark, (start, end) in presenter_of(snapshot.reading.language).aligned_marks(snapshot, at):
        if mark.partner is not None and mark.partner[0] in reading.units:
            unit, first, last = mark.partner
            unit_start = reading.units.offset_of(unit)
            target = unit_start + first, unit_start + last
            links.append(LocationLink(path, *target, at.offset + start, at.offset + end))
    return links
