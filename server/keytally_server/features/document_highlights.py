"""Highlights: the visible occurrences of the name at the cursor."""

from collections.abc import Sequence

from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def document_highlights(snapshot: Snapshot, offset: int) -> Sequence[DocumentHighlight]:
    """The occurrences of the name at an offset, in file order; none without a name."""
    return presenter_of(snapshot.reading.language).highlights(snapshot, snapshot.unit_at(offset))
