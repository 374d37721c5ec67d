"""The pointers to an object, and its header."""

from keytally.text.span import Span
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.features.templates.identifiers import name_at
from keytally_server.session.snapshot import Snapshot


def template_references(snapshot: Snapshot, offset: int, *, with_declaration: bool) -> list[Span]:
    """Where the object that is named at a place is pointed to in its document, and where it stands."""
    places = template_highlights(snapshot, offset)
    return [Span(each.start, each.end) for each in places if with_declaration or not each.is_declaration]


def template_highlights(snapshot: Snapshot, offset: int) -> list[DocumentHighlight]:
    """The same places, told apart into headers and pointers."""
    name = name_at(snapshot, offset)
    every = name.all if name is not None else ()
    return [DocumentHighlight(each.start, each.end, each.header is not None) for each in every]
