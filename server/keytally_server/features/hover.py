"""Hover: the explanation of the element under the pointer, and who says what of it."""

from keytally_server.answers.hover import Hover
from keytally_server.features.adjudicated_items import adjudicated_hover
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def hover(snapshot: Snapshot, offset: int) -> Hover | None:
    """The hover at an offset of a file; what annotators say of it stands behind all else."""
    at = snapshot.unit_at(offset)
    of_format = presenter_of(snapshot.reading.language).hover(snapshot, at)
    of_annotators = adjudicated_hover(snapshot, at)
    if of_format is None or of_annotators is None:
        return of_format or of_annotators
    return of_format._replace(markdown=f"{of_format.markdown}\n\n{of_annotators.markdown}")
