"""Precision, recall and F from counts."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.tallies.tally import PrecisionRecall

COUNTS = st.integers(0, 50).flatmap(
    lambda correct: st.builds(
        PrecisionRecall, st.just(correct), st.integers(correct, 90), st.integers(correct, 90)
    )
)


def test_ratios_are_percentages() -> None:
    counts = PrecisionRecall(2, 4, 8)
    assert (counts.precision, counts.recall) == (50.0, 25.0)
    assert counts.f == 2 * 50 * 25 / 75


def test_nothing_is_worth_nothing() -> None:
    assert set(PrecisionRecall().values().values()) == {0}


@given(COUNTS, COUNTS)
def test_what_is_put_in_can_be_taken_out(one: PrecisionRecall, other: PrecisionRecall) -> None:
    assert one.plus(other).minus(other) == one


@given(COUNTS)
def test_f_lies_between_precision_and_recall(counts: PrecisionRecall) -> None:
    low, high = sorted((counts.precision, counts.recall))
    assert low - 1e-9 <= counts.f <= high + 1e-9
