"""The places in view that mean the same as the place of the cursor."""

from collections.abc import Sequence

from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def document_highlights(snapshot: Snapshot, offset: int) -> Sequence[DocumentHighlight]:
    """The places of the name at a place, in file order; none where there is no name."""
    return presenter_of(snapshot.reading.language).highlights(snapshot, snapshot.unit_at(offset))
