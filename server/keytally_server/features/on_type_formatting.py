"""Edits after a typed character, such as the rest of a header or an indent."""

from keytally.findings.finding import Edit
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def on_type_formatting(snapshot: Snapshot, offset: int, typed: str, indent: str) -> list[Edit]:
    """The edits for a character typed right before an offset."""
    presenter = presenter_of(snapshot.reading.language)
    return list(presenter.on_type_edits(snapshot, snapshot.unit_before(offset), typed, indent))
