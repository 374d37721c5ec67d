"""Completion at an offset."""

from keytally_server.answers.completion import Completion
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """All completions at an offset, the likeliest first."""
    return list(presenter_of(snapshot.reading.language).completions(snapshot, snapshot.unit_before(offset)))
