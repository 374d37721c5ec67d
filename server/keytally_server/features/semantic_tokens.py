"""Semantic tokens: the types of pieces of a file, for colouring."""

from collections.abc import Iterator

from keytally.text.span import Span
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def semantic_tokens(snapshot: Snapshot, start: int, end: int) -> Iterator[SemanticToken]:
    """The tokens of the units from `start` to `end`, in order."""
    presenter = presenter_of(snapshot.reading.language)
    for unit, offset in snapshot.reading.units.between(start, end):
        wanted = Span(start - offset, end - offset)
        for token in presenter.semantic_tokens(snapshot, unit, offset, wanted):
            if offset + token.end > start and offset + token.start < end:
                text = unit.text[token.start : token.end]
                place = offset + token.start, offset + token.end
                yield SemanticToken(*place, token.type, text, token.modifiers)
