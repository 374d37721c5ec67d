"""What may be written at a place."""

from keytally_server.answers.completion import Completion
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """Everything that may be written at an offset, the likeliest first."""
    return list(presenter_of(snapshot.reading.language).completions(snapshot, snapshot.unit_before(offset)))
