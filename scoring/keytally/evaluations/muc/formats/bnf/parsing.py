"""Parses any text to the tree of a BNF file, with the grammar in bnf.lark."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfPiece

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_PACKAGE = "keytally.evaluations.muc.formats.bnf"
_COMMENTS = re.compile(r"/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\s+|(?:(?!/\*)\S)+")
_NAME = re.compile(r"[^<>\s:=]+")
LONGEST_TEXT = 400_000
"""A text with more characters is not parsed: no BNF is that long."""


def parse(text: str) -> tuple[list[BnfPiece], list[BnfDefinition]]:
    """The pieces of any text, and the definitions among them, in order."""
    if len(text) > LONGEST_TEXT:
        return [BnfPiece("UNREAD", 0, len(text))], []
    tree = _grammar().parse(text)
    found = [_piece(token) for token in tree.scan_values(lambda value: True)]
    return list(_covering(text, found)), list(_definitions(tree))


@cache
def _grammar() -> "Lark":
    from lark import Lark  # noqa: PLC0415 - lark takes longer to load than most commands to run

    return Lark.open_from_package(_PACKAGE, "bnf.lark", [""], parser="lalr", lexer="basic")


def _piece(token: "Token") -> BnfPiece:
    start = token.start_pos or 0
    return BnfPiece(token.type, start, start + len(token))


def _covering(text: str, found: Sequence[BnfPiece]) -> Iterator[BnfPiece]:
    """The pieces with the comments and blanks between them."""
    cursor = 0
    for piece in [*found, BnfPiece("END", len(text), len(text))]:
        for match in _COMMENTS.finditer(text, cursor, piece.start):
            kind = "COMMENT" if match.group().startswith("/*") else "BLANK"
            yield BnfPiece(kind, *match.span())
        if piece.kind != "END":
            yield piece
        cursor = piece.end


def _definitions(tree: "Tree[Token]") -> Iterator[BnfDefinition]:
    owner = ""
    for child in tree.children:
        if isinstance(child, str):
            piece = _piece(child)
            yield BnfDefinition("stray", "", "", piece.start, piece.end, (piece,))
        elif child.data == "class":
            definition = _definition("class", child, "")
            yield definition
            owner = definition.name
            for slot in child.find_data("slot"):
                yield _definition("slot", slot, owner)
        else:
            kind = "set" if child.data == "named_set" else "slot"
            yield _definition(kind, child, owner if kind == "slot" else "")


def _definition(kind: str, tree: "Tree[Token]", owner: str) -> BnfDefinition:
    head, *rest = (child for child in tree.children if isinstance(child, str))
    name, place = _NAME.search(head), _piece(head)
    return BnfDefinition(
        kind, name.group() if name else "", owner, place.start, place.end, [_piece(token) for token in rest]
    )
