"""The verdicts at a place of a template file that have partners in the other file."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark
from keytally_server.formats.templates.marked_record import marked_record
from keytally_server.formats.templates.places import template_place
from keytally_server.session.snapshot import Snapshot, UnitAt


def leading_marks(snapshot: Snapshot, at: UnitAt) -> Iterator[Mark]:
    """The verdict on the object, slot or fill at a place, then those on missing items there."""
    place = template_place(at.unit, at.place)
    if place is None:
        return
    marked = marked_record(snapshot, at.unit, place.record)
    mark = None
    if place.header is not None:
        mark = marked.object_mark
    elif place.fill is not None:
        mark = marked.fill_mark(place.fill)
    elif place.slot is not None and place.in_name:
        mark = marked.slot_mark(place.slot)
    if mark is not None:
        yield mark
    yield from (each for each in marked.marks if each.start == each.end == at.place)
