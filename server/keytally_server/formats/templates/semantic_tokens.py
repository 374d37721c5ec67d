"""The semantic tokens of a record."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.scanner import TemplateToken, TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.semantic_token import SemanticToken, TokenType

_TYPES = {
    TemplateTokenKind.COMMENT: TokenType.COMMENT,
    TemplateTokenKind.SLASH: TokenType.OPERATOR,
    TemplateTokenKind.QUOTED: TokenType.STRING,
    TemplateTokenKind.UNCLOSED: TokenType.STRING,
    TemplateTokenKind.POINTER: TokenType.TYPE,
    TemplateTokenKind.BARE: TokenType.KEYWORD,
    TemplateTokenKind.LINK: TokenType.NUMBER,
}


def template_tokens(unit: TemplateUnit) -> Iterator[SemanticToken]:
    """The tokens of a unit in order."""
    for token in unit.tokens:
        if token.kind is TemplateTokenKind.HEADER:
            yield from _header(unit.text, token)
        elif token.kind is TemplateTokenKind.SLOT:
            yield SemanticToken(token.start, token.end - 1, TokenType.PROPERTY)
        elif token.kind in _TYPES:
            yield SemanticToken(token.start, token.end, _TYPES[token.kind])


def _header(text: str, token: TemplateToken) -> Iterator[SemanticToken]:
    """A header's identification string, and the sign after it."""
    written = text[token.start : token.end]
    name = written.rstrip(":=").rstrip()
    if name:
        yield SemanticToken(token.start, token.start + len(name), TokenType.TYPE)
    sign = written[len(name) :].lstrip()
    if sign:
        yield SemanticToken(token.end - len(sign), token.end, TokenType.OPERATOR)
