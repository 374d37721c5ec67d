"""What each stretch of a file is, for colouring."""

from collections.abc import Iterator
from itertools import starmap

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, TokenKind
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.presentation import PresentedUnit
from keytally.text.span import Span
from keytally_server.answers.semantic_token import SemanticToken, TokenType
from keytally_server.features.bnf.tokens import bnf_tokens
from keytally_server.features.coreference.colours import colours, innermost_at
from keytally_server.features.coreference.here import Here, here
from keytally_server.features.templates.tokens import template_tokens
from keytally_server.session.snapshot import Snapshot


def tokens(snapshot: Snapshot, start: int, end: int) -> Iterator[SemanticToken]:
    """The tokens of the units that stand from `start` to `end`, in order."""
    for unit, offset in snapshot.reading.units_in(start, end):
        for token in _tokens_of(unit, snapshot, offset, Span(start - offset, end - offset)):
            if offset + token.end > start and offset + token.start < end:
                text = unit.text[token.start : token.end]
                place = offset + token.start, offset + token.end
                yield SemanticToken(*place, token.type, text, token.modifiers)


def _tokens_of(unit: object, snapshot: Snapshot, offset: int, asked: Span) -> Iterator[SemanticToken]:
    """The tokens of a unit, of a long one at least those of the stretch that is asked for."""
    if isinstance(unit, SgmlUnit):
        yield from _of_sgml(unit, here(snapshot, offset), asked)
    elif isinstance(unit, ConfigUnit):
        yield from sorted(_configuration(unit))
    elif isinstance(unit, TemplateUnit):
        yield from starmap(SemanticToken, template_tokens(unit))
    elif isinstance(unit, BnfUnit):
        yield from starmap(SemanticToken, bnf_tokens(unit))
    elif isinstance(unit, PresentedUnit):
        for piece in unit.pieces():
            yield SemanticToken(piece.start, piece.end, TokenType[piece.kind.name])


def _of_sgml(unit: SgmlUnit, chains: Here | None, asked: Span) -> Iterator[SemanticToken]:
    """Tags, given markup, and the text of mentions in the colours of their chains: the innermost wins."""
    for token in unit.tokens(asked.start, asked.end):
        if token.tag is not None:
            yield from _tag(token.tag)
        elif token.kind is TokenKind.MARKUP:
            yield SemanticToken(token.start, token.end, TokenType.MACRO)
        elif chains is not None and (mention := innermost_at(chains.chains, token.start)) is not None:
            colour = colours(chains.chains).get(chains.chains.chain_of[mention])
            modifiers = 0 if colour is None else 1 << colour
            yield SemanticToken(token.start, token.end, TokenType.MENTION, "", modifiers)


def _tag(tag: Tag) -> Iterator[SemanticToken]:
    name = tag.start + (2 if tag.is_close else 1)
    yield SemanticToken(name, min(name + len(tag.name), tag.end), TokenType.TYPE)
    for attribute in tag.attributes:
        if attribute.name:
            start = tag.start + attribute.start
            yield SemanticToken(start, start + len(attribute.name), TokenType.PROPERTY)
        if attribute.value_end > attribute.value_start:
            yield SemanticToken(
                tag.start + attribute.value_start, tag.start + attribute.value_end, TokenType.STRING
            )


def _configuration(unit: ConfigUnit) -> Iterator[SemanticToken]:
    for piece in unit.pieces:
        if piece.kind == "COMMENT":
            yield SemanticToken(piece.start, piece.end, TokenType.COMMENT)
    for line in unit.lines:
        start, end = line.name_span
        yield SemanticToken(start, end, TokenType.KEYWORD if find_option(line.name) else TokenType.PROPERTY)
        for value in line.values:
            yield SemanticToken(value.start, value.end, TokenType.STRING)
