"""The best assignment, against all assignments, and which of several it chooses."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.assignment import Number, assigned_worth, best_assignment


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    rows, columns = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    return [[draw(st.integers(0, 9)) for _ in range(columns)] for _ in range(rows)]


sparse = st.lists(st.dictionaries(st.integers(0, 3), st.fractions(0, 9, max_denominator=12)), max_size=4)


def rows_of(matrix: Sequence[Sequence[int]]) -> list[dict[int, int]]:
    return [dict(enumerate(row)) for row in matrix]


def greatest(worths: Sequence[Mapping[int, Number]], width: int) -> Number:
    """The greatest sum of all assignments."""
    choices: list[int | None] = [*range(width), *[None] * len(worths)]
    return max(assigned_worth(worths, each) for each in permutations(choices, len(worths)))


@given(matrices())
def test_no_other_assignment_of_a_matrix_is_worth_more(matrix: list[list[int]]) -> None:
    worths = rows_of(matrix)
    found = best_assignment(worths)
    used = [column for column in found if column is not None]
    width = len(matrix[0]) if matrix else 0
    assert len(found) == len(matrix)
    assert len(set(used)) == len(used) == min(len(matrix), width)
    assert assigned_worth(worths, found) == greatest(worths, width)


@given(sparse)
def test_no_other_assignment_of_fractions_is_worth_more(worths: list[dict[int, Fraction]]) -> None:
    found = best_assignment(worths)
    used = [column for column in found if column is not None]
    assert len(found) == len(worths)
    assert len(set(used)) == len(used)
    assert all(column is None or column in row for row, column in zip(worths, found, strict=True))
    assert assigned_worth(worths, found) == greatest(worths, 4)


@given(sparse)
def test_it_does_not_depend_on_the_order_in_which_worths_are_given(worths: list[dict[int, Fraction]]) -> None:
    turned = [dict(reversed(row.items())) for row in worths]
    assert best_assignment(turned) == best_assignment(worths)


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        ([[5, 5], [5, 5]], [0, 1]),
        ([[0, 0], [0, 0]], [0, 1]),
        ([[1, 1, 1]], [0]),
        ([[1], [1], [1]], [0, None, None]),
        ([[2, 2], [2, 0]], [1, 0]),
        ([[], []], [None, None]),
        ([], []),
    ],
)
def test_of_equal_sums_the_first_rows_and_columns_win(
    matrix: list[list[int]], expected: list[int | None]
) -> None:
    assert best_assignment(rows_of(matrix)) == expected
