"""Sums with the rounding of numpy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.columns.reports import pairwise_sum


@given(st.lists(st.floats(0, 1e6), max_size=300))
def test_sums_are_those_of_numpy(values: list[float]) -> None:
    assert pairwise_sum(values) == np.sum(np.array(values, dtype=float))


@given(st.integers(0, 700), st.integers(1, 1000))
def test_long_sums_of_ratios_too(count: int, step: int) -> None:
    values = [(at * step % 1001) / 1001 for at in range(count)]
    assert pairwise_sum(values) == np.sum(np.array(values, dtype=float))
