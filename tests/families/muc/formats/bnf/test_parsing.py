"""Any text is a BNF of a kind: every character is in the tree, and reading goes on behind mistakes."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.bnf import LONGEST_TEXT, bnf_language, parse_bnf, read_bnf
from keytally.families.muc.builtin import builtin_bnf

FRAGMENTS = [
    *("<PERSON>", " :=", ":=", "::", "NAME :: ", "NAME:", "{", "}", "{{", "}}", "{A, B}", "{{SET}}"),
    *('"', '"NAME"', "^", "-", "*", "+", "|", "/*", "*/", "/* c */", "word", "A-B", "<", ">", ",", "é", "😀"),
    *("\n", "\r\n", "\t", " ", "\x85", "\0"),
]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join))


@given(TEXTS)
def test_the_pieces_of_any_text_cover_it(text: str) -> None:
    pieces, _ = parse_bnf(text)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    assert all(one.end == other.start for one, other in pairwise(pieces))


@given(TEXTS)
def test_findings_point_into_the_text_and_none_comes_twice(text: str) -> None:
    findings = read_bnf(text).findings
    assert all(0 <= each.start <= each.end <= len(text) for each in findings)
    assert len({(each.rule, each.start, each.end, each.message) for each in findings}) == len(findings)


@given(st.integers(0, 400), st.sampled_from(FRAGMENTS))
def test_a_mistake_leaves_most_of_a_bnf_understood(place: int, fragment: str) -> None:
    text = re.sub(r"/\*.*?\*/", "", builtin_bnf("muc6-st"), flags=re.S)
    place = len(text) * place // 400
    names = {each.name for each in read_bnf(text[:place] + fragment + text[place:]).bnf.classes}
    if fragment not in ("/*", "*/", '"', "{", "{{"):
        assert len(names & {"TEMPLATE", "SUCCESSION_EVENT", "IN_AND_OUT", "ORGANIZATION", "PERSON"}) >= 4


def test_a_text_too_long_for_a_bnf_is_not_taken_apart() -> None:
    pieces, definitions = parse_bnf("<A> :=\n" * LONGEST_TEXT)
    assert [piece.kind for piece in pieces] == ["UNREAD"]
    assert definitions == []


@pytest.mark.parametrize("piece", ["a--", "a_-", "<a", "{a", '"\n', "/* ", "{{a", "a ::", "#"])
def test_nonsense_is_taken_apart_in_linear_time(piece: str) -> None:
    start = time.process_time()
    parse_bnf("<A> :=\n\tX: " + piece * (60_000 // len(piece)))
    assert time.process_time() - start < 5


def test_a_bnf_is_one_unit() -> None:
    reader = bnf_language(Role.UNKNOWN)
    assert list(reader.boundaries("<A> :=\n<B> :=\n")) == []
    assert reader.read("<A> :=\n").document is None
