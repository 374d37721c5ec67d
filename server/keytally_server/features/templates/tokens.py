"""What each stretch of a record is, for colouring."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.scanner import Kind, TemplateToken
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.features.token_types import TokenType

_TYPES = {
    Kind.COMMENT: TokenType.COMMENT,
    Kind.SLASH: TokenType.OPERATOR,
    Kind.QUOTED: TokenType.STRING,
    Kind.UNCLOSED: TokenType.STRING,
    Kind.POINTER: TokenType.TYPE,
    Kind.BARE: TokenType.KEYWORD,
    Kind.LINK: TokenType.NUMBER,
}

Coloured = tuple[int, int, TokenType]


def template_tokens(unit: TemplateUnit) -> Iterator[Coloured]:
    """The coloured stretches of a unit in order, each given by its start, end and type."""
    for token in unit.tokens:
        if token.kind is Kind.HEADER:
            yield from _header(unit.text, token)
        elif token.kind is Kind.SLOT:
            yield token.start, token.end - 1, TokenType.PROPERTY
        elif token.kind in _TYPES:
            yield token.start, token.end, _TYPES[token.kind]


def _header(text: str, token: TemplateToken) -> Iterator[Coloured]:
    """A header's identification string, and the sign behind it."""
    written = text[token.start : token.end]
    name = written.rstrip(":=").rstrip()
    if name:
        yield token.start, token.start + len(name), TokenType.TYPE
    sign = written[len(name) :].lstrip()
    if sign:
        yield token.end - len(sign), token.end, TokenType.OPERATOR
