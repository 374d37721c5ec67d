"""The verdicts at a place of a template file that lead to the other file."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark
from keytally_server.features.templates.here import record_here
from keytally_server.features.templates.places import template_place
from keytally_server.session.snapshot import Snapshot, UnitAt


def leading_marks(snapshot: Snapshot, at: UnitAt) -> Iterator[Mark]:
    """The verdict on the object, slot or fill at a place, then those on what is missing right there."""
    place = template_place(at.unit, at.place)
    if place is None:
        return
    here = record_here(snapshot, at.unit, place.record)
    mark = None
    if place.header is not None:
        mark = here.object_mark
    elif place.fill is not None:
        mark = here.fill_mark(place.fill)
    elif place.slot is not None and place.in_name:
        mark = here.slot_mark(place.slot)
    if mark is not None:
        yield mark
    yield from (each for each in here.marks if each.start == each.end == at.place)
