"""Semantic tokens of a whole file, of a range, and as changes."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from lsprotocol import types

from keytally.text.positions import Span, line_starts
from keytally_server.answers import SemanticToken
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def semantic_tokens(snapshot: Snapshot, start: int, end: int) -> Iterator[SemanticToken]:
    """Yield the tokens of the units from `start` to `end`, in order."""
    presenter = presenter_of(snapshot.reading.language)
    for unit, offset in snapshot.reading.units.between(start, end):
        wanted = Span(start - offset, end - offset)
        for token in presenter.semantic_tokens(snapshot, unit, offset, wanted):
            if offset + token.end > start and offset + token.start < end:
                text = unit.text[token.start : token.end]
                place = offset + token.start, offset + token.end
                yield SemanticToken(*place, token.type, text, token.modifiers)


LARGEST_WHOLE = 500_000


def answer_full_tokens(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensParams
) -> types.SemanticTokens | None:
    """Return the tokens of a whole file; None for one that is too long."""
    if len(snapshot.buffer) > LARGEST_WHOLE:
        return None
    return server.token_changes.whole(snapshot.path, _whole(server, snapshot))


def answer_token_changes(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """Return the changes in the tokens of a whole file; None for a file that is too long."""
    if len(snapshot.buffer) > LARGEST_WHOLE:
        return None
    data = _whole(server, snapshot)
    return server.token_changes.changes(snapshot.path, params.previous_result_id, data)


def answer_range_tokens(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    """Return the tokens of the visible part."""
    start, end = server.offsets(snapshot, params.range)
    return types.SemanticTokens(_encoded(server, snapshot, semantic_tokens(snapshot, start, end)))


def _whole(server: KeytallyServer, snapshot: Snapshot) -> list[int]:
    return _encoded(server, snapshot, semantic_tokens(snapshot, 0, len(snapshot.buffer)))


def _encoded(server: KeytallyServer, snapshot: Snapshot, found: Iterable[SemanticToken]) -> list[int]:
    """Return tokens in the protocol's encoding: each relative to the previous one."""
    data: list[int] = []
    line, character = 0, 0
    for token in found:
        for start, text in _pieces(token):
            place = server.columns.to_position(snapshot.reading, start)
            ahead = place.character - (character if place.line == line else 0)
            data += [place.line - line, ahead, server.columns.width(text), token.type.value, token.modifiers]
            line, character = place.line, place.character
    return data


def _pieces(token: SemanticToken) -> Iterator[tuple[int, str]]:
    """Yield a token split into lines: no client shows one that contains a line end."""
    starts = line_starts(token.text)
    for first, last in zip_longest(starts, starts[1:]):
        if text := token.text[first:last].rstrip("\r\n"):
            yield token.start + first, text
