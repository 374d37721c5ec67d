"""What each stretch of a file is, for colouring."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers import TokenType
from keytally_server.requests.ranges import semantic_tokens
from tests.pictures import normal
from tests.server.desk import Desk, alone, config, unpaired


def coloured(desk: Desk) -> str:
    found = semantic_tokens(desk.snapshot, desk.shift, desk.shift + len(desk.body) - 1)
    return desk.drawn((token.start, token.end, token.type.name.lower()) for token in found)


def test_tags_attributes_values_and_given_markup() -> None:
    body = '<p> <ENAMEX TYPE="PERSON">Ann</ENAMEX> < 3 & more\n'
    assert coloured(alone(body)) == normal(
        """
        <p> <ENAMEX TYPE="PERSON">Ann</ENAMEX> < 3 & more
        ^^^ macro
             ^^^^^^ type
                    ^^^^ property
                          ^^^^^^ string
                                       ^^^^^^ type
        """
    )


def test_a_broken_tag_is_coloured_as_far_as_it_goes() -> None:
    assert coloured(alone("<ENAMEX TYPE=PERSON Ann\n")) == normal(
        """
        <ENAMEX TYPE=PERSON Ann
         ^^^^^^ type
                ^^^^ property
                     ^^^^^^ string
        """
    )


def test_options_values_and_comments() -> None:
    assert coloured(config(":key_file keys ; no comment\n; a comment\n:nope 'x y'\n")) == normal(
        """
        :key_file keys ; no comment
         ^^^^^^^^ keyword
                  ^^^^ string
                       ^ string
                         ^^ string
                            ^^^^^^^ string
        ; a comment
        ^^^^^^^^^^^ comment
        :nope 'x y'
         ^^^^ property
              ^^^^^ string
        """
    )


def test_only_the_stretch_that_is_asked_for_is_coloured() -> None:
    desk = alone("<p>\n<p>\n")
    found = list(semantic_tokens(desk.snapshot, desk.shift + 4, desk.shift + 7))
    assert [(token.start - desk.shift, token.type) for token in found] == [(4, TokenType.MACRO)]


PIECES = [
    "<DOC>", "<TXT>", "<ENAMEX", " TYPE=", '"PERSON"', '"', "'", ">", "</ENAMEX>", "</ENAMEX x>", "<p>", "<",
    "=", "x", "\n", "\r\n", ":key_file ", ";", " ", "日",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.sampled_from(["muc-sgml", "muc-config"]))
def test_tokens_are_in_order_and_do_not_overlap(text: str, language: str) -> None:
    found = list(semantic_tokens(unpaired(Path("/w/a"), text, language), 0, len(text)))
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
