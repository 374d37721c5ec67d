"""Semantic tokens: the brackets and the words of mentions in the colours of their chains."""

from bisect import bisect_left
from collections.abc import Iterator

from keytally.evaluations.conll.formats.lines import token_place
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Place
from keytally.text.span import Span
from keytally_server.answers.semantic_token import SemanticToken, TokenType
from keytally_server.formats.conll.cursor import row_starts
from keytally_server.formats.conll.mentions import mentions_of, shown_of


def chain_tokens(unit: DocumentUnit, wanted: Span) -> Iterator[SemanticToken]:
    """The tokens of a document that touch a part of it, in order."""
    head = unit.read().head
    if head is not None:
        yield SemanticToken(*head, TokenType.KEYWORD)
    starts = row_starts(unit.text)
    first = max(bisect_left(starts, wanted.start) - 1, 0)
    for row in range(first, bisect_left(starts, wanted.end)):
        yield from _of_row(unit, row)


def _of_row(unit: DocumentUnit, number: int) -> Iterator[SemanticToken]:
    """The word of a line, in the colour of the innermost mention, and its brackets."""
    row = unit.read().rows[number]
    innermost = shown_of(unit).innermost.get(number)
    if innermost is not None and len(row.cells) > 1:
        line = unit.text[row.start : row.last.end]
        yield _token(unit, token_place(row, line), innermost)
    brackets = mentions_of(unit).brackets_in(row.last)
    yield from (_token(unit, place, mention) for place, mention in brackets)


def _token(unit: DocumentUnit, place: Place, mention: int) -> SemanticToken:
    colour = shown_of(unit).colours.get(mentions_of(unit).chain_of[mention])
    return SemanticToken(*place, TokenType.MENTION, "", 0 if colour is None else 1 << colour)
