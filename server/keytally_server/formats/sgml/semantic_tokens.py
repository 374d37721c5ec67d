"""The semantic tokens of an SGML document."""

from collections.abc import Callable, Iterable, Iterator

from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, TokenKind
from keytally.text.span import Span
from keytally_server.answers.semantic_token import SemanticToken, TokenType


def _uncoloured(start: int, end: int) -> Iterable[SemanticToken]:
    return ()


def sgml_tokens(
    unit: SgmlUnit, wanted: Span, of_text: Callable[[int, int], Iterable[SemanticToken]] = _uncoloured
) -> Iterator[SemanticToken]:
    """The tokens of tags and given markup; `of_text` gives the tokens of the text between them."""
    for token in unit.tokens(wanted.start, wanted.end):
        if token.tag is not None:
            yield from _tag(token.tag)
        elif token.kind is TokenKind.MARKUP:
            yield SemanticToken(token.start, token.end, TokenType.MACRO)
        else:
            yield from of_text(token.start, token.end)


def _tag(tag: Tag) -> Iterator[SemanticToken]:
    name = tag.start + (2 if tag.is_close else 1)
    yield SemanticToken(name, min(name + len(tag.name), tag.end), TokenType.TYPE)
    for attribute in tag.attributes:
        if attribute.name:
            start = tag.start + attribute.start
            yield SemanticToken(start, start + len(attribute.name), TokenType.PROPERTY)
        if attribute.value_end > attribute.value_start:
            value = tag.start + attribute.value_start, tag.start + attribute.value_end
            yield SemanticToken(*value, TokenType.STRING)
