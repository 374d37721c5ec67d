"""String fills: the three forms of the manual, and keytally's fixed readings of them."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import Configuration
from keytally.families.muc.scoring.fills import StringComparison, StringRule
from keytally.tallies.status import Status

Configure = Callable[..., Configuration]


@pytest.fixture(scope="session")
def clean(configure: Configure) -> Callable[..., str]:
    def cleaned(text: str, **changes: object) -> str:
        return StringComparison(configure(**changes)).clean(text)

    return cleaned


def test_the_example_of_the_map_history(clean: Callable[..., str]) -> None:
    """ "a corporation that manages the Seaport" would be changed to "that manages the seaport"."""
    assert clean("a corporation that manages the Seaport") == "that manages the seaport"


def test_designators_are_written_with_postmodifiers_as_spaces(clean: Callable[..., str]) -> None:
    """ "S.A. DE C.V." should go into the configuration file as "S A DE C V"."""
    assert clean("Telefonos S.A. DE C.V.", corporate_designators=("S A DE C V",)) == "telefonos"
    assert clean("Telefonos S.A. de C.V.", corporate_designators=("S.A. DE C.V.",)) == "telefonos s a de c v"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  The   New\n York\tTimes ", "new york times"),
        ("the a an Apple", "apple"),
        ("Apple the", "apple the"),
        ("theatre", "theatre"),
        ("the", ""),
        ("The, Hague", "the hague"),
        ("Clinton's", "clinton"),
        ("U.S.", "u s"),
        ("McDonald's, Inc.", "mcdonald"),
        ("Foo Corp Bar", "foo bar"),
        ("ÉCOLE", "école"),
        ("", ""),
    ],
)
def test_cleaning(clean: Callable[..., str], text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_premodifiers_go_before_postmodifiers_become_spaces(clean: Callable[..., str]) -> None:
    assert clean("'s the Hague") == "the hague"


def test_a_postmodifier_stands_as_it_is_in_the_fill(clean: Callable[..., str]) -> None:
    """They are "changed to spaces in stringfills": one that ends in a blank needs that blank."""
    assert clean("Clinton's aide", postmodifiers=("'s ",)) == "clinton aide"
    assert clean("Clinton's", postmodifiers=("'s ",)) == "clinton's"


def test_the_longest_designator_goes_first(clean: Callable[..., str]) -> None:
    assert clean("Foo Corporation", corporate_designators=("corp", "corporation")) == "foo"
    assert clean("Foo Corporation", corporate_designators=("corporation", "corp")) == "foo"


def test_each_designator_goes_from_everywhere_before_the_next_is_looked_for(
    clean: Callable[..., str],
) -> None:
    assert clean("abcd", corporate_designators=("ab", "bcd")) == "a"
    assert clean("Incorporated") == "inorated"


def test_substrings_go_from_within_words_and_tokens_do_not(clean: Callable[..., str]) -> None:
    assert clean("Incised Princeton inc") == "ised preton"
    assert clean("Incised Princeton inc", designators="token") == "incised princeton"


def test_designators_of_several_words_match_as_whole_words_too(clean: Callable[..., str]) -> None:
    options = {"designators": "token", "corporate_designators": ("S A DE C V",)}
    assert clean("Telefonos S.A. de C.V.", **options) == "telefonos"
    assert clean("Telefonos S.A. de C.Vx", **options) == "telefonos s a de c vx"


def test_without_lists_cleaning_squashes_and_lowers(clean: Callable[..., str]) -> None:
    lists = {"premodifiers": (), "postmodifiers": (), "corporate_designators": ()}
    assert clean(" The  Foo, Inc. ", **lists) == "the foo, inc."


def test_empty_entries_of_lists_do_nothing(clean: Callable[..., str]) -> None:
    lists = {"premodifiers": ("",), "postmodifiers": ("",), "corporate_designators": (" ",)}
    assert clean("The Foo", **lists) == "the foo"


@pytest.mark.parametrize(
    ("rule", "key", "response", "equal"),
    [
        ("ORIG", "Foo  Bar", "Foo Bar", False),
        ("ORIG", "Foo Bar", "Foo Bar", True),
        ("STRAIGHTENED", " Foo \n Bar ", "Foo Bar", True),
        ("STRAIGHTENED", "Foo Bar", "foo bar", False),
        ("STRAIGHTENED", "the Foo", "Foo", False),
        ("CLEAN", "the Foo", "FOO, Inc.", True),
        ("CLEAN", "Foo", "Bar", False),
        ("clean", "the Foo", "Foo", True),
    ],
)
def test_what_each_rule_calls_correct(
    configure: Configure, rule: str, key: str, response: str, equal: bool
) -> None:
    comparison = StringComparison(configure(stringfill_correct_comparison=rule))
    assert comparison.status(key, response) is (Status.CORRECT if equal else Status.INCORRECT)


@pytest.mark.parametrize("rule", ["ORIG", "STRAIGHTENED"])
def test_case_counts_unless_it_is_always_ignored(configure: Configure, rule: str) -> None:
    options = {"stringfill_correct_comparison": rule}
    assert StringComparison(configure(**options)).status("Foo", "FOO") is Status.INCORRECT
    assert StringComparison(configure(**options, ignore_case="always")).status("Foo", "FOO") is Status.CORRECT


def test_partial_credit_where_the_second_rule_matches(configure: Configure) -> None:
    options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
    comparison = StringComparison(configure(**options))
    assert comparison.status("The Foo", "The Foo") is Status.CORRECT
    assert comparison.status("The Foo", "foo") is Status.PARTIAL
    assert comparison.status("The Foo", "bar") is Status.INCORRECT


def test_no_partial_credit_by_default(configure: Configure) -> None:
    comparison = StringComparison(configure(stringfill_correct_comparison="ORIG"))
    assert comparison.status("The Foo", "foo") is Status.INCORRECT
    assert comparison.partial_form("The Foo") is None


def test_fills_that_clean_to_nothing_are_compared_straightened_without_case(configure: Configure) -> None:
    comparison = StringComparison(configure())
    assert comparison.clean("The") == comparison.clean("Inc.") == ""
    assert comparison.status("The", "the ") is Status.CORRECT
    assert comparison.status("The", "Inc.") is Status.INCORRECT
    assert comparison.status("The", "Foo") is Status.INCORRECT
    assert comparison.status("", "") is Status.CORRECT


@given(st.text(alphabet="aT .,'sincorphe\n", max_size=20))
def test_cleaned_strings_are_straight_and_lower(configure: Configure, text: str) -> None:
    cleaned = StringComparison(configure()).clean(text)
    assert cleaned == " ".join(cleaned.lower().split())


@given(*[st.text(alphabet="aT .corp", max_size=8)] * 2)
def test_each_rule_is_laxer_than_the_one_before(configure: Configure, key: str, response: str) -> None:
    comparison = StringComparison(configure())
    matches = [comparison.form(rule, key) == comparison.form(rule, response) for rule in StringRule]
    assert matches == sorted(matches)
