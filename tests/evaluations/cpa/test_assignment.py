"""The best assignment, against all assignments."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from keytally.evaluations.cpa.scoring.assignment import best_assignment


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    rows, columns = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    return [[draw(st.integers(0, 9)) for _ in range(columns)] for _ in range(rows)]


def total(weights: list[list[int]], columns: list[int | None]) -> int:
    return sum(weights[row][column] for row, column in enumerate(columns) if column is not None)


@given(matrices())
def test_no_other_assignment_is_worth_more(weights: list[list[int]]) -> None:
    found = best_assignment(weights)
    used = [column for column in found if column is not None]
    width = len(weights[0]) if weights else 0
    assert len(found) == len(weights)
    assert len(set(used)) == len(used) == min(len(weights), width)
    choices: list[int | None] = [*range(width), *[None] * len(weights)]
    best = max((total(weights, list(each)) for each in permutations(choices, len(weights))), default=0)
    assert total(weights, found) == best
