"""Documents whose objects share the fills that most of them have, and little else.

Alignment must equal that of all pairs by decreasing F, then by the key's order, then by the response's,
and must not look at each with each.
"""

import sys
from collections.abc import Callable, Iterable
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.muc.model import ClassDefinition, Configuration, MucObject
from keytally.families.muc.scoring import incremental_document, index
from keytally.families.muc.scoring.alignment import align_class, class_comparisons
from keytally.families.muc.scoring.index import ProfileComparison, ProfiledObject
from keytally.families.muc.scoring.results import DocumentScore
from keytally.families.muc.scoring.templates import TemplateScoring
from tests.families.muc.scoring.templates import BASE, configured, record

Side = list[MucObject]
KINDS: list[Any] = ["IN", "IN", "IN", "in", "OUT", ["IN", "OUT"], ["IN", "IN"], None]
NAMES: list[Any] = ["Roth", "the Roth", "EMI", "Sony", "Roth Inc.", None]
MARKED: list[Any] = [[["EMI"], ["Sony", "Roth"]], [["/Roth"]], [["Rex"], ["Roth", "Roth"]]]


def people(marked: bool) -> st.SearchStrategy[MucObject]:
    """A person: of few kinds, under a common name or one of its own; `marked` ones with alternatives."""
    names = st.sampled_from([*NAMES, *MARKED] if marked else NAMES) | st.integers(1, 99).map("N{}".format)
    return st.builds(made, names, names, st.sampled_from(KINDS), st.booleans() if marked else st.just(False))


def made(name: Any, alias: Any, kind: Any, optional: bool) -> MucObject:
    said = {"name": name, "alias": alias, "kind": kind}
    return record("PERSON-1", optional, **{slot: fills for slot, fills in said.items() if fills is not None})


SIDES = st.booleans().flatmap(lambda marked: st.lists(people(marked), max_size=14))
OPTIONS = st.fixed_dictionaries(
    {
        "scoring_method": st.sampled_from(["key2response", "key2response", "key2key"]),
        "stringfill_partial_comparison": st.sampled_from(["NONE", "NONE", "CLEAN"]),
        "threshold": st.sampled_from([0, 0, 0, 0, 50, 90, 700, -1]),
        "weight": st.sampled_from([1, 1, 0, -1, 5]),
    }
)
FEW_ARE_POPULAR = st.sampled_from([0, 1, 2, 4])


def under(threshold: int, weight: int, **options: Any) -> Configuration:
    """A configuration; `weight` is that of the slot that holds set fills."""
    partial = options["stringfill_partial_comparison"] != "NONE"
    return configured(
        classes=(ClassDefinition("person", "person", True, threshold),),
        slots=tuple(
            slot._replace(weight=weight) if slot.kind == "set" else slot
            for slot in BASE.slots
            if slot.class_name == "person"
        ),
        stringfill_correct_comparison="ORIG" if partial else "CLEAN",
        **options,
    )


def by_definition(
    comparison: ProfileComparison, key: list[ProfiledObject], response: list[ProfiledObject]
) -> set[tuple[int, int]]:
    """What comparing all pairs comes to."""
    keys, responses = [each.obj for each in key], [each.obj for each in response]
    return set(align_class(comparison.exact, keys, responses))


def profiled(
    configuration: Configuration, key: Side, response: Side
) -> tuple[ProfileComparison, list[ProfiledObject], list[ProfiledObject]]:
    comparison = ProfileComparison(class_comparisons(configuration)[configuration.classes[0].name])
    profiled = [comparison.profiled(obj, True) for obj in key]
    return comparison, profiled, [comparison.profiled(obj, False) for obj in response]


@given(SIDES, SIDES, OPTIONS, FEW_ARE_POPULAR, st.randoms())
@settings(max_examples=150)
def test_groups_give_the_pairs_of_the_definition(
    key: Side, response: Side, options: dict[str, Any], popular: int, random: Random
) -> None:
    random.shuffle(response)
    sides = profiled(under(**options), key, response)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "MANY_PAIRS", -1)
        patch.setattr(index, "FEW_CANDIDATES", popular)
        patch.setattr(index, "POPULAR", popular)
        found = {(k, r) for _, k, r in index.indexed_pairs(*sides)}
    assert found == by_definition(*sides)


EDITS = st.lists(
    st.tuples(
        st.booleans(), st.integers(0, 14), st.integers(0, 2), st.booleans().flatmap(people) | st.none()
    ),
    max_size=5,
)


@given(SIDES, SIDES, OPTIONS, EDITS, FEW_ARE_POPULAR, st.sampled_from([0, 1, 3, 99]))
@settings(max_examples=150)
def test_edits_equal_a_fresh_alignment_however_long_it_looks(
    key: Side, response: Side, options: dict[str, Any], edits: list[Any], popular: int, patience: int
) -> None:
    scoring = TemplateScoring(under(**options))
    document = scoring.document()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "MANY_PAIRS", -1)
        patch.setattr(index, "POPULAR", popular)
        patch.setattr(incremental_document, "FEW_CHANGES", 0)
        patch.setattr(incremental_document, "PATIENCE", patience)
        for in_key, place, drop, new in [(True, 0, 0, None), *edits]:
            side = key if in_key else response
            side[place : place + drop] = [] if new is None else [new]
            assert not any(document.update([*key], [*response]))
            assert pairs_of(document.score("1")) == pairs_of(scoring.score("1", key, response))


def pairs_of(score: DocumentScore) -> list[Any]:
    return [(pair.status, pair.key, pair.response) for pairs in score.classes.values() for pair in pairs]


def companies(count: int, side: str, changed: int | None = None, kind: str = "IN") -> Side:
    """Objects that have one fill in common, and a name that none of the other side has."""
    return [
        made(f"{side}{n}" + ("x" if n == changed else ""), None, kind if n == changed else "IN", False)
        for n in range(count)
    ]


def lines_run(task: Callable[[], Any]) -> int:
    """How many lines of code alignment goes through, turns of comprehensions and loops included."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace if "/muc/scoring/" in frame.f_code.co_filename.replace("\\", "/") else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        task()
    finally:
        sys.settrace(before)
    return count


def batch(count: int) -> int:
    scoring = TemplateScoring(configured())
    sides = companies(count, "k"), companies(count, "r")
    return lines_run(lambda: scoring.score("1", *sides))


def keystroke(count: int, kind: str) -> int:
    """An edit in the midst of the response: of a name, or of the fill that all have in common."""
    document = TemplateScoring(configured()).document()
    key, response = companies(count, "k"), companies(count, "r")
    assert not any(document.update(key, response))
    place = count // 2
    edited = [*response[:place], companies(count, "r", place, kind)[place], *response[place + 1 :]]
    return lines_run(lambda: finish(document.update(key, edited)))


def finish(steps: Iterable[None]) -> None:
    for _ in steps:
        pass


def test_objects_that_share_one_set_fill_are_aligned_in_linear_time() -> None:
    assert batch(1000) < 2.2 * batch(500)


@pytest.mark.parametrize("kind", ["IN", "OUT"])
def test_an_edit_among_objects_that_share_one_set_fill_costs_linear_time(kind: str) -> None:
    """With `OUT` the object goes without partner, and all behind it move up by one."""
    assert keystroke(1000, kind) < 2.2 * keystroke(500, kind)


def test_an_edited_name_among_objects_that_tie_moves_no_other() -> None:
    document = TemplateScoring(configured()).document()
    key, response = companies(200, "k"), companies(200, "r")
    assert not any(document.update(key, response))
    edited = [*response[:90], companies(200, "r", 90)[90], *response[91:]]
    steps = list(document.update(key, edited))
    assert len(steps) < 10
    assert [pair.response for pair in document.score("1").classes["person"]] == edited


def test_objects_without_a_fill_in_common_are_never_aligned() -> None:
    sides = profiled(configured(), companies(80, "k"), [made("r", None, "OUT", False) for _ in range(80)])
    assert list(index.indexed_pairs(*sides)) == []
