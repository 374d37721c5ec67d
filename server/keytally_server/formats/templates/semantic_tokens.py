"""What each stretch of a record is, for colouring."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.scanner import Kind, TemplateToken
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.semantic_token import SemanticToken, TokenType

_TYPES = {
    Kind.COMMENT: TokenType.COMMENT,
    Kind.SLASH: TokenType.OPERATOR,
    Kind.QUOTED: TokenType.STRING,
    Kind.UNCLOSED: TokenType.STRING,
    Kind.POINTER: TokenType.TYPE,
    Kind.BARE: TokenType.KEYWORD,
    Kind.LINK: TokenType.NUMBER,
}


def template_tokens(unit: TemplateUnit) -> Iterator[SemanticToken]:
    """The coloured stretches of a unit in order."""
    for token in unit.tokens:
        if token.kind is Kind.HEADER:
            yield from _header(unit.text, token)
        elif token.kind is Kind.SLOT:
            yield SemanticToken(token.start, token.end - 1, TokenType.PROPERTY)
        elif token.kind in _TYPES:
            yield SemanticToken(token.start, token.end, _TYPES[token.kind])


def _header(text: str, token: TemplateToken) -> Iterator[SemanticToken]:
    """A header's identification string, and the sign behind it."""
    written = text[token.start : token.end]
    name = written.rstrip(":=").rstrip()
    if name:
        yield SemanticToken(token.start, token.start + len(name), TokenType.TYPE)
    sign = written[len(name) :].lstrip()
    if sign:
        yield SemanticToken(token.end - len(sign), token.end, TokenType.OPERATOR)
