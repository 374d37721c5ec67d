"""What must hold of any template documents: the naive definition, swapped roles, sums, and no order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.contract import Level
from keytally.families.muc.model import ClassDefinition, Configuration, Fill, MucObject, Slot
from keytally.families.muc.scoring import incremental_document, incremental_pointers, index
from keytally.families.muc.scoring.alignment import ComparedObjects, align_document
from keytally.families.muc.scoring.index import ProfileComparison, ProfiledObject
from keytally.families.muc.scoring.results import DocumentScore, ObjectPair, ObjectVerdicts, Tabulator
from keytally.families.muc.scoring.templates import TemplateScoring, alignment_rules
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Tally, total_of
from tests.families.muc.scoring.naive_templates import NaiveTemplates
from tests.families.muc.scoring.templates import CLASSES, configured, slot_definitions

Side = list[MucObject]
TASKS = ("template_element", "template_relation", "scenario_template")
NAMES = ["Roth", "roth", "The Roth", "Roth Inc.", "Murdoch", "EMI", ""]
KINDS = ["IN", "in", "OUT"]


def slots(target: str, kind: str, marked: bool) -> st.SearchStrategy[Slot | None]:
    """A slot that may be lacking; `marked` ones may be optional and have alternatives."""
    pointers = [f"<{target.upper()}-1-{n}>" for n in range(1, 4)]
    texts = {"set": KINDS, "string": NAMES}.get(kind, [*pointers, pointers[0].lower(), "<NOBODY-1-9>"])
    fills = st.lists(st.sampled_from(texts), max_size=3)
    places = fills.map(lambda some: tuple(Fill(text, 0, 0) for text in some))
    alternatives = st.lists(places, min_size=1, max_size=3 if marked else 1)
    optional = st.booleans() if marked else st.just(False)
    return st.none() | st.builds(lambda some, flag: Slot(tuple(some), flag), alternatives, optional)


def objects(class_name: str, marked: bool) -> st.SearchStrategy[MucObject]:
    """An object of a class; one-up numbers may well be equal."""
    said = st.fixed_dictionaries(
        {each.name: slots(each.target, each.kind, marked) for each in slot_definitions(class_name)}
    )
    return st.builds(
        lambda number, slots, optional: MucObject(
            class_name,
            "1",
            str(number),
            {name: slot for name, slot in slots.items() if slot is not None},
            0,
            9,
            optional,
        ),
        st.integers(1, 4),
        said,
        st.booleans() if marked else st.just(False),
    )


def objects_of(class_name: str) -> st.SearchStrategy[MucObject]:
    """An object of a class with whatever marks."""
    return objects(class_name, True)


def sides(marked: bool, most: int = 4) -> st.SearchStrategy[Side]:
    """The objects of a document; classes stand in any order."""
    some = [st.lists(objects(name, marked), max_size=2 if name == "template" else most) for name in CLASSES]
    return st.tuples(*some).map(lambda lists: [single for each in lists for single in each])


def option_values() -> st.SearchStrategy[dict[str, Any]]:
    """The options that scoring depends on."""
    return st.fixed_dictionaries(
        {
            "scoring_task": st.sampled_from(TASKS),
            "scoring_method": st.sampled_from(["key2response", "key2response", "key2key"]),
            "stringfill_partial_comparison": st.sampled_from(["NONE", "NONE", "CLEAN"]),
            "key2key_symmetric": st.booleans(),
            "rem_tally": st.sampled_from(["non", "none"]),
            "st_transitive": st.booleans(),
            "force_pairing": st.booleans(),
            "equatable_objects": st.sampled_from([(), ("person",), ("person", "organization")]),
            "threshold": st.sampled_from([0, 0, 0, 90, 100, 700, -1]),
        }
    )


def under(values: dict[str, Any]) -> Configuration:
    values = dict(values)
    threshold = values.pop("threshold")
    rule = "CLEAN" if values["stringfill_partial_comparison"] == "NONE" else "ORIG"
    classes = tuple(ClassDefinition(name, name, name != "template", threshold) for name in CLASSES)
    return configured(classes=classes, stringfill_correct_comparison=rule, **values)


def rows_of(score: DocumentScore) -> dict[tuple[str, ...], list[int]]:
    return {(row.part, *row.names): list(tally) for row, tally in score.tabulation.items() if any(tally)}


@pytest.mark.long
@given(sides(True), sides(True), option_values())
@settings(max_examples=70)
def test_scores_are_those_of_the_naive_definition(key: Side, response: Side, values: dict[str, Any]) -> None:
    configuration = under(values)
    score = TemplateScoring(configuration).score("1", key, response)
    assert rows_of(score) == NaiveTemplates(configuration).rows(key, response)


@pytest.mark.long
@given(sides(True), sides(True), option_values())
@settings(max_examples=70)
def test_the_definition_counts_as_the_naive_reading_does(
    key: Side, response: Side, values: dict[str, Any]
) -> None:
    """Both are readings of the manual; the naive one shares no code with the product."""
    configuration = under(values | {"force_pairing": False})
    pairs = align_document(alignment_rules(configuration), key, response)
    rows = Tabulator(configuration).tabulation(pairs)
    expected = NaiveTemplates(configuration).rows(key, response)
    expected.pop(("text_filter",), None)
    assert {(row.part, *row.names): list(tally) for row, tally in rows.items() if any(tally)} == expected


@pytest.mark.long
@given(sides(True, 6), sides(True, 6), option_values(), st.sampled_from([-1, 4096]))
@settings(max_examples=100)
def test_objects_and_fills_are_paired_as_by_definition(
    key: Side, response: Side, values: dict[str, Any], many: int
) -> None:
    configuration = under(values | {"force_pairing": False})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "MANY_PAIRS", many)
        score = TemplateScoring(configuration).score("1", key, response)
    assert paired(score.classes) == paired(align_document(alignment_rules(configuration), key, response))


@pytest.mark.long
@given(sides(True, 6), sides(True, 6), option_values())
@settings(max_examples=70)
def test_aligning_without_scoring_finds_the_same_partners(
    key: Side, response: Side, values: dict[str, Any]
) -> None:
    scoring = TemplateScoring(under(values | {"force_pairing": False}))
    pairs = (pair for each in scoring.score("1", key, response).classes.values() for pair in each)
    expected = {pair.key: pair.response for pair in pairs if pair.key and pair.response}
    partner = scoring.align(key, response)
    assert {obj: partner[obj] for obj in key if obj in partner} == expected


@pytest.mark.long
@given(sides(True, 7), sides(True, 7), option_values(), st.sampled_from([0, 1, 16]))
@settings(max_examples=70)
def test_looking_through_an_index_finds_the_pairs_that_all_pairs_give(
    key: Side, response: Side, values: dict[str, Any], few: int
) -> None:
    configuration = under(values)
    score = TemplateScoring(configuration).score("1", key, response)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "MANY_PAIRS", -1)
        patch.setattr(index, "FEW_CANDIDATES", few)
        crowded = TemplateScoring(configuration).score("1", key, response)
    assert pairs_of(crowded) == pairs_of(score)
    assert crowded.tabulation == score.tabulation


@pytest.mark.long
@given(sides(True, 7), sides(True, 7), option_values())
@settings(max_examples=70)
def test_objects_that_agree_in_everything_score_as_if_they_were_compared_fill_by_fill(
    key: Side, response: Side, values: dict[str, Any]
) -> None:
    def compare(profiles: ProfileComparison, mine: ProfiledObject, other: ProfiledObject) -> ComparedObjects:
        return profiles.exact.compare(mine.obj, other.obj)

    response = [*response, *(copy(single) for single in key)]
    configuration = under(values)
    score = TemplateScoring(configuration).score("1", key, response)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "agreeing_pairs", lambda key, response: {})
        patch.setattr(ProfileComparison, "compare", compare)
        assert everything(TemplateScoring(configuration).score("1", key, response)) == everything(score)


def paired(classes: Mapping[str, Sequence[ObjectPair]]) -> Any:
    """The pairs by class, with their status and slots."""
    return {name: [(p.status, p.key, p.response, p.slots) for p in some] for name, some in classes.items()}


EDITS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 2), st.one_of(*map(objects_of, CLASSES))),
    max_size=5,
)


def edited(side: Side, place: int, drop: int, new: MucObject) -> Side:
    """A side with an object put in at a place, in the stead of some or of none."""
    return [*side[:place], new, *side[place + drop :]]


@pytest.mark.long
@given(sides(True), sides(True), option_values(), EDITS, st.sampled_from([0, 0, 3]), st.sampled_from([0, 99]))
@settings(max_examples=150)
def test_a_document_that_is_kept_up_has_the_score_of_a_fresh_one(
    key: Side, response: Side, values: dict[str, Any], edits: list[Any], few: int, unfollowed: int
) -> None:
    """Objects come, go and change, those that others point to too; with few at 0 nothing is aligned anew.

    Of up to so many new objects the pointers are not followed unless that is needed.
    """
    scoring = TemplateScoring(under(values))
    document = scoring.document()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(incremental_document, "FEW_CHANGES", few)
        patch.setattr(incremental_pointers, "FEW_OBJECTS", unfollowed)
        for in_key, place, drop, new in [(True, 0, 0, None), *edits]:
            if new is not None and in_key:
                key = edited(key, place, drop, new)
            elif new is not None:
                response = edited(response, place, drop, new)
            assert not any(document.update(key, response))
            score = document.score("1")
            assert everything(score) == everything(scoring.score("1", key, response))
            if not values["force_pairing"]:
                assert paired(score.classes) == paired(align_document(scoring.rules, key, response))


def everything(score: DocumentScore) -> Any:
    return paired(score.classes), score.tabulation, score.representatives


@given(sides(False), sides(False), option_values())
@settings(max_examples=50)
def test_swapped_roles_swap_recall_and_precision(key: Side, response: Side, values: dict[str, Any]) -> None:
    configuration = under(values | {"equatable_objects": ()})
    scoring, naive = TemplateScoring(configuration), NaiveTemplates(configuration)
    naive.rows(key, response)
    if naive.tied:
        return
    one = scoring.score("1", key, response).tabulation.get(TOTAL, Tally())
    other = scoring.score("1", response, key).tabulation.get(TOTAL, Tally())
    assert one == other._replace(mis=other.spu, spu=other.mis)
    assert (one.rec, one.pre) == (other.pre, other.rec)


@pytest.mark.long
@given(sides(True), sides(True), option_values(), st.randoms())
@settings(max_examples=50)
def test_the_order_of_objects_only_breaks_ties(
    key: Side, response: Side, values: dict[str, Any], random: Random
) -> None:
    """Where there are ties the file order within a class decides; that of the classes never does."""
    configuration = under(values | {"force_pairing": False})
    scoring, naive = TemplateScoring(configuration), NaiveTemplates(configuration)
    score = scoring.score("1", key, response)
    by_class = [sorted(side, key=lambda single: single.class_name) for side in (key, response)]
    assert set(pairs_of(scoring.score("1", *by_class))) == set(pairs_of(score))
    key, response = apart(key), apart(response)
    score = scoring.score("1", key, response)
    naive.rows(key, response)
    if naive.tied:
        return
    random.shuffle(key)
    random.shuffle(response)
    shuffled = scoring.score("1", key, response)
    assert set(pairs_of(shuffled)) == set(pairs_of(score))
    assert shuffled.tabulation == score.tabulation


@pytest.mark.long
@given(st.lists(st.tuples(sides(True, 2), sides(True, 2)), max_size=3), option_values())
@settings(max_examples=50)
def test_totals_are_sums_over_documents(documents: list[tuple[Side, Side]], values: dict[str, Any]) -> None:
    scoring = TemplateScoring(under(values))
    rows = [scoring.score(str(n), *sides).tabulation for n, sides in enumerate(documents)]
    for row, tally in total_of(rows).items():
        counts = [each[row] for each in rows if row in each]
        assert tally == Tally(*map(sum, zip(*counts, strict=True)))
    for each in rows:
        slots = [tally for row, tally in each.items() if row.part == "slot"]
        assert each.get(TOTAL, Tally()) == Tally(*map(sum, zip(Tally(), *slots, strict=True)))


@pytest.mark.long
@given(sides(True), sides(True), option_values(), st.booleans())
@settings(max_examples=50)
def test_every_fill_has_one_verdict(
    key: Side, response: Side, values: dict[str, Any], key_side: bool
) -> None:
    configuration = under(values | {"scoring_method": "key2key"})
    score = TemplateScoring(configuration).score("1", key, response)
    told = [verdict for verdict in ObjectVerdicts(configuration).of(score, key_side) if verdict.owner]
    side = key if key_side else response
    fills = Counter(
        (verdict.owner, verdict.label.split()[1])
        for verdict in told
        if verdict.level is Level.FILL
        and not (verdict.status in LACKING and verdict.partner and not key_side)
    )
    expected = Counter(
        (single, name.upper())
        for single in side
        for name, slot in single.slots.items()
        for multi_fill in slot.alternatives
        for _ in multi_fill
    )
    assert +fills == +expected
    assert Counter(v.owner for v in told if v.level is Level.OBJECT) == Counter(side)


LACKING = (Status.MISSING, Status.OPTIONAL)


def apart(side: Side) -> Side:
    """Objects that no two pointers can confuse: with numbers of their own, and one template only."""
    numbers: Counter[str] = Counter()
    found = []
    for single in side:
        numbers[single.class_name] += 1
        if single.class_name != "template" or numbers["template"] == 1:
            found.append(single.with_slots(str(numbers[single.class_name]), single.slots))
    return found


def pairs_of(score: DocumentScore) -> list[tuple[MucObject | None, MucObject | None]]:
    return [(pair.key, pair.response) for pairs in score.classes.values() for pair in pairs]
