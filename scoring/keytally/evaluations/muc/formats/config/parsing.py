"""Parses any text to the tree of a configuration file, with the grammar in config.lark."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from keytally.evaluations.muc.formats.config.document import (
    LONGEST_TEXT,
    ConfigPiece,
    ConfigUnit,
    OptionLine,
    Value,
)
from keytally.evaluations.muc.formats.config.options import find_option

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_PACKAGE = "keytally.evaluations.muc.formats.config"
_VALUES = ("BARE", "QUOTED", "UNCLOSED")


def parse(text: str, overrides_from: int | None = None) -> ConfigUnit:
    """The tree of any text, without findings; lines from `overrides_from` on are overrides."""
    boundary = len(text) + 1 if overrides_from is None else overrides_from
    if len(text) > LONGEST_TEXT:
        return ConfigUnit(text, [ConfigPiece("UNREAD", 0, len(text))], (), (), boundary)
    groups = list(_groups(_grammar().parse(text)))
    pieces = [ConfigPiece(token.type, *_place(token)) for group in groups for token in group]
    stray, *parts = [part for group in groups for part in _split_at_heads(group)]
    lines = [_option_line(part) for part in parts]
    return ConfigUnit(text, pieces, lines, _values(stray), boundary)


@cache
def _grammar() -> "Lark":
    from lark import Lark  # noqa: PLC0415 - lark takes longer to load than most commands to run

    return Lark.open_from_package(_PACKAGE, "config.lark", [""], parser="lalr", lexer="basic")


def _groups(tree: "Tree[Token]") -> Iterator[list["Token"]]:
    """The tokens before the first option, then those of each option."""
    yield [child for child in tree.children if isinstance(child, str)]
    for child in tree.children:
        if not isinstance(child, str):
            yield [token for token in child.children if isinstance(token, str)]


def _split_at_heads(tokens: Sequence["Token"]) -> list[list["Token"]]:
    """The tokens split before each option whose colon is indented at the start of a line."""
    parts: list[list[Token]] = [[]]
    fresh = True
    for token in tokens:
        if fresh and _is_indented_head(token):
            parts.append([])
        parts[-1].append(token)
        fresh = token.type == "BREAK" or (fresh and token.type == "BLANK")
    return parts


def _is_indented_head(token: "Token") -> bool:
    return token.type == "BARE" and token.startswith(":") and find_option(token[1:]) is not None


def _option_line(tokens: Sequence["Token"]) -> OptionLine:
    start, end = _place(tokens[0])
    values = _values(tokens[1:])
    last = values[-1].end if values else end
    return OptionLine(str(tokens[0][1:]), start, last, values, tokens[0].type == "BARE")


def _values(tokens: Sequence["Token"]) -> tuple[Value, ...]:
    return tuple(_value(token) for token in tokens if token.type in _VALUES)


def _value(token: "Token") -> Value:
    start, end = _place(token)
    if token.type == "BARE":
        return Value(str(token), start, end)
    if token.type == "QUOTED":
        return Value(str(token[1:-1]), start, end, str(token[0]))
    written = token.rstrip()
    return Value(written[1:], start, start + len(written), written[0], closed=False)


def _place(token: "Token") -> tuple[int, int]:
    start = token.start_pos or 0
    return start, start + len(token)
