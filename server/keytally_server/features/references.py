"""Every place of the file that uses the name at a place."""

from keytally.text.span import Span
from keytally_server.features.document_highlights import document_highlights
from keytally_server.session.snapshot import Snapshot


def references(snapshot: Snapshot, offset: int, *, with_declaration: bool) -> list[Span]:
    """The places of a name, in file order; those that give it only where they are asked for."""
    places = document_highlights(snapshot, offset)
    return [Span(each.start, each.end) for each in places if with_declaration or not each.is_declaration]
