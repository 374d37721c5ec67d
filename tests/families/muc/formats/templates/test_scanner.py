"""The line scanner and the grammar of the same language agree on any text."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lark import Lark, Token

from keytally.families.muc.templates.scanner import TemplateTokenKind, scan_template

KINDS = {
    "HEAD": TemplateTokenKind.HEADER,
    "INLINE_HEADER": TemplateTokenKind.HEADER,
    "SLOT": TemplateTokenKind.SLOT,
    "INNER_SLOT": TemplateTokenKind.SLOT,
    "LINK": TemplateTokenKind.LINK,
    "DOUBLE_LINK": TemplateTokenKind.LINK,
    "BROKEN_LINK": TemplateTokenKind.BROKEN_LINK,
    "BROKEN_DOUBLE_LINK": TemplateTokenKind.BROKEN_LINK,
}
FRAGMENTS = [
    *("<PERSON-1-1>", "<ORG-1-1A>", " :=", ":=", "=", " : =", ";=", "<", ">", "-", "PERSON-1-1"),
    *("PER_NAME:", "per_name:", "TYPE:", "PER_ALIAS:", ":", "http://x", "A_B"),
    *('"', "'", '"x y"', "'can't'", "x", "Chicago CITY", "9"),
    *("##1#2#texts", "##1#2", "#1#2#t", "##", "#", ";", "; why", "/", " / "),
    *("A" * 39, "A" * 41, "x" * 158, "x" * 161, " " * 19, " " * 21, " " * 58, "\n" + " " * 61),
    *(" ", "  ", "\t", "\n", "\n\t", "\r\n  ", "\r", "\f", "\x85", "\u2028", "\xa0", "é\U0001f600"),
]
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)
ANY_CHARACTERS = st.text(alphabet="<>-:=/\"'#; \t\n\r\f12AB_a", max_size=40)
PLAIN_LINES = st.sampled_from(
    [
        "<PERSON-1-1> :=\n",
        '  PER_NAME: "x"\n',
        "\tPER_NAME: /'x' ##1#2#t\n",
        "    y z (w)\n",
        "    /y\n",
        "  A: <PERSON-1-1>\r\n",
        "<PERSON-1-2>\n",
        "\n",
        "# why\n",
    ]
)


@cache
def grammar() -> Lark:
    path = Path(__file__).with_name("template.lark")
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer="contextual")


def expected(text: str) -> list[tuple[TemplateTokenKind, str, int]]:
    tokens = (child for child in grammar().parse(text).children if isinstance(child, Token))
    return [(KINDS.get(token.type) or TemplateTokenKind[token.type], *unindented(token)) for token in tokens]


def unindented(token: Token) -> tuple[str, int]:
    """A header's terminal takes in its indentation, which shows that it begins a line."""
    bare = token.lstrip(" \t\f\v")
    return bare, (token.start_pos or 0) + len(token) - len(bare)


def scanned(text: str) -> list[tuple[TemplateTokenKind, str, int]]:
    return [(kind, text[start:end], start) for kind, start, end in scan_template(text).tokens]


@settings(max_examples=400)
@given(TEXTS)
@example("<PERSON-1-1>##1#2#texts:=")
@example('A: "x" ##1#2#t y ##1#2#t A_B: z')
def test_scanner_and_grammar_agree_on_odd_files(text: str) -> None:
    assert scanned(text) == expected(text)


@given(ANY_CHARACTERS)
def test_scanner_and_grammar_agree_on_any_characters(text: str) -> None:
    assert scanned(text) == expected(text)


@given(st.lists(PLAIN_LINES, max_size=12).map("".join), TEXTS)
def test_scanner_and_grammar_agree_on_plain_files(text: str, rest: str) -> None:
    assert scanned(text + rest) == expected(text + rest)


@pytest.mark.corpora
@pytest.mark.parametrize("task", ["te", "tr", "st"])
def test_scanner_and_grammar_agree_on_the_corpora(corpora: Path, task: str) -> None:
    for path in sorted((corpora / task).iterdir()):
        if path.name.startswith(("key", "response")):
            text = path.read_text(encoding="utf-8")[:20_000]
            assert scanned(text) == expected(text)


def test_lines_that_are_not_plain_are_told() -> None:
    text = '<P-1-1> :=\n A: "x" "y"\n# why\n B: \'can\'t\'\n C: x\n'
    tokens, odd = scan_template(text)
    lines = [[text[token.start : token.end] for token in tokens[first:last]] for first, last in odd]
    assert lines == [["A:", '"x"', '"y"'], ["B:", "'can't'"]]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("{}\0", [(TemplateTokenKind.BARE, "\0")]),
        ("A:{}\0", [(TemplateTokenKind.SLOT, "A:"), (TemplateTokenKind.BARE, "\0")]),
        (
            "A: /{}\0",
            [(TemplateTokenKind.SLOT, "A:"), (TemplateTokenKind.SLASH, "/"), (TemplateTokenKind.BARE, "\0")],
        ),
        ('A: x{}"', [(TemplateTokenKind.SLOT, "A:"), (TemplateTokenKind.BARE, 'x{}"')]),
        (
            'A: "x"{}>',
            [
                (TemplateTokenKind.SLOT, "A:"),
                (TemplateTokenKind.QUOTED, '"x"'),
                (TemplateTokenKind.BARE, ">"),
            ],
        ),
        (
            "A: <B-1-1>{}>",
            [
                (TemplateTokenKind.SLOT, "A:"),
                (TemplateTokenKind.POINTER, "<B-1-1>"),
                (TemplateTokenKind.BARE, ">"),
            ],
        ),
    ],
)
def test_long_runs_of_blanks_are_gone_through_once(
    line: str, tokens: list[tuple[TemplateTokenKind, str]]
) -> None:
    blanks = " " * 100_000
    found = scanned(line.format(blanks))
    assert [(kind, text) for kind, text, _ in found] == [(kind, text.format(blanks)) for kind, text in tokens]
