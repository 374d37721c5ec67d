"""Folding, selection and linked editing ranges, and semantic tokens."""

from collections.abc import Iterable, Iterator
from itertools import starmap, zip_longest

from lsprotocol import types

from keytally.text.positions import Span, line_starts
from keytally_server.answers import FoldingRange, SemanticToken
from keytally_server.cursor import word_at
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.requests.viewport import part_around
from keytally_server.session.snapshot import Snapshot, UnitAt

MOST_RANGES = 5000
MOST_DOCUMENTS = 40
"""The maximum number of documents of a large file that can be folded."""

MOST_WITH_PARTS = 500
"""The maximum number of documents in a file for which their parts can also be folded."""


def folding_ranges(snapshot: Snapshot, place: int = 0) -> Iterator[FoldingRange]:
    """Yield the ranges that span several lines: documents and, unless there are many documents, their parts.

    In a large file, only documents near a position can be folded.
    """
    reading, presenter = snapshot.reading, presenter_of(snapshot.reading.language)
    part = part_around(reading, place, MOST_DOCUMENTS)
    with_parts = len(reading.documents) <= MOST_WITH_PARTS
    for unit, offset in part.units:
        for start, end in presenter.folding_ranges(unit, with_parts=with_parts):
            if _runs_over_a_line(unit.text[start:end]):
                yield FoldingRange(offset + start, offset + end)
    yield from starmap(FoldingRange, presenter.group_folding_ranges(part.units))


def _runs_over_a_line(text: str) -> bool:
    return "\n" in text or "\r" in text


def answer_folding_ranges(
    server: KeytallyServer, snapshot: Snapshot, params: types.FoldingRangeParams
) -> list[types.FoldingRange]:
    """Return the folding ranges, up to the client's limit; in a large file, only those near the visible
    part.
    """
    most = min(MOST_RANGES, server.client.most_folds or MOST_RANGES)
    folds = folding_ranges(snapshot, server.views.place(snapshot.path))
    place = snapshot.reading.places.position
    found = [
        types.FoldingRange(place(fold.start).line, place(fold.end).line)
        for fold, _ in zip(folds, range(most), strict=False)
    ]
    return [fold for fold in found if fold.start_line < fold.end_line]


def selection_ranges(snapshot: Snapshot, offset: int) -> list[Span]:
    """Return the ranges around an offset, each within the next one; the last is the whole file."""
    at = snapshot.unit_at(offset)
    whole_file = Span(0, len(snapshot.reading))
    found = [*_in_unit(snapshot, at), _run_of_document(snapshot, at), whole_file]
    return list(_nested(found, offset)) or [whole_file]


def _in_unit(snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
    text = at.unit.text
    of_format = presenter_of(snapshot.reading.language).selection_ranges(snapshot, at)
    for start, end in (word_at(text, at.place), *of_format, (0, len(text.rstrip()))):
        yield Span(at.offset + start, at.offset + end)


def _run_of_document(snapshot: Snapshot, at: UnitAt) -> Span:
    """Return the range of the contiguous units around a unit that belong to the same document."""
    reading = snapshot.reading
    document = reading.documents.name_of(at.unit)
    units = reading.documents.units_of(document) if document is not None else ()
    first, end = at.offset, at.offset + len(at.unit.text.rstrip())
    index = next((number for number, unit in enumerate(units) if unit is at.unit), None)
    if index is None:
        return Span(first, end)
    following = at.offset + len(at.unit.text)
    for unit in units[index + 1 :]:
        if reading.units.offset_of(unit) != following:
            break
        end, following = following + len(unit.text.rstrip()), following + len(unit.text)
    for unit in reversed(units[:index]):
        if reading.units.offset_of(unit) + len(unit.text) != first:
            break
        first -= len(unit.text)
    return Span(first, end)


def _nested(spans: Iterable[Span], offset: int) -> Iterator[Span]:
    """Yield the spans around a position, the narrowest first, without spans that cross a narrower span."""
    inner = Span(offset, offset)
    for span in sorted(spans, key=lambda span: span.end - span.start):
        if span != inner and span.start <= inner.start and inner.end <= span.end:
            yield span
            inner = span


def answer_selection_ranges(
    server: KeytallyServer, snapshot: Snapshot, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """Return the selection ranges around each requested position."""
    return [_innermost(server, snapshot, position) for position in params.positions]


def _innermost(server: KeytallyServer, snapshot: Snapshot, position: types.Position) -> types.SelectionRange:
    """Return the narrowest range around a position; each range has the next wider range as its parent."""
    *inner, whole_file = selection_ranges(snapshot, server.offset(snapshot, position))
    found = types.SelectionRange(server.range(snapshot, *whole_file))
    for span in reversed(inner):
        found = types.SelectionRange(server.range(snapshot, *span), found)
    return found


def linked_editing_ranges(snapshot: Snapshot, offset: int) -> list[Span]:
    """Return the ranges that are edited together at an offset, in file order; empty if nothing is linked."""
    at = snapshot.unit_at(offset)
    linked = presenter_of(snapshot.reading.language).linked_editing_ranges(snapshot, at)
    return [Span(at.offset + start, at.offset + end) for start, end in linked]


WORD = r"[A-Za-z][\w.-]*"
"""The pattern of text that remains linked while it is typed: the name of a tag."""


def answer_linked_editing(
    server: KeytallyServer, snapshot: Snapshot, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    """Return the ranges that change together with the range at a position, or None."""
    found = linked_editing_ranges(snapshot, server.offset(snapshot, params.position))
    ranges = [server.range(snapshot, *span) for span in found]
    return types.LinkedEditingRanges(ranges, word_pattern=WORD) if ranges else None


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
    """Return the tokens of a whole file; None for a file that is too long."""
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
    """Return tokens in the protocol's encoding, each relative to the previous one."""
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
    """Yield a token split into lines, because no client shows a token that contains a line end."""
    starts = line_starts(token.text)
    for first, last in zip_longest(starts, starts[1:]):
        if text := token.text[first:last].rstrip("\r\n"):
            yield token.start + first, text
