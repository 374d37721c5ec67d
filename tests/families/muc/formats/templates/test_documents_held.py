"""Which document numbers a text may hold: all at once, as if each were searched for alone."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.templates.scanner import documents_possibly_in

NUMBERS = st.text("12-(", min_size=1, max_size=4)
TEXTS = st.text("12-(<> \n\"'x", max_size=40)


@given(st.sets(NUMBERS, max_size=6), TEXTS)
def test_numbers_are_found_together_as_each_alone(numbers: set[str], text: str) -> None:
    assert documents_possibly_in(text, numbers) == {
        each for each in numbers if documents_possibly_in(text, {each})
    }


@given(st.sets(NUMBERS, max_size=6), NUMBERS, st.text("<> \n\"'", max_size=2))
def test_a_number_is_found_with_what_is_discarded_within(
    numbers: set[str], number: str, between: str
) -> None:
    assert number in documents_possibly_in(f"x{between.join(number)}x", {*numbers, number})


def test_numbers_that_others_begin_with_are_found() -> None:
    assert documents_possibly_in("<ORG-11-1> :=", {"1", "11", "111", "2"}) == {"1", "11"}


def test_nothing_is_held_of_no_numbers() -> None:
    assert documents_possibly_in("<ORG-11-1> :=", set()) == set()
