"""Every place of the file that uses the name at a place."""

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.text.span import Span
from keytally_server.features.coreference.here import here
from keytally_server.features.coreference.linked_mentions import chain_references
from keytally_server.features.templates.references import template_references
from keytally_server.session.snapshot import Snapshot


def references(snapshot: Snapshot, offset: int, *, with_declaration: bool) -> list[Span]:
    """The places of a name, in file order; those that give it only where they are asked for."""
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        return template_references(snapshot, offset, with_declaration=with_declaration)
    chains = here(snapshot, offset)
    return chain_references(chains, with_declaration=with_declaration) if chains is not None else []
