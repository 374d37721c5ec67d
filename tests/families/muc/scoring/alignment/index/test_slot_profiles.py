"""Profiles of slots: what they say of a slot holds for every comparison of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import Fill, Slot, SlotDefinition
from keytally.families.muc.scoring.fills import SetFills
from keytally.families.muc.scoring.index import SlotProfile, SlotProfiler
from keytally.families.muc.scoring.results import SlotPair
from keytally.families.muc.scoring.slots import (
    PointerSlotComparison,
    ResponseMarks,
    SlotComparison,
    SlotRules,
    TextSlotComparison,
    cached_pattern_comparison,
)
from keytally.tallies.tally import Tally

MARKS = [ResponseMarks(), ResponseMarks(alternatives=True, optional=True), ResponseMarks(alternatives=True)]
SLOTS = st.builds(
    lambda alternatives, optional: slot(*alternatives, optional=optional),
    st.lists(st.text("abBgx", max_size=3), min_size=1, max_size=3),
    st.booleans(),
)


class Letters:
    """Pointers whose targets are aligned where they are the same letter; `g` is removed, `x` dangles."""

    def are_aligned(self, key: str, response: str) -> bool:
        return key == response != "x"

    def removed(self, text: str, key_side: bool) -> bool:
        return text == "g"

    def lookup_forms(self, text: str, key_side: bool) -> tuple[str, ...]:
        return () if text == "x" else (text,)


def slot(*alternatives: str, optional: bool = False) -> Slot:
    """A slot whose fills are the letters of its alternatives."""
    return Slot(tuple(tuple(Fill(letter, 0, 1) for letter in each) for each in alternatives), optional)


def comparison(pointers: bool, marks: ResponseMarks = MARKS[0]) -> SlotComparison:
    rules = SlotRules(SlotDefinition("c", "s", "s", True, 1, "pointer" if pointers else "set"), marks)
    if pointers:
        return PointerSlotComparison(rules, Letters(), cached_pattern_comparison(rules))
    return TextSlotComparison(rules, SetFills())


def compared(slots: SlotComparison, key: Slot, response: Slot) -> SlotPair:
    return slots.compare(key, response) or SlotPair(Tally(), ())


def test_a_slot_of_one_fill_has_the_profile_of_the_fill() -> None:
    profile = SlotProfiler(comparison(False)).profile(slot("A"), True)
    assert profile == SlotProfile(((("a",),),), False, (), (("s", "a", 0),), 1, True, True)


def test_equal_fills_of_an_alternative_have_features_of_their_own() -> None:
    profile = SlotProfiler(comparison(False)).profile(slot("aba", "aa"), True)
    assert sorted(profile.features) == [("s", "a", 0), ("s", "a", 1), ("s", "b", 0)]
    assert (profile.least, profile.countable, profile.whole) == (2, False, False)


def test_removed_pointers_are_told_by_their_places() -> None:
    profiles = SlotProfiler(comparison(True))
    assert profiles.profile(slot("g"), True) == SlotProfile(removed=((0, 0),))
    assert profiles.profile(slot("ga", "bg"), True).removed == ((0, 0), (1, 1))
    assert profiles.profile(slot("ga"), True).alternatives == ((("a",),),)


def test_a_pointer_that_dangles_counts_and_is_found_by_nothing() -> None:
    profile = SlotProfiler(comparison(True)).profile(slot("x"), True)
    assert (profile.features, profile.least, profile.whole) == ((), 1, False)


@pytest.mark.parametrize("optional", [False, True])
def test_marks_that_a_response_must_not_have_are_not_seen_there(optional: bool) -> None:
    profiles = SlotProfiler(comparison(False))
    marked, plain = slot("a", "b", optional=optional), slot("a")
    assert profiles.profile(marked, False)[:6] == profiles.profile(plain, False)[:6]
    assert not profiles.profile(marked, False).whole


@given(SLOTS, SLOTS, st.booleans(), st.sampled_from(MARKS))
def test_fills_are_counted_by_shared_features(
    key: Slot, response: Slot, pointers: bool, marks: ResponseMarks
) -> None:
    slots = comparison(pointers, marks)
    profiles = SlotProfiler(slots)
    mine, other = profiles.profile(key, True), profiles.profile(response, False)
    tally, shared = compared(slots, key, response).tally, len({*mine.features} & {*other.features})
    assert tally.cor <= shared
    assert tally.pos >= mine.least
    if mine.countable and other.countable:
        assert tally.cor == shared
        assert (tally.pos, tally.act) == (mine.least, other.least)


@given(SLOTS, SLOTS, SLOTS, st.booleans(), st.sampled_from(MARKS))
def test_slots_of_equal_profiles_compare_alike(
    one: Slot, two: Slot, other: Slot, pointers: bool, marks: ResponseMarks
) -> None:
    slots = comparison(pointers, marks)
    profiles = SlotProfiler(slots)
    if profiles.profile(one, True) == profiles.profile(two, True):
        left, right = compared(slots, one, other).tally, compared(slots, two, other).tally
        assert left._replace(non=0) == right._replace(non=0)


@given(st.text("abB", min_size=1, max_size=3))
def test_whole_slots_that_are_equal_agree_in_the_order_of_their_fills(letters: str) -> None:
    slots = comparison(False)
    profile = SlotProfiler(slots).profile(slot(letters), True)
    assert profile.whole == (len(set(letters.lower())) == len(letters))
    if profile.whole:
        pair = compared(slots, slot(letters), slot(letters.lower()))
        assert [(fill.key, fill.response) for fill in pair.fills] == [
            (fill.key, fill.key) for fill in pair.fills
        ]
