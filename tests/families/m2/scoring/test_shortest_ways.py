"""The steps that are found a row at a time are those that the whole table of distances has."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.m2.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    SUBSTITUTION_COSTS,
    DistanceTables,
    columns_of,
    distances,
)

WORDS = st.lists(st.sampled_from("abc"), max_size=40)


def steps_into(
    source: list[str], hypothesis: list[str], cost: int, row: int, column: int
) -> dict[int, tuple[int, int, int]]:
    """The cells from which a step leads into one, by the kind of the step, each with its cost."""
    steps = {}
    if row and column:
        same = source[row - 1] == hypothesis[column - 1]
        steps[KEPT if same else SUBSTITUTION] = (row - 1, column - 1, 0 if same else cost)
    if row:
        steps[DELETION] = (row - 1, column, 1)
    if column:
        steps[INSERTION] = (row, column - 1, 1)
    return steps


def by_table(source: list[str], hypothesis: list[str], cost: int) -> list[dict[int, int]]:
    """The steps of the shortest ways, read off the table from its end."""
    table = distances(source, hypothesis, cost)
    rows: list[dict[int, int]] = [{} for _ in table]
    waiting = [(len(source), len(hypothesis))]
    for row, column in waiting:
        if column in rows[row]:
            continue
        rows[row][column] = 0
        for kind, (above, left, price) in steps_into(source, hypothesis, cost, row, column).items():
            if table[above][left] + price == table[row][column]:
                rows[row][column] |= kind
                waiting.append((above, left))
    return rows


def check(source: list[str], hypothesis: list[str], cost: int) -> None:
    found = [columns_of(steps) for steps in DistanceTables(source, hypothesis).steps(cost)]
    wanted = by_table(source, hypothesis, cost)
    wanted[0].pop(0)
    assert found == wanted


@given(WORDS, WORDS, st.sampled_from(SUBSTITUTION_COSTS))
def test_steps_are_those_of_the_table(source: list[str], hypothesis: list[str], cost: int) -> None:
    check(source, hypothesis, cost)


@given(WORDS, WORDS, WORDS, WORDS, st.sampled_from(SUBSTITUTION_COSTS))
def test_sequences_may_begin_and_end_alike(
    head: list[str], source: list[str], hypothesis: list[str], tail: list[str], cost: int
) -> None:
    check([*head, *source, *tail], [*head, *hypothesis, *tail], cost)
