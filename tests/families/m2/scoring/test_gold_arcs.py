"""The arcs of gold edits are looked up, and the ways that annotators share are found once."""

from collections.abc import Iterable, Sequence

import pytest

from keytally.families.m2.lattice import GoldArcs, lattice
from keytally.families.m2.reading import GoldEdit
from tests.calls import calls_counted

LONG = [f"w{number}" for number in range(40)]
MODULE = "keytally.families.m2.lattice"


def arcs_and_calls(
    hypothesis: Sequence[str], annotators: Iterable[Sequence[GoldEdit]]
) -> tuple[list[int], int]:
    """The number of arcs of each annotator's edits of `a b c`, and the calls that found them all."""
    arcs = GoldArcs(lattice(["a", "b", "c"], hypothesis), 2)
    with calls_counted() as counts:
        found = [sum(map(len, arcs.into(gold).values())) for gold in annotators]
    return found, sum(count for name, count in counts.items() if name.startswith(MODULE))


def test_the_ways_of_a_long_change_are_found_once_for_all_annotators() -> None:
    change = " ".join(LONG)
    few, many = (
        arcs_and_calls(
            ["a", *LONG, "c"], [[GoldEdit(1, 2, (change, f"x{who}"))] for who in range(annotators)]
        )
        for annotators in (2, 20)
    )
    assert set(few[0]) == set(many[0]) == {1}
    assert many[1] < 1.5 * few[1] + 10 * 20


def test_equal_edits_of_annotators_are_looked_up_once() -> None:
    gold = [GoldEdit(1, 2, (" ".join(LONG),))]
    once, often = (arcs_and_calls(["a", *LONG, "c"], [gold] * annotators)[1] for annotators in (1, 20))
    assert often <= once + 19 * 3


@pytest.mark.parametrize("alternatives", [10, 1000])
def test_alternatives_are_looked_up_and_not_tried(alternatives: int) -> None:
    words = tuple(f"x{number}" for number in range(alternatives))
    found, calls = arcs_and_calls(["a", *LONG, "c"], [[GoldEdit(1, 2, (*words, "w3 w4"))]])
    assert found == [1]
    assert calls < 500


def test_arcs_are_in_the_order_of_the_alternatives_then_of_the_columns() -> None:
    arcs = GoldArcs(lattice(["a", "b"], ["a", "x", "x", "y"]), 2)
    gold = GoldEdit(1, 2, ("x y", "x", "x x", "y"))
    found = [(arc.start, end) for end, starts in arcs.into([gold]).items() for arc in starts]
    assert found == [
        ((1, 1), (2, 2)),
        ((1, 2), (2, 3)),
        ((1, 1), (2, 3)),
        ((1, 2), (2, 4)),
        ((1, 3), (2, 4)),
    ]
