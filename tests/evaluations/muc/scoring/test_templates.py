"""The template tasks: the manual's rules and examples, and the readings that fill its gaps."""

from collections.abc import Sequence

import pytest

from keytally.evaluations.muc.configuration import ClassDefinition, Configuration, SlotDefinition
from keytally.evaluations.muc.formats.config.resolution import load_configuration
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.templates import TemplateScoring
from keytally.tallies.tabulation import TEXT_FILTER, TOTAL, Row, total_of
from keytally.tallies.tally import Tally
from tests.evaluations.muc.scoring.templates import configured, record

Objects = Sequence[MucObject]


def scored(key: Objects, response: Objects, **options: object) -> DocumentScore:
    """The score of a document, as a template element unless told otherwise."""
    return TemplateScoring(configured(**options)).score("1", key, response)


def tr(key: Objects, response: Objects, **options: object) -> DocumentScore:
    return scored(key, response, scoring_task="template_relation", **options)


def scenario(key: Objects, response: Objects, **options: object) -> DocumentScore:
    return scored(key, response, scoring_task="scenario_template", **options)


def pairs(score: DocumentScore, name: str) -> list[tuple[str, str | None, str | None]]:
    """The pairs of a class: status and one-up strings."""
    return [
        (
            pair.status.value,
            pair.key.one_up if pair.key else None,
            pair.response.one_up if pair.response else None,
        )
        for pair in score.classes.get(name, [])
    ]


def verdicts(pair: ObjectPair, slot: str) -> list[str]:
    return [fill.status.value for fill in pair.slots[slot].fills]


def slot_row(score: DocumentScore, class_name: str, slot: str) -> Tally:
    return score.tabulation.get(Row("slot", (class_name, slot)), Tally())


class TestTheManualsReportSummary:
    """The report summary of the manual's "Information Extraction Report Summaries"."""

    key = (
        record("PERSON-9301060123-8", per_name="Joe Roth", per_alias="Roth", per_title="Mr."),
        record("PERSON-9301060123-2", per_name="Rupert Murdoch", per_title="Mr.", per_alias="Murdoch"),
        record(
            "ORGANIZATION-9301130133-1",
            org_name="EMI Records Group",
            org_type="COMPANY",
            org_alias="EMI Records",
            org_descriptor="a unit of London's Thorn EMI PLC",
        ),
        record(
            "ORGANIZATION-9301130133-2",
            comment="the alias 'EMI' is here assumed...",
            org_name="Thorn EMI PLC",
            org_type="COMPANY",
            org_alias="EMI",
            org_locale="London CITY",
            org_country="United Kingdom",
        ),
    )
    response = (
        record("PERSON-9301060123-5", per_name="SMITH BARNEY"),
        record("PERSON-9301060123-8", per_name="JOE ROTH", per_alias="ROTH", per_title="MR."),
        record("PERSON-9301060123-2", per_name="MURDOCH", per_title="MR."),
        record("PERSON-9301060123-12", per_name="RUPERT"),
        record("ORGANIZATION-9301130133-1", org_name="EMI RECORDS GROUP", org_type="COMPANY"),
        record("ORGANIZATION-9301130133-2", org_name="THORN EMI PLC.", org_type="COMPANY"),
    )

    @pytest.fixture
    def score(self) -> DocumentScore:
        return TemplateScoring(load_configuration("muc6-te")).score("1", self.key, self.response)

    def test_the_same_objects_are_aligned(self, score: DocumentScore) -> None:
        assert pairs(score, "person") == [
            ("cor", "8", "8"),
            ("cor", "2", "2"),
            ("spu", None, "5"),
            ("spu", None, "12"),
        ]
        assert pairs(score, "organization") == [("cor", "1", "1"), ("cor", "2", "2")]

    def test_the_same_fills_are_correct(self, score: DocumentScore) -> None:
        """ "COR <PERSON-9301060123-2> ... inc PER_NAME Rupert Murdoch MURDOCH, cor PER_TITLE Mr. MR.,
        mis PER_ALIAS Murdoch"
        """
        told = {
            f"{pair.key.class_name} {pair.key.one_up}": {
                name: verdicts(pair, name) for name in pair.slots if verdicts(pair, name)
            }
            for found in score.classes.values()
            for pair in found
            if pair.key
        }
        assert told == {
            "person 8": {"per_name": ["cor"], "per_alias": ["cor"], "per_title": ["cor"]},
            "person 2": {"per_name": ["inc"], "per_alias": ["mis"], "per_title": ["cor"]},
            "organization 1": {
                "org_name": ["cor"],
                "org_alias": ["mis"],
                "org_descriptor": ["mis"],
                "org_type": ["cor"],
            },
            "organization 2": {
                "org_name": ["cor"],
                "org_alias": ["mis"],
                "org_type": ["cor"],
                "org_locale": ["mis"],
                "org_country": ["mis"],
                "comment": ["uns"],
            },
        }


class TestAlignment:
    def test_pairs_are_taken_in_decreasing_f(self) -> None:
        """ "The object pairs are sorted by (unweighted) F-score in decreasing order." """
        key = [record("PERSON-1", name="Roth", kind="IN"), record("PERSON-2", name="Roth")]
        response = [record("PERSON-1", name="Roth"), record("PERSON-2", name="Roth", kind="OUT")]
        assert pairs(scored(key, response), "person") == [("cor", "1", "2"), ("cor", "2", "1")]

    def test_ties_go_by_the_keys_order_and_then_by_the_responses(self) -> None:
        key = [record("PERSON-9", name="Roth"), record("PERSON-1", name="Roth")]
        response = [record("PERSON-5", name="Roth"), record("PERSON-3", name="Roth")]
        assert pairs(scored(key, response), "person") == [("cor", "9", "5"), ("cor", "1", "3")]

    def test_objects_that_agree_in_nothing_are_not_aligned(self) -> None:
        """ "if the two objects agree in just one fill of one slot, they may be aligned" """
        score = scored([record("PERSON-1", name="Roth")], [record("PERSON-1", name="Murdoch")])
        assert pairs(score, "person") == [("mis", "1", None), ("spu", None, "1")]
        assert score.tabulation[TOTAL] == Tally(mis=1, spu=1)

    @pytest.mark.parametrize(("threshold", "aligned"), [(99, True), (100, False), (-1, True)])
    def test_the_weighted_sum_must_exceed_the_threshold(self, threshold: float, aligned: bool) -> None:
        """ "The weighted f-scores are then summed, and if they exceed the object's map threshold" """
        classes = (ClassDefinition("person", "person", True, threshold),)
        key, response = record("PERSON-1", name="Roth", kind="IN"), record("PERSON-1", name="R", kind="IN")
        score = scored([key], [response], classes=classes)
        assert (pairs(score, "person") == [("cor", "1", "1")]) is aligned

    def test_only_objects_of_a_class_are_aligned(self) -> None:
        score = scored([record("PERSON-1", name="Roth")], [record("ORGANIZATION-1", name="Roth")])
        assert pairs(score, "person") == [("mis", "1", None)]
        assert pairs(score, "organization") == [("spu", None, "1")]

    def test_undeclared_classes_are_left_out_and_point_to_nothing(self) -> None:
        key = [record("NOBODY-1", name="Roth"), record("ORGANIZATION-1", name="EMI", leader="<NOBODY-1-1>")]
        score = scored(key, key)
        assert list(score.classes) == ["organization"]
        assert verdicts(score.classes["organization"][0], "leader") == ["inc"]

    def test_unscored_classes_count_one_non_a_pair_and_their_slots_count_as_ever(self) -> None:
        classes = tuple(
            ClassDefinition(each, each, each == "person", 0) for each in ("person", "organization")
        )
        key = [record("ORGANIZATION-1", name="EMI"), record("ORGANIZATION-2", name="Sony")]
        score = scored(key, [record("ORGANIZATION-1", name="EMI")], classes=classes)
        assert pairs(score, "organization") == [("uns", "1", "1"), ("uns", "2", None)]
        assert score.tabulation[Row("object", ("organization",))] == Tally(non=2)
        assert slot_row(score, "organization", "name") == Tally(cor=1, mis=1)


class TestOptional:
    def test_an_optional_object_that_is_lacked_costs_nothing(self) -> None:
        """ "the scorer looks for any key objects which are marked "optional". The single fills of these
        objects are tallied as non-committal."
        """
        key = record("PERSON-1", optional=True, name=[["Joe", "J"], ["Roth"]], kind="IN")
        score = scored([key], [])
        assert pairs(score, "person") == [("opt", "1", None)]
        assert score.tabulation[TOTAL] == Tally(non=4)
        assert score.tabulation[Row("object", ("person",))] == Tally(non=1)

    def test_one_that_the_response_has_counts(self) -> None:
        key = record("PERSON-1", optional=True, name="Roth", kind="IN")
        score = scored([key], [record("PERSON-1", name="Roth")])
        assert score.tabulation[TOTAL] == Tally(cor=1, mis=1)

    def test_an_unaligned_objects_optional_slots_are_noncommittal_and_its_smallest_alternatives_missing(
        self,
    ) -> None:
        score = scored([record("PERSON-1", name=[["Joe", "J"], ["Roth"]], kind="/IN")], [])
        assert slot_row(score, "person", "name") == Tally(mis=1, non=2)
        assert slot_row(score, "person", "kind") == Tally(non=1)

    def test_in_key2key_the_responses_marks_count_too(self) -> None:
        single = record("PERSON-1", optional=True, name="Roth")
        assert scored([], [single]).tabulation[TOTAL] == Tally(spu=1)
        both = scored([], [single], scoring_method="key2key")
        assert (pairs(both, "person"), both.tabulation[TOTAL]) == ([("opt", None, "1")], Tally(non=1))
        one = scored([], [single], scoring_method="key2key", key2key_symmetric=False)
        assert one.tabulation[TOTAL] == Tally(spu=1)

    def test_in_key2key_both_sides_may_have_alternatives(self) -> None:
        """ "For interannotator comparisons, both key and response may have many alternatives." """
        key = record("PERSON-1", name=[["Roth"], ["Joe Roth"]])
        response = record("PERSON-1", name=[["J. Roth"], ["Joe Roth"]])
        score = scored([key], [response], scoring_method="key2key")
        assert score.tabulation[TOTAL] == Tally(cor=1, non=2)


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
        assert pairs(tr(key, []), "organization") == [("opt", "1", None)]
        assert pairs(scored(key, []), "organization") == [("mis", "1", None)]

    def test_in_tr_that_goes_one_step(self) -> None:
        key = [
            MAYBE,
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>"),
            record("EVENT-1", post="chief", org="<ORGANIZATION-1-1>"),
        ]
        assert pairs(tr(key, []), "event") == [("mis", "1", None)]

    def test_what_is_implied_removes_pointers_as_marks_do(self) -> None:
        key = [
            MAYBE,
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-3>"),
            record("EVENT-1", post="chief", org="<ORGANIZATION-1-1>"),
        ]
        score = tr(key, [record("EVENT-1", post="chief")])
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
        assert pairs(tr(key, []), "organization") == [("mis", "1", None)]

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
        score = tr(self.key, self.response, equatable_objects=("person",))
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


class TestScenario:
    def test_template_objects_pair_first_with_first(self) -> None:
        key = [record("TEMPLATE-1", doc_nr="1", content="<EVENT-1-1>"), record("EVENT-1", post="a")]
        response = [record("TEMPLATE-4", doc_nr="2")]
        score = scenario(key, response)
        assert pairs(score, "template") == [("uns", "1", "4")]
        assert score.tabulation[Row("object", ("template",))] == Tally(non=1)
        assert pairs(scored(key, response), "template") == [("uns", "1", None), ("uns", None, "4")]

    @pytest.mark.parametrize(
        ("key", "response", "tally"),
        [
            (
                [record("TEMPLATE-1", content="<EVENT-1-1>")],
                [record("TEMPLATE-1", content="x")],
                Tally(cor=1),
            ),
            ([record("TEMPLATE-1", content="<EVENT-1-1>")], [record("TEMPLATE-1")], Tally(inc=1)),
            ([record("TEMPLATE-1")], [], Tally(cor=1)),
            ([], [record("TEMPLATE-1", content="<EVENT-1-1>")], Tally(inc=1)),
            ([record("TEMPLATE-1"), record("TEMPLATE-2", content="<EVENT-1-1>")], [], Tally(cor=1)),
        ],
    )
    def test_text_filtering_counts_the_decisions_that_agree(
        self, key: Objects, response: Objects, tally: Tally
    ) -> None:
        """ "filling or leaving empty determines whether document is relevant to the scenario" """
        assert scenario(key, response).tabulation[TEXT_FILTER] == tally
        assert TEXT_FILTER not in tr(key, response).tabulation

    def test_the_names_of_template_and_content_are_options(self) -> None:
        key = [record("EVENT-1", post="chief")]
        score = scenario(key, [], template_name="EVENT", content_name="POST")
        assert score.tabulation[TEXT_FILTER] == Tally(inc=1)


class TestForcePairing:
    """What the manual's scenario-template page shows: `vac_reason` 63 + 74 = 131 + 6."""

    def test_the_arithmetic_of_the_manuals_page(self) -> None:
        """Objects COR 131, INC 6, MIS 58, SPU 60; their `vac_reason` COR 63, INC 74, MIS 58, SPU 60."""
        slots = (
            SlotDefinition("succession_event", "post", "post", True, 10, "string"),
            SlotDefinition("succession_event", "vacancy_reason", "vac_reason", True, 1, "set"),
        )
        key, response = [], []
        for number in range(131 + 6 + 58):
            reason = "REASSIGNMENT" if number < 63 else "OTH_UNK"
            post = f"post {number}" if number < 131 else []
            key.append(record(f"SUCCESSION_EVENT-0-{number}", vacancy_reason=reason, post=post))
        for number in range(131):
            reason = "REASSIGNMENT" if number < 63 else "DEPART_WORKFORCE"
            response.append(
                record(f"SUCCESSION_EVENT-0-{number}", vacancy_reason=reason, post=f"post {number}")
            )
        lone = [record(f"SUCCESSION_EVENT-0-{n}", vacancy_reason="NEW_POST_CREATED") for n in range(66)]
        classes = (ClassDefinition("succession_event", "succession_e", True, 0),)
        configuration = Configuration("scenario_template", classes, slots, force_pairing=True)
        scoring = TemplateScoring(configuration)
        documents = [
            scoring.score("1", key[:137], response + lone[:6]),
            scoring.score("2", key[137:], []),
            scoring.score("3", [], lone[6:]),
        ]
        rows = [score.tabulation for score in documents]
        total = [Row("object", ("succession_event",)), Row("slot", ("succession_event", "vacancy_reason"))]
        sums = total_of(rows)
        told = [sums[row] for row in total]
        assert told == [
            Tally(cor=131, inc=6, mis=58, spu=60),
            Tally(cor=63, inc=74, mis=58, spu=60),
        ]
        assert [(tally.pos, tally.act) for tally in told] == [(195, 197), (195, 197)]

    def test_by_default_what_is_left_over_is_missing_and_spurious(self) -> None:
        key, response = [record("PERSON-1", name="Roth")], [record("PERSON-1", name="Murdoch")]
        assert scored(key, response).tabulation[Row("object", ("person",))] == Tally(mis=1, spu=1)
        forced = scored(key, response, force_pairing=True)
        assert pairs(forced, "person") == [("inc", "1", "1")]
        assert forced.tabulation[TOTAL] == Tally(inc=1)

    def test_what_is_forced_is_not_aligned_for_pointers(self) -> None:
        key = [PERSON, record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>")]
        response = [
            record("PERSON-1", name="Joe"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
        ]
        score = scored(key, response, force_pairing=True)
        assert slot_row(score, "organization", "leader") == Tally(inc=1)


def test_five_thousand_objects_a_side_are_not_compared_each_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Comparisons are counted rather than seconds."""
    count = 0
    compare = ClassAlignment.compare

    def counted(*arguments: object) -> object:
        nonlocal count
        count += 1
        return compare(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(ClassAlignment, "compare", counted)
    key = [record(f"PERSON-{n}", name=f"Name {n}", alias=f"N{n % 700}", kind="IN") for n in range(5000)]
    response = [
        record(f"PERSON-{n}", name=f"Name {n if n % 4 else -n}", alias=f"N{n % 900}", kind="in")
        for n in reversed(range(5000))
    ]
    score = scored(key, response)
    assert score.tabulation[Row("object", ("person",))] == Tally(cor=5000)
    assert count < 40 * 5000
