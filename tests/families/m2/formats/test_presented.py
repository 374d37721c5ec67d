"""What an editor shows of a line of system output."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.m2.reading import SentenceUnit
from keytally.families.presentation import PieceKind


def coloured(text: str) -> list[tuple[str, PieceKind]]:
    unit = SentenceUnit(text)
    return [(text[piece.start : piece.end], piece.kind) for piece in unit.pieces()]


@pytest.mark.parametrize("number", ["1", "2,500", "-3.5", "40%", "10:30", "1990-95"])
def test_numbers_have_a_colour(number: str) -> None:
    assert coloured(f"about {number} cats\n") == [(number, PieceKind.NUMBER)]


def test_punctuation_has_a_colour_and_words_have_none() -> None:
    assert coloured("The cat 's mat , 3rd of co-op ... \n") == [
        (",", PieceKind.OPERATOR),
        ("...", PieceKind.OPERATOR),
    ]


@pytest.mark.parametrize(
    ("text", "name", "detail"),
    [
        ("The cat sat .\r\n", "The cat sat .", "4 tokens"),
        ("Cats\n", "Cats", "1 token"),
        ("\n", "(empty)", "0 tokens"),
        ("word " * 30, f"{'word ' * 12}".rstrip() + "…", "30 tokens"),
    ],
)
def test_a_sentence_is_named_by_its_first_words(text: str, name: str, detail: str) -> None:
    (heading,) = SentenceUnit(text).outline()
    assert (heading.name, heading.detail) == (name, detail)
    assert text[heading.start : heading.end] == text.rstrip("\r\n")


def test_sentences_fold_together_up_to_an_empty_line() -> None:
    lines = ["A .\n", "B .\n", " \n", "C .\n"]
    groups = [SentenceUnit(line).group for line in lines]
    assert groups[0] == groups[1] == groups[3] is not None
    assert groups[2] is None
    assert list(SentenceUnit("").outline()) == []


@given(st.text(alphabet="a1 .,-%:\u00a0é", max_size=30))
def test_pieces_are_in_order_and_inside_of_the_line(text: str) -> None:
    pieces = list(SentenceUnit(text).pieces())
    assert all(0 <= piece.start < piece.end <= len(text) for piece in pieces)
    assert all(a.end <= b.start for a, b in pairwise(pieces))
