"""The rules that fills are held against: which there are, and what they compare."""

from keytally.families.muc.model import SlotDefinition
from keytally.families.muc.scoring.fills import AppliedRule, applied_rules
from keytally.tallies.status import Status
from tests.families.muc.scoring.templates import configured

NAME = SlotDefinition("person", "name", "name", True, 10, "string")
KIND = SlotDefinition("person", "kind", "kind", True, 1, "set")
LEADER = SlotDefinition("organization", "leader", "leader", True, 1, "pointer", "person")


def applied(slot: SlotDefinition, key: str | None, response: str | None, **changes: str) -> list[AppliedRule]:
    return list(applied_rules(configured(**changes), slot, key, response))


def test_a_set_fill_is_compared_without_case() -> None:
    (rule,) = applied(KIND, "IN", "In")
    assert rule == ("set fill", Status.CORRECT, "in", "in")
    assert rule.agrees
    assert not applied(KIND, "IN", "OUT")[0].agrees


def test_a_string_is_compared_in_the_form_that_the_option_names() -> None:
    assert applied(NAME, "The  Mill, Inc.", "a mill") == [("CLEAN", Status.CORRECT, "mill", "mill")]
    assert applied(NAME, "The  Mill", "The Mill", stringfill_correct_comparison="STRAIGHTENED") == [
        ("STRAIGHTENED", Status.CORRECT, "The Mill", "The Mill")
    ]


def test_the_rule_for_partial_credit_comes_second_and_only_where_the_first_fails() -> None:
    options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
    assert applied(NAME, "The Mill", "mill", **options) == [
        ("ORIG", Status.CORRECT, "The Mill", "mill"),
        ("CLEAN", Status.PARTIAL, "mill", "mill"),
    ]
    assert len(applied(NAME, "mill", "mill", **options)) == 1


def test_a_fill_that_stands_alone_has_its_form_and_agrees_with_nothing() -> None:
    (rule,) = applied(NAME, None, "the Mill")
    assert rule == ("CLEAN", Status.CORRECT, None, "mill")
    assert not rule.agrees


def test_a_fill_that_cleans_to_nothing_is_shown_as_it_is_compared() -> None:
    assert applied(NAME, "the", "a")[0][2:] == ("the", "a")


def test_pointers_have_no_forms() -> None:
    assert applied(LEADER, "<PERSON-1-1>", "<PERSON-1-1>") == []
