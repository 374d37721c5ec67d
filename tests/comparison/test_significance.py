"""Systems in order, with groups as the conferences printed them, and Holm's correction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.comparison.procedure import Procedure
from keytally.comparison.significance import System, compare_systems, groups_of, holm_corrected
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

F1 = HeadlineForm()


def system(name: str, correct: int, documents: int = 20) -> System:
    """A system with so many of ten fills correct in each document."""
    return System(name, [HeadlineCounts(correct, 10, correct, 10)] * documents)


def test_the_best_stands_first_and_equal_ones_by_name() -> None:
    found = compare_systems([system("c", 4), system("b", 6), system("a", 4)], F1, Procedure(trials=99))
    assert [each.name for each in found.systems] == ["b", "a", "c"]
    assert [each.value for each in found.systems] == pytest.approx([60, 40, 40])
    assert [(pair.a, pair.b) for pair in found.pairs] == [("b", "a"), ("b", "c"), ("a", "c")]
    assert [pair.difference for pair in found.pairs] == pytest.approx([20, 20, 0])
    assert [pair.p for pair in found.pairs] == [0.01, 0.01, 1.0]
    assert found.groups == [["b"], ["a", "c"]]


def test_groups_are_the_maximal_runs_in_which_no_two_differ() -> None:
    """Of five systems the third is told apart neither from the first two nor from the fourth."""
    together = {(0, 1), (0, 2), (1, 2), (2, 3)}
    assert groups_of(range(5), together) == [[0, 1, 2], [2, 3], [4]]


def test_a_run_ends_where_a_system_differs_from_one_in_it() -> None:
    assert groups_of(range(3), {(0, 1), (0, 2)}) == [[0, 1], [2]]


@given(st.integers(1, 7), st.data())
def test_groups_hold_each_system_and_no_two_that_differ(count: int, data: st.DataObject) -> None:
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    together = set(data.draw(st.lists(st.sampled_from(pairs)))) if pairs else set()
    groups = groups_of(range(count), together)
    assert {each for group in groups for each in group} == set(range(count))
    for group in groups:
        assert all((a, b) in together for at, a in enumerate(group) for b in group[at + 1 :])
        assert not any(set(group) < set(other) for other in groups)


def test_holm_by_hand() -> None:
    """Three values: 0.01 times 3, 0.02 times 2, 0.04 once; none is below the one before it."""
    assert holm_corrected([0.04, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm_corrected([0.5, 0.4]) == pytest.approx([0.8, 0.8])
    assert holm_corrected([0.9, 0.8]) == [1.0, 1.0]


def test_p_is_exact_for_few_documents_only() -> None:
    few = [system("a", 5, 3), system("b", 4, 3)]
    assert compare_systems(few, F1, Procedure()).exact
    assert not compare_systems(few, F1, Procedure(trials=7)).exact
    assert not compare_systems(few, F1, Procedure(bootstrap=True)).exact


@pytest.mark.parametrize("procedure", [Procedure(trials=0), Procedure(seed=-1), Procedure(level=1)])
def test_numbers_out_of_range_are_refused(procedure: Procedure) -> None:
    with pytest.raises(ValueError, match="trials must be at least 1, the seed at least 0"):
        compare_systems([system("a", 1), system("b", 2)], F1, procedure)
