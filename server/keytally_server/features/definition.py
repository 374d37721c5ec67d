"""Where what stands at a place comes from: an object, a place of the texts, or its partner."""

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.features.partner import Target, partners
from keytally_server.features.templates.definition import template_definitions
from keytally_server.session.snapshot import Snapshot


def definitions(snapshot: Snapshot, offset: int) -> list[Target]:
    """Where a name or a link leads; from anything else the way is to its partner in the other file."""
    found: list[Target] = []
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        found = template_definitions(snapshot, offset)
    return found or partners(snapshot, offset)
