"""Ratios and F, with nothing over nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.ratios import f_measure, mean, ratio


def test_nothing_over_nothing_is_0() -> None:
    assert ratio(0, 0) == 0
    assert f_measure(0, 0) == f_measure(0, 0, 0.5) == 0
    assert mean([]) == 0


def test_f_weighs_recall_by_beta() -> None:
    assert f_measure(0.5, 1.0) == pytest.approx(2 / 3)
    assert f_measure(0.5, 1.0, 0.5) == pytest.approx(5 / 9)
    assert f_measure(50, 100, 2) == pytest.approx(100 * 5 / 6)
    assert f_measure(0.5, 1.0, 0) == 0.5


@given(st.lists(st.floats(0, 1)))
def test_a_mean_does_not_depend_on_the_order(values: list[float]) -> None:
    assert mean(values) == mean(values[::-1]) == mean(sorted(values))
