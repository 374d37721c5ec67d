"""The one stretch in which two texts differ, and what they share at their ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.text.difference import common_prefix, common_suffix, difference

LETTERS = st.text(st.sampled_from("ab\n"), max_size=30)


@given(LETTERS, LETTERS)
def test_a_difference_leads_from_one_text_to_the_other(old: str, new: str) -> None:
    change = difference(old, new)
    if change is None:
        assert old == new
    else:
        assert old[: change.start] + change.text + old[change.end :] == new


@given(LETTERS, LETTERS)
def test_what_is_shared_at_the_ends(one: str, other: str) -> None:
    pairs = enumerate(zip(one, other, strict=False))
    expected = next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
    assert common_prefix(one, other) == expected
    assert common_suffix(one[::-1], other[::-1], min(len(one), len(other))) == expected


def test_a_typed_character_is_the_shortest_difference() -> None:
    assert difference("Anselm", "Anxselm") == (2, 2, "x")
    assert difference("aa", "aaa") == (2, 2, "a")


@pytest.mark.parametrize(
    ("some", "others", "count"), [("", "", 0), ("ab", "ab", 2), ("ab", "abc", 2), ("ba", "ab", 0)]
)
def test_a_common_start_of_lists_ends_with_the_first_difference(some: str, others: str, count: int) -> None:
    assert common_prefix(list(some), list(others)) == count
