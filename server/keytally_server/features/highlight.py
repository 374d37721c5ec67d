"""The places in view that mean the same as the place of the cursor."""

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.features.coreference.here import here
from keytally_server.features.coreference.linked_mentions import chain_highlights
from keytally_server.features.templates.references import template_highlights
from keytally_server.session.snapshot import Snapshot


def highlights(snapshot: Snapshot, offset: int) -> list[DocumentHighlight]:
    """The places of the name at a place, in file order; none where there is no name."""
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        return template_highlights(snapshot, offset)
    chains = here(snapshot, offset)
    return chain_highlights(chains) if chains is not None else []
