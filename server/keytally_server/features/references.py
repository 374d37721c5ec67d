"""References: every place of the file that uses the name at an offset."""

from keytally.text.span import Span
from keytally_server.features.document_highlights import document_highlights
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def references(snapshot: Snapshot, offset: int, *, with_declaration: bool) -> list[Span]:
    """The places of a name, in file order; its declarations are included only on request."""
    presenter = presenter_of(snapshot.reading.language)
    if in_file := list(presenter.references(snapshot, snapshot.unit_at(offset))):
        return in_file
    places = document_highlights(snapshot, offset)
    return [Span(each.start, each.end) for each in places if with_declaration or not each.is_declaration]
