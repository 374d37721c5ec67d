"""What a wrong name was meant to be: near enough to ask, and so near that nobody need ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.spelling import did_you_mean, is_clear, nearest_name

SLOTS = ("ORG_NAME", "ORG_ALIAS", "ORG_DESCRIPTOR", "ORG_TYPE", "ORG_LOCALE", "ORG_COUNTRY")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ORG_NAM", "ORG_NAME"),
        ("ORG_TPYE", "ORG_TYPE"),
        ("ORG_DESCRIPTION", "ORG_DESCRIPTOR"),
        ("ORG_FOUNDED", ""),
        ("ORG_NATION", ""),
        ("ORG_LEADER", ""),
        ("AGE", ""),
    ],
)
def test_parts_that_both_names_begin_with_do_not_make_them_near(written: str, meant: str) -> None:
    assert nearest_name(written, SLOTS) == meant
    assert did_you_mean(written, SLOTS) == (f"; did you mean {meant}?" if meant else "")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ORG_NAM", "ORG_NAME"),
        ("ORG_NAMES", "ORG_NAME"),
        ("ORG_TPYE", "ORG_TYPE"),
        ("ORGNAME", "ORG_NAME"),
        ("ORG_COUNTRY ", "ORG_COUNTRY"),
        ("Organisation", "ORGANIZATION"),
    ],
)
def test_one_slip_in_a_long_name_is_clear(written: str, meant: str) -> None:
    assert is_clear(written, meant, (*SLOTS, "ORGANIZATION"))


@pytest.mark.parametrize(
    ("written", "meant", "why"),
    [
        ("COUNTY", "COUNTRY", "a short word may well be another one"),
        ("ORG_DESCRIPTION", "ORG_DESCRIPTOR", "more than one slip"),
        ("ORG_FAME", "ORG_NAME", "another first letter is another word"),
        ("FRG_NAME", "ORG_NAME", "two slips"),
        ("PLACE_NAME_2", "PLACE_NAME_1", "numbers tell names apart"),
        ("PLACE_NAME2", "PLACE_NAME", "numbers tell names apart"),
    ],
)
def test_what_may_be_another_name_is_not_clear(written: str, meant: str, why: str) -> None:
    assert not is_clear(written, meant, (meant,)), why


def test_where_names_are_few_shorter_ones_are_clear_too() -> None:
    types = ("ORGANIZATION", "PERSON", "LOCATION")
    assert is_clear("PERSN", "PERSON", types, shortest=5)
    assert not is_clear("PERSN", "PERSON", types)


def test_what_is_one_slip_from_two_names_is_not_clear() -> None:
    assert not is_clear("ORG_NAMS", "ORG_NAME", ("ORG_NAME", "ORG_NAMES"))
    assert not is_clear("ORG_NAMS", "ORG_NAMES", ("ORG_NAME", "ORG_NAMES"))


@given(st.text("ABC_", max_size=9), st.lists(st.text("ABC_", max_size=9), max_size=5))
def test_the_nearest_name_is_known_and_at_most_one_is_clear(written: str, known: list[str]) -> None:
    assert nearest_name(written, known) in {*known, ""}
    assert sum(is_clear(written, name, known) for name in set(known)) <= 1
