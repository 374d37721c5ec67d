"""Pointers between templates: what is correct, what is removed, what is optional because of them."""

import pytest

from keytally.families.muc.model import ClassDefinition
from keytally.tallies.tally import TOTAL, Tally
from tests.families.muc.scoring.templates import (
    pairs,
    record,
    relation,
    scenario,
    scored,
    slot_row,
    verdicts,
)

PERSON, OTHER = record("PERSON-1", name="Roth"), record("PERSON-2", name="Murdoch")


class TestPointers:
    def test_pointers_are_correct_where_their_targets_are_aligned(self) -> None:
        """ "if the object pointed to by the key pointer is aligned to the object pointed to by the
        response pointer, then the pointers are tallied as correct."
        """
        key = [record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"), PERSON]
        response = [
            record("ORGANIZATION-7", name="EMI", leader="<person-1-8>"),
            record("PERSON-8", name="Roth"),
        ]
        for task in ("template_element", "template_relation", "scenario_template"):
            score = scored(key, response, scoring_task=task)
            assert slot_row(score, "organization", "leader") == Tally(cor=1)

    def test_equal_pointers_are_incorrect_where_their_targets_are_not_aligned(self) -> None:
        key = [PERSON, OTHER, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>")]
        response = [
            record("PERSON-1", name="Murdoch"),
            record("PERSON-2", name="Roth"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
        ]
        assert slot_row(scored(key, response), "organization", "leader") == Tally(inc=1)

    def test_a_dangling_pointer_is_never_correct(self) -> None:
        both = [
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-5>"),
            record("PERSON-2-5", name="Roth"),
        ]
        assert slot_row(scored(both, both), "organization", "leader") == Tally(inc=1)

    def test_one_up_strings_are_strings(self) -> None:
        both = [record("PERSON-01", name="Roth"), record("ORGANIZATION-1", name="E", leader="<PERSON-1-1>")]
        assert slot_row(scored(both, both), "organization", "leader") == Tally(inc=1)

    def test_of_an_object_that_is_given_twice_pointers_mean_the_first(self) -> None:
        """Two objects; the response's pointer means the one that is aligned with the key's."""
        response = [
            record("PERSON-1", name="Roth"),
            record("PERSON-1", name="Murdoch"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
        ]
        for leader, tally in (("<PERSON-1-1>", Tally(cor=1)), ("<PERSON-1-2>", Tally(inc=1))):
            key = [PERSON, OTHER, record("ORGANIZATION-1", name="EMI", leader=leader)]
            score = scored(key, response)
            assert [status for status, *_ in pairs(score, "person")] == ["cor", "cor"]
            assert slot_row(score, "organization", "leader") == tally

    def test_a_class_that_is_aligned_later_cannot_be_pointed_to(self) -> None:
        """ "Any other order would confuse the scorer." """
        classes = tuple(ClassDefinition(name, name, True, 0) for name in ("organization", "person"))
        key = [
            record("PERSON-1", optional=True, name="R"),
            record("ORGANIZATION-1", name="E", leader="<PERSON-1-1>"),
        ]
        assert slot_row(scored(key, key, classes=classes), "organization", "leader") == Tally(inc=1)


MAYBE = record("PERSON-3", optional=True, name="Joe")


class TestRemovedPointers:
    """ "If a key pointer points to an optional key object that was not aligned with any response object,
    the fill is "removed," and doesn't count toward the score."
    """

    def test_a_pointer_to_an_optional_object_that_was_not_aligned_is_removed(self) -> None:
        key = [MAYBE, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>")]
        score = scored(key, [record("ORGANIZATION-1", name="EMI")])
        assert verdicts(score.classes["organization"][0], "leader") == ["rem"]
        assert slot_row(score, "organization", "leader") == Tally(non=1)
        assert score.tabulation[TOTAL] == Tally(cor=1, non=2)

    def test_whether_it_counts_one_non_is_an_option(self) -> None:
        key = [MAYBE, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>")]
        score = scored(key, [record("ORGANIZATION-1", name="EMI")], rem_tally="none")
        assert verdicts(score.classes["organization"][0], "leader") == ["rem"]
        assert slot_row(score, "organization", "leader") == Tally()

    def test_a_pointer_to_one_that_was_aligned_counts(self) -> None:
        key = [MAYBE, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>")]
        response = [record("PERSON-1", name="Joe"), record("ORGANIZATION-1", name="EMI")]
        assert slot_row(scored(key, response), "organization", "leader") == Tally(mis=1)

    def test_what_the_response_has_instead_is_spurious_or_incorrect(self) -> None:
        response = [PERSON, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>")]
        key = [MAYBE, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>")]
        assert slot_row(scored(key, response), "organization", "leader") == Tally(spu=1, non=1)
        key = [MAYBE, OTHER, record("ORGANIZATION-1", name="EMI", leader=["<PERSON-1-3>", "<PERSON-1-2>"])]
        assert slot_row(scored(key, response), "organization", "leader") == Tally(inc=1, non=1)

    def test_an_alternative_that_is_emptied_is_no_candidate(self) -> None:
        key = [
            MAYBE,
            OTHER,
            record("ORGANIZATION-1", name="EMI", leader=[["<PERSON-1-3>"], ["<PERSON-1-2>"]]),
        ]
        score = scored(key, [record("ORGANIZATION-1", name="EMI")])
        assert slot_row(score, "organization", "leader") == Tally(mis=1, non=1)

    def test_one_beside_a_correct_pointer_counts_where_objects_agree_in_all_else(self) -> None:
        response = [
            record("PERSON-8", name="Murdoch"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-8>"),
        ]
        for pointers in (["<PERSON-1-3>", "<PERSON-1-2>"], ["<PERSON-1-2>", "<PERSON-1-3>"]):
            key = [MAYBE, OTHER, record("ORGANIZATION-1", name="EMI", leader=pointers)]
            assert slot_row(scored(key, response), "organization", "leader") == Tally(cor=1, non=1)

    def test_in_key2key_the_responses_pointers_are_removed_too(self) -> None:
        one, two = (
            [record("ORGANIZATION-1", name="EMI")],
            [
                MAYBE,
                record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>"),
            ],
        )
        there = scored(two, one, scoring_method="key2key").tabulation
        back = scored(one, two, scoring_method="key2key").tabulation
        assert there == back
        assert there[TOTAL] == Tally(cor=1, non=2)


class TestImpliedOptionality:
    def test_in_tr_a_relation_that_points_to_an_optional_element_is_optional(self) -> None:
        """ "In TR, a "relation" object that points to an optional "template element" object is optional,
        whether it's marked optional or not."
        """
        key = [MAYBE, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>")]
        assert pairs(relation(key, []), "organization") == [("opt", "1", None)]
        assert pairs(scored(key, []), "organization") == [("mis", "1", None)]

    def test_in_tr_that_goes_one_step(self) -> None:
        key = [
            MAYBE,
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>"),
            record("EVENT-1", post="chief", org="<ORGANIZATION-1-1>"),
        ]
        assert pairs(relation(key, []), "event") == [("mis", "1", None)]

    def test_what_is_implied_removes_pointers_as_marks_do(self) -> None:
        key = [
            MAYBE,
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>"),
            record("EVENT-1", post="chief", org="<ORGANIZATION-1-1>"),
        ]
        score = relation(key, [record("EVENT-1", post="chief")])
        assert verdicts(score.classes["event"][0], "org") == ["rem"]

    @pytest.mark.parametrize(
        ("org", "status"),
        [
            ("/<ORGANIZATION-1-1>", "opt"),
            ([["<ORGANIZATION-1-1>"], ["<ORGANIZATION-1-2>"]], "opt"),
            ("<ORGANIZATION-1-1>", "mis"),
            ([["<ORGANIZATION-1-1>"], ["<ORGANIZATION-1-1>", "<ORGANIZATION-1-2>"]], "mis"),
            ("<ORGANIZATION-1-2>", "mis"),
        ],
    )
    def test_in_st_an_object_is_optional_whose_pointers_may_all_be_lacking(
        self, org: str | list[list[str]], status: str
    ) -> None:
        """ "in ST, an object is implicitly optional if the only pointers pointing to that object are in
        optional slots or in one multi-fill of a slot, but not in another multi-fill of the same slot"
        """
        key = [record("ORGANIZATION-1", name="EMI"), record("EVENT-1", post="chief", org=org)]
        assert pairs(scenario(key, []), "organization") == [(status, "1", None)]
        assert pairs(relation(key, []), "organization") == [("mis", "1", None)]

    def test_every_pointer_must_be_so(self) -> None:
        key = [
            record("ORGANIZATION-1", name="EMI"),
            record("EVENT-1", post="chief", org="/<ORGANIZATION-1-1>"),
            record("EVENT-2", post="clerk", org="<ORGANIZATION-1-1>"),
        ]
        assert pairs(scenario(key, []), "organization") == [("mis", "1", None)]

    @pytest.mark.parametrize(("transitive", "status"), [(False, "mis"), (True, "opt")])
    def test_whether_pointers_of_optional_objects_hold_is_an_option(
        self, transitive: bool, status: str
    ) -> None:
        key = [
            PERSON,
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
            record("EVENT-1", optional=True, post="chief", org="<ORGANIZATION-1-1>"),
        ]
        score = scenario(key, [], st_transitive=transitive)
        assert pairs(score, "organization") == [(status, "1", None)]
        assert pairs(score, "person") == [(status, "1", None)]


class TestTwins:
    """ "All objects are put in equivalence classes, so that pointers to any object in an equivalence
    class are still counted correct, even though they don't point to exactly the same object."
    """

    key = (
        record("PERSON-1", name="Roth", alias=["Joe", "R"]),
        record("PERSON-2", alias=["r", "Joe"], name="Roth", obj_status="x"),
        record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-2>"),
    )
    response = (
        record("PERSON-1", name="Roth", alias=["Joe", "R"]),
        record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
    )

    @pytest.mark.parametrize(("equatable", "correct"), [(("PERSON",), 1), ((), 0)])
    def test_pointers_to_identical_objects_are_correct(
        self, equatable: tuple[str, ...], correct: int
    ) -> None:
        score = scenario(self.key, self.response, equatable_objects=equatable)
        assert slot_row(score, "organization", "leader").cor == correct

    def test_in_the_scenario_template_only(self) -> None:
        score = relation(self.key, self.response, equatable_objects=("person",))
        assert slot_row(score, "organization", "leader").cor == 0

    def test_a_pointer_is_removed_only_if_no_twin_is_aligned(self) -> None:
        key = [
            record("PERSON-1", name="Roth"),
            record("PERSON-2", optional=True, name="Roth"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-2>"),
        ]
        response = [record("PERSON-1", name="Roth"), record("ORGANIZATION-1", name="EMI")]
        leader = slot_row(scenario(key, response, equatable_objects=("person",)), "organization", "leader")
        assert leader == Tally(mis=1)
        assert slot_row(scenario(key, response), "organization", "leader") == Tally(non=1)
