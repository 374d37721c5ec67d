"""Inline completions: what the key has at the cursor and the response lacks."""

from keytally_server.answers.inline_completion import InlineCompletion
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def inline_completions(snapshot: Snapshot, offset: int) -> list[InlineCompletion]:
    """The inline completions at an offset, the likeliest first."""
    presenter = presenter_of(snapshot.reading.language)
    return list(presenter.inline_completions(snapshot, snapshot.unit_at(offset)))
