"""The selection ranges around a place of a template file."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.formats.presenter import Stretch
from keytally_server.formats.templates.places import slot_end, template_place


def record_selection_ranges(unit: TemplateUnit, place: int) -> Iterator[Stretch]:
    """The fill with and without its link information, the slot or the header, and the record."""
    found = template_place(unit, place)
    if found is None:
        return
    if found.link is not None:
        yield found.link.start, found.link.end
    if found.fill is not None:
        yield found.fill.start, found.fill.end
        yield found.fill.start, found.fill.link.end if found.fill.link else found.fill.end
    if found.slot is not None:
        yield found.slot.start, slot_end(found.slot)
    if found.header is not None:
        yield found.header.start, found.header.end
    yield found.record.start, found.record.end
