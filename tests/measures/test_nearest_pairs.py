"""Stretches of text in pairs: the nearest first, and the same either way."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.assignment import nearest_pairs

stretches = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 4)).map(lambda each: (each[0], each[0] + each[1])), max_size=6
)


def test_the_larger_share_of_common_text_counts_first() -> None:
    first, second = [(0, 10)], [(0, 4), (1, 10), (0, 8)]
    assert nearest_pairs([(0, 0), (0, 1), (0, 2)], first, second) == [(0, 1)]
    assert nearest_pairs([(0, 0), (0, 2)], first, second) == [(0, 2)]


def test_equal_stretches_pair_in_their_order() -> None:
    same = [(1, 2), (1, 2)]
    every = [(i, j) for i in range(2) for j in range(2)]
    assert nearest_pairs(every, same, same) == [(0, 0), (1, 1)]


@given(stretches, stretches, st.randoms(use_true_random=False))
def test_exchanged_sides_give_exchanged_pairs(
    first: list[tuple[int, int]], second: list[tuple[int, int]], chance: Random
) -> None:
    every = [(i, j) for i in range(len(first)) for j in range(len(second))]
    chosen = [pair for pair in every if chance.random() < 0.6]
    found = nearest_pairs(chosen, first, second)
    turned = nearest_pairs([(j, i) for i, j in chosen], second, first)
    assert sorted((j, i) for i, j in turned) == found
