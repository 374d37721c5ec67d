"""Pairs of two directions made symmetric."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.assignment import Pair, symmetric_pairs

numbers = st.lists(st.integers(0, 5), unique=True)
pairs = st.builds(lambda left, right: list(zip(left, right, strict=False)), numbers, numbers)


def test_what_both_directions_have_comes_first() -> None:
    """With the first as the key 0 goes with 0 and 1 with 1, with the second as the key 0 with 1."""
    assert symmetric_pairs([(0, 0), (1, 1)], [(0, 1), (2, 2)]) == [(0, 0), (1, 1), (2, 2)]
    assert symmetric_pairs([(0, 0), (1, 2)], [(0, 1), (1, 2)]) == [(0, 0), (1, 2)]


@given(pairs, pairs)
def test_exchanged_sides_give_the_same_pairs(there: list[Pair], back: list[Pair]) -> None:
    found = symmetric_pairs(there, back)
    turned = symmetric_pairs([(j, i) for i, j in back], [(j, i) for i, j in there])
    assert sorted((i, j) for j, i in turned) == found
    assert set(there) & set(back) <= set(found) <= {*there, *back}
    assert len({i for i, _ in found}) == len({j for _, j in found}) == len(found)
