"""The named-entity task: what is aligned, what it counts, and in which rows."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    Fill,
    MucObject,
    SectionGroup,
    Slot,
    SlotDefinition,
    Subtask,
)
from keytally.families.muc.scoring.alignment import (
    ClassComparison,
    ComparedObjects,
    class_comparisons,
    take_best_first,
)
from keytally.families.muc.scoring.fills import SetFills
from keytally.families.muc.scoring.named_entity import NamedEntityScoring, aligned_in_groups
from keytally.families.muc.scoring.results import DocumentScore
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Row, Tally, total_of

Configure = Callable[..., Configuration]
Tag = Callable[..., MucObject]
Score = Callable[..., DocumentScore]

OBJECT = Row("object", ("enamex",))
TYPE, TEXT, STATUS = (Row("slot", ("enamex", name)) for name in ("type", "text", "status"))


@pytest.fixture
def score(configure: Configure) -> Score:
    def scored(key: Sequence[MucObject], response: Sequence[MucObject], **changes: object) -> DocumentScore:
        return NamedEntityScoring(configure(**changes)).score("1", key, response)

    return scored


def subtask(value: str) -> Row:
    return Row("subtask", ("enamex", "type", value))


def aligned(result: DocumentScore) -> list[tuple[str, str]]:
    """The texts of each pair of ENAMEX objects, as they stand in the score."""
    return [(text(pair.key), text(pair.response)) for pair in result.classes.get("enamex", ())]


def text(single: MucObject | None) -> str:
    return "" if single is None else single.slots["text"].alternatives[0][0].text


class TestTagsAlone:
    def test_a_tag_that_agrees(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Kory")], [tag("PERSON", "Kory")])
        assert result.tabulation == {
            TOTAL: Tally(cor=2),
            OBJECT: Tally(cor=1),
            TYPE: Tally(cor=1),
            TEXT: Tally(cor=1),
            subtask("person"): Tally(cor=1),
            Row("section", ("TXT",)): Tally(cor=2),
        }

    def test_a_wrong_type_and_a_wrong_text(self, tag: Tag, score: Score) -> None:
        """ "ENAMEX cor inc PERSON PERSON": the object is correct, however bad its fills."""
        result = score([tag("PERSON", "John Dingell")], [tag("LOCATION", "John Dingell")])
        assert (result.tabulation[TYPE], result.tabulation[TEXT]) == (Tally(inc=1), Tally(cor=1))
        assert result.tabulation[OBJECT] == Tally(cor=1)
        result = score([tag("PERSON", "John Dingell")], [tag("PERSON", "Dingell", 5)])
        assert (result.tabulation[TYPE], result.tabulation[TEXT]) == (Tally(cor=1), Tally(inc=1))

    def test_a_tag_that_the_response_lacks(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Washington")], [])
        assert result.classes["enamex"][0].status is Status.MISSING
        assert (result.tabulation[TOTAL], result.tabulation[OBJECT]) == (Tally(mis=2), Tally(mis=1))
        assert result.tabulation[subtask("person")] == Tally(mis=1)

    def test_a_tag_that_the_key_lacks(self, tag: Tag, score: Score) -> None:
        result = score([], [tag("ORGANIZATION", "Exchange")])
        assert result.classes["enamex"][0].status is Status.SPURIOUS
        assert (result.tabulation[TOTAL], result.tabulation[OBJECT]) == (Tally(spu=2), Tally(spu=1))
        assert result.tabulation[subtask("organization")] == Tally(spu=1)

    def test_an_optional_tag_that_the_response_lacks(self, tag: Tag, score: Score) -> None:
        """Type, text and status count one NON each: 21 + 21 + 38 in the manual's ENAMEX rows."""
        result = score([tag("PERSON", "Kory", optional=True)], [])
        assert result.classes["enamex"][0].status is Status.OPTIONAL
        assert result.tabulation[OBJECT] == Tally(non=1)
        assert [result.tabulation[row] for row in (TYPE, TEXT, STATUS)] == [Tally(non=1)] * 3
        assert result.tabulation[TOTAL] == result.tabulation[Row("section", ("TXT",))] == Tally(non=3)

    def test_an_optional_tag_that_the_response_has(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Kory", optional=True)], [tag("LOCATION", "Kory")])
        assert result.tabulation[OBJECT] == Tally(cor=1)
        assert result.tabulation[TOTAL] == Tally(cor=1, inc=1, non=1)

    def test_nothing_at_all(self, score: Score) -> None:
        assert (score([], []).tabulation, dict(score([], []).classes)) == ({}, {})


class TestAlternatives:
    """The manual's TIMEX: "the first six months of fiscal 1994" or "fiscal 1994"."""

    def test_either_text_is_right(self, tag: Tag, score: Score) -> None:
        key = [tag("DATE", "the first six months of fiscal 1994", alt=["fiscal 1994"], class_name="timex")]
        for response in ("the first six months of fiscal 1994", "fiscal 1994"):
            result = score(key, [tag("DATE", response, 24, class_name="timex")])
            assert result.tabulation[Row("slot", ("timex", "text"))] == Tally(cor=1, non=1)

    def test_a_missing_tag_has_the_other_text_noncommittal(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Mr. Kory", alt=["Kory"])], [])
        assert result.tabulation[TEXT] == Tally(mis=1, non=1)

    def test_the_unused_type_counts_under_its_own_value(self, tag: Tag, score: Score) -> None:
        result = score([tag("LOCATION|ORGANIZATION", "Georgia")], [tag("ORGANIZATION", "Georgia")])
        assert result.tabulation[subtask("organization")] == Tally(cor=1)
        assert result.tabulation[subtask("location")] == Tally(non=1)

    def test_a_response_has_no_alternatives(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Kory")], [tag("LOCATION|PERSON", "Kory", optional=True)])
        assert (result.tabulation[TYPE], result.tabulation[TEXT]) == (Tally(inc=1), Tally(cor=1))

    def test_both_sides_have_them_in_key2key(self, tag: Tag, score: Score) -> None:
        response = [tag("LOCATION|PERSON", "Kory")]
        result = score([tag("PERSON", "Kory")], response, scoring_method="key2key")
        assert result.tabulation[TYPE] == Tally(cor=1, non=1)


class TestKey2Key:
    def test_an_optional_tag_of_the_response_costs_nothing(self, tag: Tag, score: Score) -> None:
        spurious = [tag("PERSON", "Kory", optional=True)]
        result = score([], spurious, scoring_method="key2key")
        assert result.classes["enamex"][0].status is Status.OPTIONAL
        assert (result.tabulation[OBJECT], result.tabulation[TYPE]) == (Tally(non=1), Tally(non=1))

    def test_unless_only_the_first_key_may_call_things_optional(self, tag: Tag, score: Score) -> None:
        spurious = [tag("PERSON", "Kory", optional=True)]
        result = score([], spurious, scoring_method="key2key", key2key_symmetric=False)
        assert (result.tabulation[OBJECT], result.tabulation[TYPE]) == (Tally(spu=1), Tally(spu=1))

    def test_in_key2response_it_is_spurious(self, tag: Tag, score: Score) -> None:
        assert score([], [tag("PERSON", "Kory", optional=True)]).tabulation[OBJECT] == Tally(spu=1)


class TestPosition:
    def test_the_same_name_elsewhere_is_not_the_same_tag(self, tag: Tag, score: Score) -> None:
        """ "if in the key the name "Bill Clinton" is tagged in the first paragraph of an article, and in
        the response "Bill Clinton" is tagged in the tenth paragraph, the objects will not be aligned".
        """
        result = score([tag("PERSON", "Bill Clinton", 0)], [tag("PERSON", "Bill Clinton", 900)])
        assert aligned(result) == [("Bill Clinton", ""), ("", "Bill Clinton")]

    @pytest.mark.parametrize(("overlap", "count"), [("half_open", 0), ("closed", 1), ("exact", 0)])
    def test_touching(self, tag: Tag, score: Score, overlap: str, count: int) -> None:
        result = score([tag("PERSON", "Bill")], [tag("PERSON", "Clinton", 4)], ne_overlap=overlap)
        assert result.tabulation[OBJECT].cor == count

    @pytest.mark.parametrize(("overlap", "count"), [("half_open", 1), ("closed", 1), ("exact", 0)])
    def test_overlapping(self, tag: Tag, score: Score, overlap: str, count: int) -> None:
        result = score([tag("PERSON", "Bill Clinton")], [tag("PERSON", "Clinton", 5)], ne_overlap=overlap)
        assert result.tabulation[OBJECT].cor == count

    def test_classes_are_apart(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "May")], [tag("DATE", "May", class_name="timex")])
        assert result.tabulation[OBJECT] == Tally(mis=1)
        assert result.tabulation[Row("object", ("timex",))] == Tally(spu=1)
        assert list(result.classes) == ["enamex", "timex"]


class TestChoice:
    def test_the_best_pair_is_taken_first(self, tag: Tag, score: Score) -> None:
        key = [tag("ORGANIZATION", "New York Times"), tag("LOCATION", "New York")]
        response = [tag("LOCATION", "New York")]
        assert aligned(score(key, response)) == [("New York Times", ""), ("New York", "New York")]

    def test_ties_go_to_the_key_object_that_stands_first(self, tag: Tag, score: Score) -> None:
        key = [tag("PERSON", "Mr. Kory"), tag("PERSON", "Kory Stamper", 4)]
        response = [tag("PERSON", "Kor", 4)]
        assert aligned(score(key, response)) == [("Mr. Kory", "Kor"), ("Kory Stamper", "")]
        assert aligned(score(key[::-1], response)) == [("Kory Stamper", "Kor"), ("Mr. Kory", "")]

    def test_then_to_the_response_object_that_stands_first(self, tag: Tag, score: Score) -> None:
        response = [tag("PERSON", "Mr. Kory"), tag("PERSON", "Kory Stamper", 4)]
        assert aligned(score([tag("PERSON", "Kor", 4)], response))[0] == ("Kor", "Mr. Kory")
        assert aligned(score([tag("PERSON", "Kor", 4)], response[::-1]))[0] == ("Kor", "Kory Stamper")

    def test_pairs_stand_in_the_order_of_the_files(self, tag: Tag, score: Score) -> None:
        key = [tag("PERSON", "b", 50), tag("PERSON", "a", 0), tag("PERSON", "c", 99)]
        response = [tag("PERSON", "z", 75), tag("PERSON", "a", 0), tag("PERSON", "y", 60)]
        assert aligned(score(key, response)) == [("b", ""), ("a", "a"), ("c", ""), ("", "z"), ("", "y")]

    def test_tags_with_nothing_correct_are_not_paired(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Mr. Kory")], [tag("LOCATION", "Kory", 4)])
        assert result.tabulation[OBJECT] == Tally(mis=1, spu=1)
        assert result.tabulation[TOTAL] == Tally(mis=2, spu=2)

    def test_unless_that_is_allowed(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Mr. Kory")], [tag("LOCATION", "Kory", 4)], ne_allow_incorrect=True)
        assert (result.tabulation[OBJECT], result.tabulation[TOTAL]) == (Tally(cor=1), Tally(inc=2))

    def test_allowing_it_leaves_the_better_pairs_first(self, tag: Tag, score: Score) -> None:
        key = [tag("PERSON", "Mr. Kory"), tag("LOCATION", "Kory", 4)]
        result = score(key, [tag("LOCATION", "Kory", 4)], ne_allow_incorrect=True)
        assert aligned(result) == [("Mr. Kory", ""), ("Kory", "Kory")]

    def test_a_deep_nest_that_agrees_is_not_compared_each_with_each(
        self, configure: Configure, tag: Tag, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        compared = []
        compare = ClassComparison.compare

        def counted(alignment: ClassComparison, key: MucObject, response: MucObject) -> ComparedObjects:
            compared.append((key, response))
            return compare(alignment, key, response)

        monkeypatch.setattr(ClassComparison, "compare", counted)
        nest = [tag("PERSON", f"t{depth}", depth, end=1000 - depth) for depth in range(400)]
        result = NamedEntityScoring(configure()).score("1", nest, list(nest))
        assert result.tabulation[OBJECT] == Tally(cor=400)
        assert len(compared) == 400


class TestThreshold:
    """The weights are 4, so one slot of two that is correct makes 400, and both make 800."""

    @pytest.mark.parametrize(("threshold", "paired"), [(0, True), (399, True), (400, False), (799, False)])
    def test_the_weighted_sum_must_exceed_it(
        self, configure: Configure, tag: Tag, score: Score, threshold: float, paired: bool
    ) -> None:
        classes = (ClassDefinition("enamex", "enamex", True, threshold),)
        result = score([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], classes=classes)
        assert (result.tabulation[OBJECT] == Tally(cor=1)) == paired

    def test_a_full_match_must_exceed_it_too(self, tag: Tag, score: Score) -> None:
        for threshold, paired in ((799, True), (800, False)):
            classes = (ClassDefinition("enamex", "enamex", True, threshold),)
            result = score([tag("PERSON", "Kory")], [tag("PERSON", "Kory")], classes=classes)
            assert (result.tabulation[OBJECT] == Tally(cor=1)) == paired

    def test_decimal_fractions_are_exact(self, configure: Configure, tag: Tag, score: Score) -> None:
        """Ten times 0.1 does not exceed 1, as it would if it were a little more than that."""
        weight = Fraction("0.1")
        slots = tuple(each._replace(weight=weight) for each in configure().slots)
        for threshold, paired in (("9.9", True), ("10", False)):
            classes = (ClassDefinition("enamex", "enamex", True, Fraction(threshold)),)
            result = score([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], classes=classes, slots=slots)
            assert (result.tabulation[OBJECT] == Tally(cor=1)) == paired

    def test_allowing_incorrect_pairs_overrides_it(self, tag: Tag, score: Score) -> None:
        classes = (ClassDefinition("enamex", "enamex", True, 800),)
        result = score(
            [tag("PERSON", "Kory")], [tag("PERSON", "Kory")], classes=classes, ne_allow_incorrect=True
        )
        assert result.tabulation[OBJECT] == Tally(cor=1)

    def test_unscored_slots_add_nothing(self, configure: Configure, tag: Tag, score: Score) -> None:
        slots = tuple(each._replace(scored=each.name == "type") for each in configure().slots)
        result = score([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], slots=slots)
        assert result.tabulation[OBJECT] == Tally(mis=1, spu=1)

    def test_a_weight_of_zero_adds_nothing(self, configure: Configure, tag: Tag, score: Score) -> None:
        slots = tuple(each._replace(weight=0 if each.name == "text" else 4) for each in configure().slots)
        result = score([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], slots=slots)
        assert result.tabulation[OBJECT] == Tally(mis=1, spu=1)


class TestUnscored:
    def test_an_unscored_class_concerns_the_object_row_only(self, tag: Tag, score: Score) -> None:
        classes = (ClassDefinition("enamex", "enamex", False, 0),)
        key = [tag("PERSON", "Kory"), tag("PERSON", "Stamper", 90), tag("PERSON", "Opt", 200, optional=True)]
        result = score(key, [tag("PERSON", "Kory"), tag("PERSON", "Merriam", 300)], classes=classes)
        assert result.tabulation[OBJECT] == Tally(non=4)
        assert result.tabulation[TYPE] == Tally(cor=1, mis=1, spu=1, non=1)
        assert {pair.status for pair in result.classes["enamex"]} == {Status.UNSCORED}

    def test_an_unscored_slot_is_noncommittal(self, configure: Configure, tag: Tag, score: Score) -> None:
        slots = tuple(each._replace(scored=each.name == "text") for each in configure().slots)
        result = score([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], slots=slots)
        assert (result.tabulation[TYPE], result.tabulation[TOTAL]) == (Tally(non=1), Tally(cor=1, non=1))

    def test_status_counts_whether_or_not_the_tag_is_aligned(self, tag: Tag, score: Score) -> None:
        key = [tag("PERSON", "Kory", optional=True), tag("PERSON", "Stamper", 90, optional=True)]
        assert score(key, [tag("PERSON", "Kory")]).tabulation[STATUS] == Tally(non=2)

    def test_what_is_undeclared_is_left_out(self, configure: Configure, tag: Tag, score: Score) -> None:
        slots = tuple(each for each in configure().slots if each.name != "text")
        result = score([tag("PERSON", "a"), tag("X", "b", 9, class_name="locex")], [], slots=slots)
        assert result.tabulation[TOTAL] == Tally(mis=1)
        assert list(result.classes) == ["enamex"]


class TestPartialCredit:
    def test_a_partial_match_counts_one_half(self, tag: Tag, score: Score) -> None:
        options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
        result = score([tag("PERSON", "The Kory")], [tag("PERSON", "the kory")], **options)
        assert result.tabulation[TEXT] == Tally(par=1)
        assert result.tabulation[TOTAL].rec == 75.0

    def test_it_is_enough_to_align(self, tag: Tag, score: Score) -> None:
        options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
        result = score([tag("PERSON", "The Kory")], [tag("LOCATION", "the kory")], **options)
        assert result.tabulation[OBJECT] == Tally(cor=1)


class TestSubtasks:
    def test_the_type_of_the_key_tells_the_subtask(self, tag: Tag, score: Score) -> None:
        result = score([tag("person", "Kory")], [tag("LOCATION", "Kory")])
        assert result.tabulation[subtask("person")] == Tally(inc=1)
        assert subtask("location") not in result.tabulation

    def test_without_one_the_type_of_the_response_does(self, tag: Tag, score: Score) -> None:
        result = score([tag(None, "Kory")], [tag("LOCATION", "Kory")])
        assert result.tabulation[subtask("location")] == Tally(spu=1)

    def test_an_empty_type_is_a_value_too(self, tag: Tag, score: Score) -> None:
        result = score([tag("", "Kory")], [tag("LOCATION", "Kory")])
        assert result.tabulation[TYPE] == Tally(inc=1)
        assert subtask("location") not in result.tabulation

    @pytest.mark.parametrize(("other", "count"), [("literal", 1), ("catchall", 2)])
    def test_other_is_a_fill_or_whatever_is_not_listed(
        self, tag: Tag, score: Score, other: str, count: int
    ) -> None:
        key = [tag("OTHER", "a"), tag("ARTIFACT", "b", 50), tag("PERSON", "c", 90)]
        assert score(key, [], subtask_other=other).tabulation[subtask("other")] == Tally(mis=count)

    def test_subtasks_may_be_told_by_any_slot(self, tag: Tag, score: Score) -> None:
        subtasks = (Subtask("enamex", "text", "kory"),)
        result = score([tag("PERSON", "Kory"), tag("PERSON", "x", 90)], [], subtasks=subtasks)
        rows = {row: tally for row, tally in result.tabulation.items() if row.part == "subtask"}
        assert rows == {Row("subtask", ("enamex", "text", "kory")): Tally(mis=1)}

    def test_subtasks_of_a_class_add_up_to_its_type_slot(self, tag: Tag, score: Score) -> None:
        key = [
            tag(kind, "x", 10 * place) for place, kind in enumerate(["PERSON", "LOCATION|PERSON", "LOCATION"])
        ]
        result = score(key, [tag("PERSON", "x", 0), tag("LOCATION", "y", 90)])
        parts = [result.tabulation[subtask(value)] for value in ("person", "location")]
        assert parts[0].plus(parts[1]) == result.tabulation[TYPE]


class TestSections:
    GROUPS = (SectionGroup("Header", ("HL", "dd")), SectionGroup("All", ("hl", "TXT")))

    def test_the_section_of_a_pair_is_the_keys(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "Kory", section="HL")], [tag("PERSON", "Kory", section="TXT")])
        assert sections(result) == {"HL": Tally(cor=2)}

    def test_that_of_a_spurious_tag_is_its_own(self, tag: Tag, score: Score) -> None:
        assert sections(score([], [tag("PERSON", "Kory", section="HL")])) == {"HL": Tally(spu=2)}

    def test_groups_stand_instead_of_sections(self, tag: Tag, score: Score) -> None:
        key = [tag("PERSON", "a", section="HL"), tag("PERSON", "b", 50, section="TXT")]
        result = score(key, [], doc_section_groups=self.GROUPS)
        assert sections(result) == {"Header": Tally(mis=2), "All": Tally(mis=4)}

    def test_sections_outside_the_groups_are_scored_but_not_shown(self, tag: Tag, score: Score) -> None:
        result = score([tag("PERSON", "a", section="SLUG")], [], doc_section_groups=self.GROUPS)
        assert (sections(result), result.tabulation[TOTAL]) == ({}, Tally(mis=2))


def sections(result: DocumentScore) -> dict[str, Tally]:
    return {row.names[0]: tally for row, tally in result.tabulation.items() if row.part == "section"}


def test_documents_add_up(configure: Configure, tag: Tag) -> None:
    scoring = NamedEntityScoring(configure())
    one = scoring.score("1", [tag("PERSON", "a")], [tag("PERSON", "a")]).tabulation
    two = scoring.score("2", [tag("PERSON", "b")], []).tabulation
    assert total_of([one, two])[TOTAL] == Tally(cor=2, mis=2)
    assert total_of([one, two]) == total_of([two, one])
    assert total_of([]) == {}


def test_fills_beyond_the_first_are_compared_as_multi_fills(tag: Tag, score: Score) -> None:
    both = Slot(((Fill("PERSON", 0, 6), Fill("LOCATION", 7, 15)),))
    twice = tag("PERSON", "Kory")
    twice.slots = {"type": both}
    result = score([twice], [tag("LOCATION", "Kory")])
    assert result.tabulation[TYPE] == Tally(cor=1, mis=1)
    assert result.tabulation[subtask("person")] == Tally(mis=1)
    assert result.tabulation[subtask("location")] == Tally(cor=1)


def test_slot_definitions_order_the_slots(configure: Configure, tag: Tag, score: Score) -> None:
    pair = score([tag("PERSON", "Kory", optional=True)], []).classes["enamex"][0]
    assert list(pair.slots) == ["text", "type", "status"]
    definitions = (SlotDefinition("enamex", name, name, True, 4, "set") for name in ("type", "text"))
    pair = score([tag("PERSON", "Kory")], [], slots=tuple(definitions)).classes["enamex"][0]
    assert list(pair.slots) == ["type", "text"]


def test_many_equal_tags_on_one_span_take_comparisons_in_their_number(
    tag: Tag, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[MucObject, MucObject]] = []
    compare = ClassComparison.compare

    def watched(self: ClassComparison, key: MucObject, response: MucObject) -> ComparedObjects:
        compared.append((key, response))
        return compare(self, key, response)

    monkeypatch.setattr(ClassComparison, "compare", watched)
    scoring = NamedEntityScoring(configure())
    for count in (20, 200):
        compared.clear()
        key = [tag("PERSON", "Kory") for _ in range(count)]
        response = [tag("LOCATION", "Kory") for _ in range(count)]
        result = scoring.score("1", key, response)
        assert result.tabulation[TYPE] == Tally(inc=count)
        assert len(compared) <= 3 * count


TAGS = st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(("x", "y", "a x"))), max_size=12)


@given(TAGS, TAGS)
def test_tags_in_groups_are_aligned_as_the_definition_says(
    tag: Tag, configure: Configure, mine: list[tuple[str, str]], other: list[tuple[str, str]]
) -> None:
    comparison = class_comparisons(configure())["enamex"]
    key, response = ([tag(*each, end=3) for each in side] for side in (mine, other))
    pairs = {
        (k, r): comparison.compare(one, two) for k, one in enumerate(key) for r, two in enumerate(response)
    }
    similar = ((pair, compared.f) for pair, compared in pairs.items() if compared.similar)
    sides = dict(enumerate(key)), dict(enumerate(response))
    found = aligned_in_groups(comparison, *sides, "half_open", lambda compared: compared.similar)
    assert {(k, r) for k, r, _ in found} == set(take_best_first(similar))


def test_the_type_of_a_response_is_folded_once_for_all_alternatives(
    tag: Tag, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = "|".join(f"K{number}" for number in range(200))
    made: list[SetFills] = []
    begin = SetFills.__init__

    def watched(self: SetFills) -> None:
        begin(self)
        made.append(self)

    monkeypatch.setattr(SetFills, "__init__", watched)
    NamedEntityScoring(configure()).score("1", [tag(kinds, "Kory")], [tag("OTHER", "Kory")])
    assert made[0].form.cache_info().misses <= 201
