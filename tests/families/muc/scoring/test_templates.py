"""The template tasks: the manual's rules and examples, and the readings that fill its gaps."""

import pytest

from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.model import ClassDefinition, Configuration, SlotDefinition
from keytally.families.muc.scoring.alignment import ClassComparison
from keytally.families.muc.scoring.results import DocumentScore
from keytally.families.muc.scoring.templates import TemplateScoring
from keytally.tallies.tally import TEXT_FILTER, TOTAL, Row, Tally, total_of
from tests.families.muc.scoring.templates import (
    Objects,
    pairs,
    record,
    relation,
    scenario,
    scored,
    slot_row,
    verdicts,
)


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

    def test_unscored_slots_are_told_beside_one_that_is_declared_twice(self) -> None:
        """Objects that agree in everything keep the slots that agreement says nothing of."""
        declared = (("name", True), ("name", True), ("comment", False))
        slots = tuple(
            SlotDefinition("person", name, name, is_scored, 1, "string") for name, is_scored in declared
        )
        both = [record("PERSON-1", name="Roth", comment="x")]
        score = scored(both, both, slots=slots)
        assert list(score.classes["person"][0].slots) == ["name", "comment"]
        assert verdicts(score.classes["person"][0], "comment") == ["uns"]

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
        assert TEXT_FILTER not in relation(key, response).tabulation

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
        key = [
            record("PERSON-1", name="Roth"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
        ]
        response = [
            record("PERSON-1", name="Joe"),
            record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
        ]
        score = scored(key, response, force_pairing=True)
        assert slot_row(score, "organization", "leader") == Tally(inc=1)


@pytest.mark.long
def test_five_thousand_objects_a_side_are_not_compared_each_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Comparisons are counted rather than seconds."""
    count = 0
    compare = ClassComparison.compare

    def counted(*arguments: object) -> object:
        nonlocal count
        count += 1
        return compare(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(ClassComparison, "compare", counted)
    key = [record(f"PERSON-{n}", name=f"Name {n}", alias=f"N{n % 700}", kind="IN") for n in range(5000)]
    response = [
        record(f"PERSON-{n}", name=f"Name {n if n % 4 else -n}", alias=f"N{n % 900}", kind="in")
        for n in reversed(range(5000))
    ]
    score = scored(key, response)
    assert score.tabulation[Row("object", ("person",))] == Tally(cor=5000)
    assert count < 40 * 5000
