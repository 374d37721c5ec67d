"""The scanner and the grammar of the same language agree on any text."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lark import Lark, Token

from keytally.families.muc.builtin import builtin_names, builtin_text
from keytally.families.muc.configuration.document import scan_configuration

FRAGMENTS = [
    *(":key_file", ":", "\n:class_defs", " :key_file", ";", "\n; why", '"', "'", '"a b"', "'c'", '"a\n  b" '),
    *("a", ".5", "|", " ", "\t", "\n", "\r", "\r\n", "\n\n", "\f", "\x85", "\u2028", "\xa0", "é", "\ufeff"),
]
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)


@cache
def grammar() -> Lark:
    path = Path(__file__).with_name("config.lark")
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer="basic")


def expected(text: str) -> list[tuple[str, int, int]]:
    tokens = grammar().parse(text).scan_values(lambda value: isinstance(value, Token))
    return [(token.type, token.start_pos or 0, (token.start_pos or 0) + len(token)) for token in tokens]


@settings(max_examples=400)
@given(st.one_of(TEXTS, st.text()))
@example(':\r:\n\r\n;"\n:x"')
def test_scanner_and_grammar_agree_on_any_text(text: str) -> None:
    assert scan_configuration(text) == expected(text)


@pytest.mark.parametrize("name", builtin_names())
def test_scanner_and_grammar_agree_on_what_is_built_in(name: str) -> None:
    assert scan_configuration(builtin_text(name)) == expected(builtin_text(name))
