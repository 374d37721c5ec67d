"""The header of an object, and the pointers to it."""

from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.formats.templates.identifiers import name_at
from keytally_server.session.snapshot import Snapshot


def template_highlights(snapshot: Snapshot, offset: int) -> list[DocumentHighlight]:
    """The header of the object named at a place, and the pointers to it in its document."""
    name = name_at(snapshot, offset)
    every = name.all if name is not None else ()
    return [DocumentHighlight(each.start, each.end, each.header is not None) for each in every]
