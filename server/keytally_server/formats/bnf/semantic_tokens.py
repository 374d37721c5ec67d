"""The semantic tokens of a BNF."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally_server.answers.semantic_token import SemanticToken, TokenType

_BODY = {
    "COMMENT": TokenType.COMMENT,
    "SET": TokenType.KEYWORD,
    "NAMED_SET": TokenType.MACRO,
    "STRING": TokenType.STRING,
    "WORD": TokenType.STRING,
    "POINTER": TokenType.TYPE,
    "BAR": TokenType.OPERATOR,
    "CARDINALITY": TokenType.OPERATOR,
}
_HEADS = {
    "CLASS_HEAD": TokenType.TYPE,
    "SET_HEAD": TokenType.MACRO,
    "SLOT_HEAD": TokenType.PROPERTY,
}


def bnf_tokens(unit: BnfUnit) -> Iterator[SemanticToken]:
    """The tokens in order."""
    for kind, start, end in unit.pieces:
        if kind in _HEADS:
            name = unit.text[start:end].rstrip(":= \t\r\n\f\v")
            yield SemanticToken(start, start + len(name), _HEADS[kind])
        elif kind in _BODY:
            yield SemanticToken(start, end, _BODY[kind])
