"""Go to definition: the target of a reference, else the partner in the other file."""

from collections.abc import Sequence

from keytally_server.answers.location_link import LocationLink
from keytally_server.features.partners import partners
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def definitions(snapshot: Snapshot, offset: int) -> Sequence[LocationLink]:
    """The target of a name or a link; for anything else its partner in the other file."""
    presenter = presenter_of(snapshot.reading.language)
    return presenter.definitions(snapshot, snapshot.unit_at(offset)) or partners(snapshot, offset)
