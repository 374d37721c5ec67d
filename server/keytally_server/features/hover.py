"""Hover: the explanation of the element under the pointer."""

from keytally_server.answers.hover import Hover
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def hover(snapshot: Snapshot, offset: int) -> Hover | None:
    """The hover at an offset of a file."""
    return presenter_of(snapshot.reading.language).hover(snapshot, snapshot.unit_at(offset))
