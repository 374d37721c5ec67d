"""Approximate randomisation and the bootstrap, beside slow enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.comparison import significance
from keytally.comparison.significance import (
    bootstrapped,
    intervals,
    is_enumerated,
    measure_values,
    randomised,
)
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from tests.comparison.enumeration import Row, exact_p, measure

F1 = HeadlineForm()


def document() -> st.SearchStrategy[Row]:
    """A document of up to four fills a side, some of them correct."""
    return st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).map(
        lambda drawn: (drawn[0], drawn[0] + drawn[1], drawn[0], drawn[0] + drawn[2])
    )


def system(documents: int) -> st.SearchStrategy[list[Row]]:
    return st.lists(document(), min_size=documents, max_size=documents)


two_systems = st.integers(1, 6).flatmap(lambda count: st.tuples(system(count), system(count)))


def p_of(first: list[Row], second: list[Row], trials: int = 9999, seed: int = 1) -> float:
    return randomised(F1, np.array([first, second], dtype=np.float64), [(0, 1)], trials, seed)[0]


@given(two_systems)
def test_few_documents_give_the_p_of_an_enumeration(systems: tuple[list[Row], list[Row]]) -> None:
    assert p_of(*systems) == pytest.approx(float(exact_p(*systems)))


@given(two_systems)
def test_the_measure_is_that_of_exact_arithmetic(systems: tuple[list[Row], list[Row]]) -> None:
    sums = np.array(systems, dtype=np.float64).sum(axis=1)
    assert list(measure_values(F1, sums)) == pytest.approx([float(measure(rows)) for rows in systems])
    assert [F1.value(HeadlineCounts(*row)) for row in sums] == pytest.approx(list(measure_values(F1, sums)))


@given(two_systems)
def test_the_order_of_two_systems_does_not_matter(systems: tuple[list[Row], list[Row]]) -> None:
    assert p_of(*systems) == p_of(*reversed(systems))


@given(st.integers(1, 30).flatmap(system), st.integers(0, 5))
def test_equal_systems_have_p_1(rows: list[Row], seed: int) -> None:
    assert p_of(rows, rows, trials=99, seed=seed) == 1.0


def test_shuffles_and_enumeration_agree_within_the_error_of_the_sample() -> None:
    """p of an enumeration of 2^10 swaps, and of 1,000 shuffles: within four standard deviations."""
    random = np.random.Generator(np.random.PCG64(5))
    right = random.integers(0, 5, size=(2, 10))
    counts = np.stack([right, right + 2, right, right + 1], axis=2).astype(np.float64)
    counts[0, :, 0] += 1
    exact = randomised(F1, counts, [(0, 1)], 1024, 0)[0]
    shuffled = randomised(F1, counts, [(0, 1)], 1000, 0)[0]
    assert 0 < abs(exact - shuffled) < 4 * (exact * (1 - exact) / 1000) ** 0.5 + 0.001


def test_when_all_swaps_are_enumerated() -> None:
    """Swaps are enumerated where 2 to the number of documents is at most the number of shuffles."""
    assert [is_enumerated(documents, 9999) for documents in (13, 14)] == [True, False]
    assert [is_enumerated(documents, 8) for documents in (3, 4)] == [True, False]


def test_a_seed_gives_the_same_p_and_another_seed_another() -> None:
    random = np.random.Generator(np.random.PCG64(3))
    right = random.integers(0, 9, size=(2, 40))
    counts = np.stack([right, right + 3, right, right + 4], axis=2).astype(np.float64)
    counts[1, :25, [0, 2]] += 1
    found = {seed: randomised(F1, counts, [(0, 1)], 999, seed)[0] for seed in (1, 2)}
    assert found[1] == randomised(F1, counts, [(0, 1)], 999, 1)[0] != found[2]


def test_more_pairs_than_fit_one_block_see_the_same_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.Generator(np.random.PCG64(4))
    right = random.integers(0, 9, size=(4, 30))
    counts = np.stack([right, right + 3, right, right + 4], axis=2).astype(np.float64)
    pairs = [(0, 1), (0, 2), (1, 3), (2, 3)]
    whole = randomised(F1, counts, pairs, 999, 1)
    monkeypatch.setattr(significance, "_CELLS", 1)
    assert randomised(F1, counts, pairs, 999, 1) == whole


def test_the_bootstrap_tells_far_systems_apart_and_equal_ones_not() -> None:
    near = [(3, 5, 3, 5)] * 30
    far = [(1, 5, 1, 5), (2, 5, 2, 5)] * 15
    counts = np.array([near, far, near], dtype=np.float64)
    apart, equal = bootstrapped(F1, counts, [(0, 1), (0, 2)], 999, 1)
    assert apart == 1 / 1000
    assert equal == 1.0


def test_an_interval_holds_the_measure_and_is_a_point_for_equal_documents() -> None:
    even = [(3, 5, 3, 5)] * 30
    odd = [(1, 5, 1, 5), (5, 5, 5, 5)] * 15
    (low, high), (least, most) = intervals(F1, np.array([even, odd], dtype=np.float64), 1000, 1)
    assert (low, high) == pytest.approx((60, 60))
    assert least < 60 < most


def test_recall_alone_and_a_ratio_over_nothing() -> None:
    """Lexical substitution compares recall; M2 counts a ratio over nothing as 1."""
    sums = np.array([[2.0, 8.0, 0.0, 0.0], [0.0, 0.0, 0.0, 4.0]])
    assert list(measure_values(HeadlineForm(beta=None), sums)) == [25.0, 0.0]
    assert list(measure_values(HeadlineForm(beta=None, over_nothing=1.0), sums)) == [25.0, 100.0]


@given(st.integers(1, 3).flatmap(lambda count: st.lists(system(4), min_size=count, max_size=count)))
def test_a_headline_of_several_measures_is_their_mean(measures: list[list[Row]]) -> None:
    """The CoNLL score is the mean of three F, each of summed counts."""
    form = HeadlineForm(measures=len(measures))
    rows = np.concatenate([np.array(rows, dtype=np.float64) for rows in measures], axis=1)
    sums = rows.sum(axis=0)
    of_each = [F1.value(HeadlineCounts(*np.array(rows, dtype=np.float64).sum(axis=0))) for rows in measures]
    assert form.value(HeadlineCounts(*sums)) == pytest.approx(sum(of_each) / len(of_each))
    assert measure_values(form, sums) == pytest.approx(sum(of_each) / len(of_each))
    assert form.value(form.nothing) == 0.0
