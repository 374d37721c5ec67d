"""Edits put into a text."""

from keytally.findings.finding import Edit, apply_edits


def test_places_are_those_of_the_text_before() -> None:
    assert apply_edits("abcdef", [Edit(4, 5, ""), Edit(1, 2, "XYZ"), Edit(6, 6, "!")]) == "aXYZcdf!"


def test_insertions_at_one_place_keep_their_order_and_come_before_a_replacement_there() -> None:
    assert apply_edits("ab", [Edit(1, 2, "B"), Edit(1, 1, "1"), Edit(1, 1, "2")]) == "a12B"


def test_places_of_a_larger_text_are_shifted() -> None:
    assert apply_edits("cdef", [Edit(3, 5, "-")], shift=-2) == "c-f"


def test_without_edits_the_text_is_the_same() -> None:
    assert apply_edits("abc", []) == "abc"
