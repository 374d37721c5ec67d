"""Linked editing: ranges of the file that always have the same text, edited together."""

from keytally.text.span import Span
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def linked_editing_ranges(snapshot: Snapshot, offset: int) -> list[Span]:
    """The ranges that an edit at an offset changes together, in file order; none where nothing is linked."""
    at = snapshot.unit_at(offset)
    linked = presenter_of(snapshot.reading.language).linked_editing_ranges(snapshot, at)
    return [Span(at.offset + start, at.offset + end) for start, end in linked]
