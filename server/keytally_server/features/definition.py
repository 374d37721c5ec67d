"""Where what stands at a place comes from: an object, an antecedent, a place of the texts, its partner."""

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.location_link import LocationLink
from keytally_server.features.coreference.here import here
from keytally_server.features.coreference.linked_mentions import antecedent_span
from keytally_server.features.partner import partners
from keytally_server.features.templates.definition import template_definitions
from keytally_server.session.snapshot import Snapshot


def definitions(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    """Where a name or a link leads; from anything else the way is to its partner in the other file."""
    found: list[LocationLink] = []
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        found = template_definitions(snapshot, offset)
    elif (chains := here(snapshot, offset)) is not None and (spans := antecedent_span(chains)) is not None:
        antecedent, origin = spans
        found = [LocationLink(snapshot.path, antecedent.start, antecedent.end, origin.start, origin.end)]
    return found or partners(snapshot, offset)
