"""`textDocument/semanticTokens`: whole for files of usual size, by range for all files."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from lsprotocol import types

from keytally.text.lines import line_starts
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.features.semantic_tokens import semantic_tokens
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

LARGEST_WHOLE = 500_000


def whole(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensParams
) -> types.SemanticTokens | None:
    """The tokens of a whole file; None for one that is too long."""
    if len(snapshot.buffer) > LARGEST_WHOLE:
        return None
    return server.token_changes.whole(snapshot.path, _whole(server, snapshot))


def changes(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """What has changed in the tokens of a whole file; None for one that is too long."""
    if len(snapshot.buffer) > LARGEST_WHOLE:
        return None
    data = _whole(server, snapshot)
    return server.token_changes.changes(snapshot.path, params.previous_result_id, data)


def part(
    server: KeytallyServer, snapshot: Snapshot, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    """The tokens of the visible part."""
    start, end = server.offsets(snapshot, params.range)
    return types.SemanticTokens(_encoded(server, snapshot, semantic_tokens(snapshot, start, end)))


def _whole(server: KeytallyServer, snapshot: Snapshot) -> list[int]:
    return _encoded(server, snapshot, semantic_tokens(snapshot, 0, len(snapshot.buffer)))


def _encoded(server: KeytallyServer, snapshot: Snapshot, found: Iterable[SemanticToken]) -> list[int]:
    """Tokens in the protocol's encoding: each relative to the previous one."""
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
    """A token split into lines: no client shows one that contains a line end."""
    starts = line_starts(token.text)
    for first, last in zip_longest(starts, starts[1:]):
        if text := token.text[first:last].rstrip("\r\n"):
            yield token.start + first, text
